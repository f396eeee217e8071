package value

import (
	"cmp"
	"math"
	"math/big"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// Stage is the analysis of a state and its moves.
type Stage struct {
	// Value is the outcome of the state.
	Value Outcome
	// Strategies are the probabilities of the moves of each role that result in
	// Value. They are nil if at most one role has a choice or the state is not
	// solved.
	Strategies [games.MaxRoles][]*big.Rat
	// Equilibria lists the pure equilibria as indexes of children, in order. In
	// constant-sum games these are the saddle points. It is nil for alternating
	// games and if a child is not solved.
	Equilibria []int
	// Keeps reports for each move whether it keeps the mover's payoff,
	// regardless of remoteness. It is nil if several roles have a choice.
	Keeps []bool
}

// Analyze analyzes a nonterminal state given the outcomes of its children for
// the roles of the state. The children form a matrix of the given shape, as in
// games.Stages. Total is the sum of the payoffs if it is constant. The remoteness
// in an alternating game holds only if positions cannot repeat.
func Analyze(kind Kind, total int, shape []int32, children []Outcome) Stage {
	outcomes := make([]*Outcome, len(children))
	solved := true
	for i := range children {
		outcomes[i] = &children[i]
		solved = solved && children[i].Solved()
	}
	at := stageOf(shape, outcomes)
	choosers := at.choosers()
	role := 0
	if len(choosers) == 1 {
		role = choosers[0]
	}
	var s Stage
	switch kind {
	case Alternating:
		best, even := 0, big.NewRat(int64(total), 2)
		for i := range children {
			if Best(kind, even, role, children[i], children[best]) < 0 {
				best = i
			}
		}
		s.Value = children[best]
		s.Value.Remoteness = min(addPly(s.Value.Remoteness), MaxRemoteness)
	case Simultaneous:
		value, x, y := matrix.Solve(at.sizes[0], at.sizes[1], at.payoffsOf(0))
		s.Strategies[0], s.Strategies[1] = x, y
		s.Value = simultaneousOutcome(shape, outcomes, Payoffs{value, complement(total, value)})
	case General:
		s.Value, s.Strategies = at.general()
	}
	if kind != Alternating && solved {
		s.Equilibria = at.pureEquilibria()
	}
	if len(choosers) < 2 {
		s.Strategies = [games.MaxRoles][]*big.Rat{}
		for i := range children {
			s.Keeps = append(s.Keeps, s.Value.Solved() && compareRats(children[i].Payoff[role], s.Value.Payoff[role]) == 0)
		}
	}
	return s
}

// Chances returns the probabilities of the joint moves, in the order of the
// children, if each role with a strategy draws its move from it.
func Chances(strategies [games.MaxRoles][]*big.Rat) []*big.Rat {
	chances := []*big.Rat{big.NewRat(1, 1)}
	for _, strategy := range strategies {
		if strategy == nil {
			continue
		}
		joint := make([]*big.Rat, 0, len(chances)*len(strategy))
		for _, p := range chances {
			for _, q := range strategy {
				joint = append(joint, new(big.Rat).Mul(p, q))
			}
		}
		chances = joint
	}
	return chances
}

// Best orders two children of a state in which only mover has a choice. It
// returns a negative number if a is better for the mover, a positive number if
// b is better, and 0 if they are equal. The greater payoff comes first. For
// equal payoffs in alternating games, the mover prefers the longer game if
// they are below even, and the shorter one otherwise; see Even. In other games
// the payoffs of the other roles decide, then the remoteness.
func Best(kind Kind, even *big.Rat, mover int, a, b Outcome) int {
	if kind != Alternating {
		return prefer(mover, &a, &b)
	}
	if c := compareRats(b.Payoff[mover], a.Payoff[mover]); c != 0 {
		return c
	}
	above := compareRats(a.Payoff[0], even)
	if mover == 1 {
		above = -above
	}
	if above < 0 {
		return cmp.Compare(b.Remoteness, a.Remoteness)
	}
	return cmp.Compare(a.Remoteness, b.Remoteness)
}

// Even returns the payoff of role 0 that divides won from lost states in an
// alternating game: a role that gets less than its share of it prolongs the
// game. It is the payoff of endless play if positions can repeat, and half of
// the total otherwise.
func Even(info *games.Info, repeats bool) *big.Rat {
	if repeats && info.Endless != nil {
		return big.NewRat(int64(*info.Endless), 1)
	}
	if repeats && len(info.Roles) == 1 {
		return big.NewRat(math.MinInt16, 1) // endless play pays the least payoff
	}
	return big.NewRat(int64(info.Total), 2)
}

// compareRats is like (*big.Rat).Cmp. For integers it avoids the allocations of
// Cmp and takes a fifth of the time, which matters to servers that sort dozens
// of moves per position.
func compareRats(a, b *big.Rat) int {
	if a == b {
		return 0
	}
	if a.IsInt() && b.IsInt() {
		return a.Num().Cmp(b.Num())
	}
	return a.Cmp(b)
}

// prefer orders the choices of a mover: by its payoff, then by the payoff of
// the other role or comparePayoffs, then by remoteness. Unsolved outcomes come
// last.
func prefer(mover int, a, b *Outcome) int {
	if !a.Solved() || !b.Solved() {
		return cmp.Compare(len(b.Payoff.list()), len(a.Payoff.list()))
	}
	if c := compareRats(b.Payoff[mover], a.Payoff[mover]); c != 0 {
		return c
	}
	if len(a.Payoff.list()) > 2 {
		return compareEquilibria(a, b)
	}
	if c := compareRats(b.Payoff[1-mover], a.Payoff[1-mover]); c != 0 {
		return c
	}
	return compareRemoteness(a.Remoteness, b.Remoteness)
}

// compareRemoteness orders by remoteness. A remoteness that depends on chance
// comes last.
func compareRemoteness(a, b int) int { return cmp.Compare(uint(a), uint(b)) }

// addPly returns the remoteness of the parent of a child with the given
// remoteness.
func addPly(remoteness int) int {
	if remoteness < 0 {
		return remoteness
	}
	return remoteness + 1
}

// complement returns total minus payoff.
func complement(total int, payoff *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(int64(total), 1), payoff)
}
