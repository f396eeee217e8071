package value

import (
	"cmp"
	"math/big"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// Stage is one state with all its moves: what a query shows.
type Stage struct {
	// Value is the outcome of the state.
	Value Outcome
	// Strategies are probabilities of the moves of each role in play that gives
	// Value. All are nil where at most one role has a choice, or nothing is solved.
	Strategies [games.MaxRoles][]*big.Rat
	// Equilibria lists the pure equilibria by the numbers of the children, in order:
	// saddle points if the sum is constant. It is nil in alternating games, and where
	// a child is not solved.
	Equilibria []int
	// Keeps says of each move whether the mover's payoff stays what it is, no
	// matter the remoteness. It is nil where several roles have a choice.
	Keeps []bool
}

// Analyze works out a state that is not terminal from the outcomes of its
// children: a matrix of the given shape, as in games.Stages, as the roles of the state
// see them. Total is the sum of the payoffs where that is constant.
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
		best := 0
		for i := range children {
			if Best(kind, role, children[i], children[best]) < 0 {
				best = i
			}
		}
		s.Value = children[best]
		s.Value.Remoteness = min(oneMore(s.Value.Remoteness), MaxRemoteness)
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

// Chances are the probabilities of the joint moves, in the order of the children, where
// each role that has strategies draws its move by them.
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

// Best orders two children of a state where only mover has a choice: it is
// negative if a is better for the mover, positive if b is, 0 if they are alike.
// The greater payoff comes first. With equal payoffs, in alternating games the
// mover hastens if it gets at least half of the total and delays if it gets less;
// in others the payoffs of the other roles decide, then the shorter way.
func Best(kind Kind, mover int, a, b Outcome) int {
	if kind != Alternating {
		return prefer(mover, &a, &b)
	}
	if c := compareRats(b.Payoff[mover], a.Payoff[mover]); c != 0 {
		return c
	}
	if compareRats(a.Payoff[mover], a.Payoff[1-mover]) < 0 {
		return cmp.Compare(b.Remoteness, a.Remoteness)
	}
	return cmp.Compare(a.Remoteness, b.Remoteness)
}

// compareRats is (*big.Rat).Cmp, which allocates, in a fifth of the time for whole
// numbers. Servers sort dozens of moves for each position.
func compareRats(a, b *big.Rat) int {
	if a == b {
		return 0
	}
	if a.IsInt() && b.IsInt() {
		return a.Num().Cmp(b.Num())
	}
	return a.Cmp(b)
}

// prefer orders the choices of a mover who does not mind that others gain: greater
// payoff, greater payoff of the other role or what comparePayoffs says, shorter way. What
// is not solved comes last.
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

// compareRemoteness puts the shorter way first and one that depends on chance last.
func compareRemoteness(a, b int) int { return cmp.Compare(uint(a), uint(b)) }

// oneMore is the remoteness of the parent of a child with the given one.
func oneMore(remoteness int) int {
	if remoteness < 0 {
		return remoteness
	}
	return remoteness + 1
}

// complement is what is left of total.
func complement(total int, payoff *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(int64(total), 1), payoff)
}
