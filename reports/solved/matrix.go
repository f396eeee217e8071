package solved

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Matrix is the one-stage game of a position where both of two roles choose at once: role 0
// chooses the row, role 1 the column.
type Matrix struct {
	Rows    []string `json:"rows"`
	Columns []string `json:"columns"`
	// Cells holds, row by row, the payoffs of perfect play after each joint move.
	Cells [][]Cell `json:"cells"`
	// Pure says that each strategy is a single move.
	Pure bool `json:"pure"`
	// Strategies are the strategies of perfect play, by role.
	Strategies [2][]Chance `json:"strategies"`
	// Equilibria are all pure equilibria, of a general-sum game only.
	Equilibria []Equilibrium `json:"equilibria,omitempty"`
}

// Cell holds the payoffs of both roles.
type Cell [2]string

// Chance is one move of a strategy.
type Chance struct {
	Move string `json:"move"`
	// Probability of the move, an exact rational from "0" to "1".
	Probability string `json:"probability"`
	// Payoff is what the role gets on average with this move against the
	// other's strategy.
	Payoff string `json:"payoff"`
}

// Equilibrium is a pure equilibrium of a Matrix.
type Equilibrium struct {
	Move    string   `json:"move"` // the joint move a+b
	Payoffs []string `json:"payoffs"`
	// Selected marks the equilibrium whose payoffs are the value of the position.
	Selected bool `json:"selected"`
}

// jointMoves fills in the matrix and the joint moves of a position where both
// choose at once, the likely ones first.
func (b *solvedGame[S]) jointMoves(p *Position, names [games.MaxRoles][]string, children []S, outcomes []value.Outcome, stage value.Stage) {
	strategies := stage.Strategies
	if strategies[0] == nil {
		strategies = b.soleStrategies(names, outcomes)
	}
	p.Matrix = newMatrix(names, outcomes, strategies)
	joint, chances := games.JointNames(names), value.Chances(strategies)
	b.likelyMoves(p, joint, chances, children, outcomes)
	if !b.info.GeneralSum {
		return
	}
	for _, i := range stage.Equilibria {
		e := Equilibrium{Move: joint[i], Selected: chances[i].IsInt() && chances[i].Sign() > 0}
		for role := range b.info.Roles {
			e.Payoffs = append(e.Payoffs, outcomes[i].Payoff[role].RatString())
		}
		p.Matrix.Equilibria = append(p.Matrix.Equilibria, e)
	}
}

// likelyMoves fills in the joint moves of a position by their probabilities, the likely
// ones first.
func (b *solvedGame[S]) likelyMoves(p *Position, joint []string, chances []*big.Rat, children []S, outcomes []value.Outcome) {
	order := make([]int, len(children))
	for i := range children {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return chances[j].Cmp(chances[i]) })
	for _, i := range order {
		m := b.move(i, joint[i], children[i], outcomes[i], keptIf(chances[i].Sign() > 0))
		m.Probability = chances[i].RatString()
		p.Moves = append(p.Moves, m)
	}
}

// manyMoves fills in the joint moves of a position of more than two roles. Where it is
// not solved they are in the order of Game.Expand, and nothing is known of them.
func (b *solvedGame[S]) manyMoves(p *Position, names [games.MaxRoles][]string, children []S, outcomes []value.Outcome, stage value.Stage) {
	joint := games.JointNames(names)
	switch {
	case !proven(stage.Value):
		for i, name := range joint {
			p.Moves = append(p.Moves, b.move(i, name, children[i], outcomes[i], KeptUnknown))
		}
		return
	case stage.Keeps != nil: // one role alone has several moves
		for i, keeps := range stage.Keeps {
			p.Moves = append(p.Moves, b.move(i, joint[i], children[i], outcomes[i], keptIf(keeps)))
		}
		return
	}
	b.likelyMoves(p, joint, value.Chances(stage.Strategies), children, outcomes)
}

// soleStrategies are the strategies where one of both roles has a single move. The
// other takes its best move, of equals the first.
func (b *solvedGame[S]) soleStrategies(names [games.MaxRoles][]string, outcomes []value.Outcome) (s [games.MaxRoles][]*big.Rat) {
	chooser := 0
	if len(names[0]) == 1 {
		chooser = 1
	}
	best := 0
	for i, o := range outcomes {
		if value.Best(b.solution.Outcomes.Kind, chooser, o, outcomes[best]) < 0 {
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

// newMatrix makes the matrix of a one-stage game. The moves of each strategy are
// ordered by falling probability.
func newMatrix(names [games.MaxRoles][]string, outcomes []value.Outcome, strategies [games.MaxRoles][]*big.Rat) *Matrix {
	m := &Matrix{Rows: names[0], Columns: names[1], Pure: true}
	rows, cols := len(names[0]), len(names[1])
	for i := range rows {
		line := make([]Cell, cols)
		for j, o := range outcomes[i*cols : (i+1)*cols] {
			line[j] = Cell{o.Payoff[0].RatString(), o.Payoff[1].RatString()}
		}
		m.Cells = append(m.Cells, line)
	}
	for role, strategy := range strategies[:2] {
		order := make([]int, len(strategy))
		for i, p := range strategy {
			order[i] = i
			m.Pure = m.Pure && p.IsInt()
		}
		slices.SortStableFunc(order, func(i, j int) int { return strategy[j].Cmp(strategy[i]) })
		for _, i := range order {
			mean := new(big.Rat)
			for j, q := range strategies[1-role] {
				at := i*cols + j
				if role == 1 {
					at = j*cols + i
				}
				mean.Add(mean, new(big.Rat).Mul(q, outcomes[at].Payoff[role]))
			}
			m.Strategies[role] = append(m.Strategies[role], Chance{
				Move: names[role][i], Probability: strategy[i].RatString(), Payoff: mean.RatString(),
			})
		}
	}
	return m
}
