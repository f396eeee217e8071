package solved

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Matrix is the matrix game of a solved position where two roles choose simultaneously. Role 0
// chooses the row and role 1 the column.
type Matrix struct {
	Rows    []string `json:"rows"`    // moves of the first role
	Columns []string `json:"columns"` // moves of the second role
	// Cells holds the payoffs of perfect play after each joint move, in row-major order.
	Cells [][]Cell `json:"cells"`
	Pure  bool     `json:"pure"` // both strategies are pure
	// Strategies holds the strategies of perfect play, indexed by role.
	Strategies [2][]Chance `json:"strategies"`
	// Equilibria lists all pure equilibria. It is empty in constant-sum games.
	Equilibria []Equilibrium `json:"equilibria,omitempty"`
}

// Cell holds the payoffs of both roles for a pair of moves.
type Cell [2]string

// Chance is a move in a mixed strategy, with its probability.
type Chance struct {
	Move string `json:"move"`
	// Probability is an exact rational between "0" and "1".
	Probability string `json:"probability"`
	// Payoff is the expected payoff of the move against the strategy of the other role.
	Payoff string `json:"payoff"`
}

// Equilibrium is a pure equilibrium of a Matrix.
type Equilibrium struct {
	Move     string   `json:"move"` // joint move, written a+b
	Payoffs  []string `json:"payoffs"`
	Selected bool     `json:"selected"` // the payoffs are the value of the position
}

// jointMoves sets p.Moves to the joint moves of a position where several roles choose
// simultaneously, most probable first. For two roles, it also sets p.Matrix.
func (b *solvedGame[S]) jointMoves(p *Position, children []S, outcomes []value.Outcome, stage value.Stage) {
	names, strategies := p.Names, stage.Strategies
	joint := games.JointNames(names)
	switch {
	case !proven(stage.Value):
		b.unsolvedMoves(p, joint, children, outcomes)
		return
	case len(b.info.Roles) > 2 && stage.Keeps != nil: // only one role has several moves
		for i, keeps := range stage.Keeps {
			p.Moves = append(p.Moves, b.move(i, joint[i], children[i], outcomes[i], keptIf(keeps)))
		}
		b.sortBest(chooser(names), p.Moves)
		return
	case strategies[0] == nil:
		strategies = b.soleStrategies(names, outcomes)
	}
	chances := value.Chances(strategies)
	b.likelyMoves(p, joint, chances, children, outcomes)
	if len(b.info.Roles) > 2 {
		return
	}
	p.Matrix = newMatrix(b.info, names, outcomes, strategies)
	if !b.info.GeneralSum {
		return
	}
	for _, i := range stage.Equilibria {
		e := Equilibrium{Move: joint[i], Selected: chances[i].IsInt() && chances[i].Sign() > 0}
		for role := range b.info.Roles {
			e.Payoffs = append(e.Payoffs, b.info.ExactPoints(outcomes[i].Payoff[role]).RatString())
		}
		p.Matrix.Equilibria = append(p.Matrix.Equilibria, e)
	}
}

// unsolvedMoves sets p.Moves in a position that has an unsolved child or no equilibrium. If only
// one role has several moves, p.Moves is sorted best first. Otherwise, Keeps is unknown and p.Moves
// is in the order of Game.Expand.
func (b *solvedGame[S]) unsolvedMoves(p *Position, joint []string, children []S, outcomes []value.Outcome) {
	chooser := chooser(p.Names)
	for i, name := range joint {
		keeps := KeptUnknown
		if chooser >= 0 {
			keeps = keptBetween(chooser, len(joint), p.Outcome, outcomes[i])
		}
		p.Moves = append(p.Moves, b.move(i, name, children[i], outcomes[i], keeps))
	}
	if chooser >= 0 {
		b.sortBest(chooser, p.Moves)
	}
}

// chooser returns the only role with several moves. It returns 0 if no role has several moves, or
// -1 if more than one has.
func chooser(names [games.MaxRoles][]string) int {
	chooser, several := 0, 0
	for role, list := range names {
		if len(list) > 1 {
			chooser = role
			several++
		}
	}
	if several > 1 {
		return -1
	}
	return chooser
}

// sortBest sorts moves, best first. Only mover may have a choice.
func (b *solvedGame[S]) sortBest(mover int, moves []Move) {
	slices.SortStableFunc(moves, func(x, y Move) int { return b.best(mover, x.Outcome, y.Outcome) })
}

// likelyMoves sets p.Moves to the joint moves of a position, most probable first.
func (b *solvedGame[S]) likelyMoves(p *Position, joint []string, chances []*big.Rat, children []S, outcomes []value.Outcome) {
	for _, i := range byProbability(chances) {
		m := b.move(i, joint[i], children[i], outcomes[i], keptIf(chances[i].Sign() > 0))
		m.Probability = chances[i].RatString()
		p.Moves = append(p.Moves, m)
	}
}

// soleStrategies returns the strategies in a position where one of two roles has a single
// move. The other role plays the first of its best moves.
func (b *solvedGame[S]) soleStrategies(names [games.MaxRoles][]string, outcomes []value.Outcome) (s [games.MaxRoles][]*big.Rat) {
	chooser := 0
	if len(names[0]) == 1 {
		chooser = 1
	}
	best := 0
	for i, o := range outcomes {
		if b.best(chooser, o, outcomes[best]) < 0 {
			best = i
		}
	}
	for role := range 2 {
		for range names[role] {
			s[role] = append(s[role], new(big.Rat))
		}
	}
	s[chooser][best].SetInt64(1)
	s[1-chooser][0].SetInt64(1)
	return s
}

// byProbability returns the indexes of chances, sorted by descending probability.
func byProbability(chances []*big.Rat) []int {
	order := make([]int, len(chances))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return chances[j].Cmp(chances[i]) })
	return order
}

func newMatrix(info *games.Info, names [games.MaxRoles][]string, outcomes []value.Outcome, strategies [games.MaxRoles][]*big.Rat) *Matrix {
	m := &Matrix{Rows: names[0], Columns: names[1], Pure: true}
	rows, cols := len(names[0]), len(names[1])
	for i := range rows {
		line := make([]Cell, cols)
		for j, o := range outcomes[i*cols : (i+1)*cols] {
			line[j] = Cell{info.ExactPoints(o.Payoff[0]).RatString(), info.ExactPoints(o.Payoff[1]).RatString()}
		}
		m.Cells = append(m.Cells, line)
	}
	for role, strategy := range strategies[:2] {
		m.Pure = m.Pure && !slices.ContainsFunc(strategy, func(p *big.Rat) bool { return !p.IsInt() })
		for _, i := range byProbability(strategy) {
			mean := new(big.Rat)
			for j, q := range strategies[1-role] {
				at := i*cols + j
				if role == 1 {
					at = j*cols + i
				}
				mean.Add(mean, new(big.Rat).Mul(q, outcomes[at].Payoff[role]))
			}
			m.Strategies[role] = append(m.Strategies[role], Chance{
				Move: names[role][i], Probability: strategy[i].RatString(), Payoff: info.ExactPoints(mean).RatString(),
			})
		}
	}
	return m
}
