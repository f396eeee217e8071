package loops

import (
	"cmp"
	"context"
	"math/big"

	"zermelo/solver/matrix"
)

// bounds are what each role secures at least by a measure, by role and position.
//
// A vector of numbers, none more than what endless play is worth, is such a bound if each
// is at most the value of the matrix game that the children's numbers make: who plays its
// strategies sees them fall at no ply, on average. The greatest such vector is approached
// from above, rounded down, until no number changes. Then the values of the matrix games
// are bounds again, as often as they are worked out. So a bound holds whenever work ends.
func (g *Game) bounds(ctx context.Context, m measure) ([][]fraction, error) {
	b := &bounder{Game: g, measure: m, parents: g.parents()}
	least := int64(0)
	for role := range g.Roles {
		b.known = append(b.known, make([]fraction, len(g.Known)))
		for i := range g.Known {
			x := down(m.of(&g.Known[i], role))
			b.known[role][i] = x
			least = min(least, x.Num/x.Den-1)
		}
		b.low = append(b.low, make([]fraction, len(g.Positions)))
		for i := range b.low[role] {
			b.low[role][i] = fraction{g.endless(m, role), 1}
		}
	}
	settled, err := b.improve(ctx, -1)
	if err != nil {
		return nil, err
	}
	if !settled {
		for role := range b.low {
			for i := range b.low[role] {
				b.low[role][i] = fraction{min(least, g.endless(m, role)), 1}
			}
		}
	}
	_, err = b.improve(ctx, 1)
	return b.low, err
}

// bounder works out bounds.
type bounder struct {
	*Game
	measure
	known   [][]fraction // by role and outcome
	low     [][]fraction // by role and position
	parents [][]int32

	game    matrix.Game
	entries []matrix.Fraction
}

// Work ends after so many values, by position and role, and at most. After lookEvery
// positions the context is looked at.
const (
	roundsMost = 4000
	valuesMost = 1 << 23
	lookEvery  = 1 << 10
)

// improve replaces bounds by the values of the matrix games where they are lower, for sign
// -1, or higher, for 1, again and again. It reports whether nothing is left to replace.
func (b *bounder) improve(ctx context.Context, sign int) (settled bool, err error) {
	n := len(b.Positions)
	most := min(roundsMost*n*b.Roles, max(valuesMost, 4*n*b.Roles))
	work := newQueue(ctx, n)
	for done := 0; done < most; done += b.Roles {
		i, ok := work.next()
		if !ok {
			return work.err == nil, work.err
		}
		changed := false
		for role := range b.Roles {
			if v := b.value(int(i), role); v.compare(b.low[role][i])*sign > 0 {
				b.low[role][i] = v
				changed = true
			}
		}
		if changed {
			work.add(b.parents[i]...)
		}
	}
	return false, nil
}

// value is what the matrix game of a position is worth for a role, rounded down.
func (b *bounder) value(at, role int) fraction {
	s := b.stage(&b.Positions[at], b.measure, role)
	b.entries = b.entries[:0]
	for i := range s.children {
		c := &s.children[i]
		if c.Known {
			b.entries = append(b.entries, matrix.Fraction(b.known[role][c.At]))
		} else {
			b.entries = append(b.entries, matrix.Fraction(b.low[c.roleAt(role)][c.At]))
		}
	}
	less := func(i, j int) bool { return fraction(b.entries[i]).compare(fraction(b.entries[j])) < 0 }
	if b.pure || s.rows == 1 || s.cols == 1 {
		return fraction(b.entries[s.choice(b.measure, less)])
	}
	v, ok := b.game.SolveFractions(s.rows, s.cols, b.entries)
	if !ok {
		rats := make([]*big.Rat, len(b.entries))
		for i, e := range b.entries {
			rats[i] = fraction(e).rat()
		}
		v = b.game.Solve(s.rows, s.cols, rats)
	}
	if row, col, ok := b.game.Saddle(); ok {
		return fraction(b.entries[row*s.cols+col])
	}
	return down(v)
}

// choice is the entry of a matrix that pure strategies lead to. Those who secure something
// choose first; those who hold a role down know its move.
func (s *stage) choice(m measure, less func(i, j int) bool) int {
	best := -1
	if m.against {
		for col := range s.cols {
			high := col
			for row := range s.rows {
				if at := row*s.cols + col; less(high, at) {
					high = at
				}
			}
			if best < 0 || less(high, best) {
				best = high
			}
		}
		return best
	}
	for row := range s.rows {
		low := row * s.cols
		for at := low; at < (row+1)*s.cols; at++ {
			if less(at, low) {
				low = at
			}
		}
		if best < 0 || less(best, low) {
			best = low
		}
	}
	return best
}

// fraction is a number that bounds something: its denominator is at most mostDen.
type fraction matrix.Fraction

// mostDen keeps products of numerators and denominators within 64 bits.
const mostDen = 1 << 20

func (f fraction) rat() *big.Rat { return big.NewRat(f.Num, f.Den) }

func (f fraction) compare(o fraction) int { return cmp.Compare(f.Num*o.Den, o.Num*f.Den) }

// down is the greatest fraction that is at most x, or near it.
func down(x *big.Rat) fraction {
	if x.Denom().IsInt64() && x.Denom().Int64() <= mostDen {
		return fraction{x.Num().Int64(), x.Denom().Int64()}
	}
	n := new(big.Int).Lsh(x.Num(), 20)
	n.Div(n, x.Denom()) // rounds down, as the denominator is positive
	near := new(big.Rat).SetFrac(n, big.NewInt(mostDen))
	return fraction{near.Num().Int64(), near.Denom().Int64()}
}

// simplest is the fraction with the least denominator from lo to hi.
func simplest(lo, hi *big.Rat) *big.Rat {
	floor := new(big.Rat).SetInt(new(big.Int).Div(lo.Num(), lo.Denom()))
	switch {
	case floor.Cmp(lo) == 0:
		return floor
	case new(big.Rat).Add(floor, big.NewRat(1, 1)).Cmp(hi) <= 0:
		return floor.Add(floor, big.NewRat(1, 1))
	}
	inner := simplest(new(big.Rat).Inv(new(big.Rat).Sub(hi, floor)), new(big.Rat).Inv(new(big.Rat).Sub(lo, floor)))
	return floor.Add(floor, inner.Inv(inner))
}
