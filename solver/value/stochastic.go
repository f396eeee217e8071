package value

import (
	"math/big"
	"math/bits"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// newStochasticRule returns the rule of constant-sum games with chance. A single player who
// chooses takes the greatest payoff. Among equal payoffs, it prefers the fewest expected plies
// if it gets at least half of the total, and the most otherwise.
func newStochasticRule(in *interner) *ruleMemo {
	simultaneous := simultaneousRule{total: in.total}
	half := big.NewRat(int64(in.total), 2)
	return newRuleMemo(in, func(shape []int32, children []*internEntry) Outcome {
		if mover := MoverOf(shape, len(children)); mover >= 0 {
			best := children[0]
			for _, c := range children[1:] {
				order := compareRats(c.Payoff[mover], best.Payoff[mover])
				if order > 0 || order == 0 && prefersPlies(c.Payoff[mover].Cmp(half) >= 0, c.Plies, best.Plies) {
					best = c
				}
			}
			return Outcome{Payoff: best.Payoff, Security: best.Security, Remoteness: -1, Plies: addPlyUnit(best.Plies)}
		}
		o := simultaneous.solve(shape, children)
		o.Pure, o.Plies = games.Payoff{}, -1
		return o
	})
}

// prefersPlies reports whether a player prefers a to b expected plies. A player who gains
// prefers fewer.
func prefersPlies(gains bool, a, b int64) bool {
	if gains {
		return uint64(a) < uint64(b) // unknown is the most
	}
	return uint64(a) > uint64(b)
}

// addPlyUnit returns the expected number of plies of a state, given that of its child.
func addPlyUnit(plies int64) int64 {
	if plies < 0 {
		return -1
	}
	return plies + PlyUnit
}

// mean computes the exact outcomes of states in which chance moves.
type mean struct{ sum, term big.Int }

// guaranteed sets Pure and Joint for the worst and the best luck.
func guaranteed(o *Outcome, children []*internEntry, roles int) {
	o.Pure, o.Joint = children[0].Pure, children[0].Joint
	for _, c := range children[1:] {
		for role := range roles {
			o.Pure[role] = min(o.Pure[role], c.Pure[role])
		}
		if CompareJoint(c.Joint[:roles], o.Joint[:roles]) < 0 {
			o.Joint = c.Joint
		}
	}
}

// of returns the mean of the children's outcomes.
func (m *mean) of(odds []uint32, children []*internEntry, roles int) Outcome {
	o := Outcome{Remoteness: -1, Plies: addPlyUnit(meanPlies(odds, func(i int) int64 { return children[i].Plies }))}
	solved := true
	for _, c := range children {
		solved = solved && c.Solved()
	}
	for role := range max(2, roles) {
		o.Security[role] = m.rat(odds, func(i int) *big.Rat { return children[i].Security[role] })
		if solved {
			o.Payoff[role] = m.rat(odds, func(i int) *big.Rat { return children[i].Payoff[role] })
		}
	}
	return o
}

// rat returns the weighted mean of fractions.
func (m *mean) rat(odds []uint32, entry func(i int) *big.Rat) *big.Rat {
	den, total := big.NewInt(1), uint64(0)
	for i, n := range odds {
		total += uint64(n)
		if d := entry(i).Denom(); den.Cmp(d) != 0 && !entry(i).IsInt() {
			m.term.GCD(nil, nil, den, d)
			den.Mul(den, m.term.Quo(d, &m.term))
		}
	}
	m.sum.SetInt64(0)
	for i, n := range odds {
		x := entry(i)
		m.term.Quo(den, x.Denom())
		m.term.Mul(&m.term, x.Num())
		m.sum.Add(&m.sum, m.term.Mul(&m.term, new(big.Int).SetUint64(uint64(n))))
	}
	return new(big.Rat).SetFrac(&m.sum, den.Mul(den, new(big.Int).SetUint64(total)))
}

// meanPlies returns the weighted mean of numbers of plies, rounded down, or -1 if one of them
// is unknown.
func meanPlies(odds []uint32, plies func(i int) int64) int64 {
	var sum weighted
	for i, n := range odds {
		x := plies(i)
		if x < 0 {
			return -1
		}
		sum.add(n, x)
	}
	mean, _ := sum.mean()
	return mean
}

// weighted is a weighted sum of numbers of at least -2^62 and less than 2^62.
type weighted struct {
	high, low uint64
	total     uint64
}

func (w *weighted) add(n uint32, x int64) {
	high, low := bits.Mul64(uint64(n), uint64(x+1<<62))
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high += high + carry
	w.total += uint64(n)
}

// mean returns the mean, rounded down, and reports whether it was rounded.
func (w *weighted) mean() (down int64, rounded bool) {
	quotient, rest := bits.Div64(w.high, w.low, w.total)
	return int64(quotient) - 1<<62, rest != 0
}

// intervalMatrix computes bounds on the values of matrix games.
type intervalMatrix struct {
	game    matrix.Game
	entries []*big.Rat
}

// value returns the value of a matrix game of integers, rounded up or down.
func (m *intervalMatrix) value(rows int, entries []int64, up bool) int64 {
	m.entries = m.entries[:0]
	for _, x := range entries {
		m.entries = append(m.entries, new(big.Rat).SetInt64(x))
	}
	v := m.game.Solve(rows, len(entries)/rows, m.entries)
	down := new(big.Int).Div(v.Num(), v.Denom()).Int64()
	if up && !v.IsInt() {
		down++
	}
	return down
}
