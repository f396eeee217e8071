package value

import (
	"cmp"
	"math"
	"math/big"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// Stage is the result of analyzing a state and its moves.
type Stage struct {
	Value Outcome // outcome of the state
	// Strategies holds, for each role, the probabilities of its moves in the
	// strategies that produce Value. The entries are nil if fewer than two
	// roles have a choice or the state is not solved.
	Strategies [games.MaxRoles][]*big.Rat
	// Equilibria lists the pure equilibria as indexes of children, in ascending
	// order. In constant-sum games they are the saddle points. Equilibria is
	// nil for alternating games and if a child is not solved.
	Equilibria []int
	// Keeps reports, for each move, whether it preserves the mover's payoff,
	// regardless of remoteness. It is nil if several roles have a choice.
	Keeps []bool
}

// Analyze analyzes a nonterminal state given the outcomes of its children. The
// children form a matrix of the given shape; see games.Stages. The argument total is
// the sum of the payoffs if that sum is constant. In an alternating game, the
// remoteness is valid only if positions cannot repeat.
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
		best := 0
		for i := range children {
			if solved && certain(role, &children[i]).Cmp(certain(role, &children[best])) > 0 {
				best = i
			}
		}
		for i := range children {
			s.Keeps = append(s.Keeps, s.Value.Solved() && Attains(role, &children[best], &children[i]))
		}
	}
	return s
}

// certain returns the least payoff of a role that the bounds of o allow.
func certain(role int, o *Outcome) *big.Rat {
	if o.Error == nil {
		return o.Payoff[role]
	}
	return new(big.Rat).Sub(o.Payoff[role], o.Error)
}

// Attains reports whether a child can have the payoff of role in the best outcome: whether the
// payoffs are equal or, if they are not exact, whether their bounds overlap.
func Attains(role int, best, child *Outcome) bool {
	if best.Error == nil && child.Error == nil {
		return compareRats(best.Payoff[role], child.Payoff[role]) == 0
	}
	most := new(big.Rat).Set(child.Payoff[role])
	if child.Error != nil {
		most.Add(most, child.Error)
	}
	return most.Cmp(certain(role, best)) >= 0
}

// Chances returns the probability of each joint move, in the order of the children,
// if every role with a strategy draws its move from that strategy.
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

// Best compares two children of a state where only mover has a choice. It returns
// a negative number if a is better, a positive number if b is better, and 0 if they
// are equal. The greater payoff is better. If payoffs are equal in an alternating
// game, the mover prefers the longer game if its payoff is worse than even, and the
// shorter game otherwise; see Even. In other games the payoffs of the other roles
// break the tie, followed by the remoteness.
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

// Even returns the payoff of role 0 that separates won from lost states in an
// alternating game. It is the payoff of endless play if positions can repeat, and
// half of the total otherwise. A role whose payoff is worse than even prolongs the
// game.
func Even(info *games.Info, repeats bool) *big.Rat {
	if repeats && info.Endless != nil {
		return big.NewRat(int64(*info.Endless), 1)
	}
	if repeats && len(info.Roles) == 1 {
		return big.NewRat(math.MinInt16, 1) // endless play pays the lowest payoff
	}
	return big.NewRat(int64(info.Total), 2)
}

// compareRats is like (*big.Rat).Cmp, but does not allocate for integers.
func compareRats(a, b *big.Rat) int {
	if a == b {
		return 0
	}
	if a.IsInt() && b.IsInt() {
		return a.Num().Cmp(b.Num())
	}
	return a.Cmp(b)
}

// prefer compares two choices of a mover by the mover's payoff, then by the payoffs
// of the other roles, then by remoteness. The result is negative if a is preferred.
// Unsolved outcomes come last.
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

// compareRemoteness compares remoteness values. The value -1 (dependent on chance)
// comes last.
func compareRemoteness(a, b int) int { return cmp.Compare(uint(a), uint(b)) }

// addPly returns the remoteness of a parent, given the remoteness of its best child.
func addPly(remoteness int) int {
	if remoteness < 0 {
		return remoteness
	}
	return remoteness + 1
}

func complement(total int, payoff *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(int64(total), 1), payoff)
}
