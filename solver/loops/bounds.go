package loops

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"zermelo/solver/matrix"
)

// bounds returns lower bounds on the value of a measure, by role and position.
//
// Numbers that do not exceed the value of endless play are lower bounds if the
// number of each position is at most the value of its matrix game, whose entries
// are the numbers of the children. With optimal strategies, such numbers do not
// decrease on average. bounds approaches the greatest such numbers from above,
// rounding down, until they are stable. Replacing a number with the value of its
// matrix game then produces a lower bound again, so the result is valid whenever
// this second iteration stops.
//
// If the numbers do not become stable, they are rounded to smaller
// denominators. As a last resort, the second iteration starts with the least
// payoff.
func (g *Game) bounds(ctx context.Context, m measure) ([][]fraction, error) {
	b := &bounder{Game: g, measure: m, parents: g.parents(), den: maxDen}
	for role := range g.Roles {
		endless := fraction{g.endless(m, role), 1}
		known, minPayoff := make([]fraction, len(g.Known)), endless
		for i := range known {
			known[i] = b.down(m.of(&g.Known[i], role))
			if known[i].compare(minPayoff) < 0 {
				minPayoff = known[i]
			}
		}
		b.known, b.minPayoff = append(b.known, known), append(b.minPayoff, minPayoff)
		b.low = append(b.low, slices.Repeat([]fraction{endless}, len(g.Positions)))
	}
	stable, err := false, error(nil)
	for _, b.den = range []int64{maxDen, 1 << 10, 1 << 6} {
		if stable, err = b.improve(ctx, -1); err != nil {
			return nil, err
		}
		if stable {
			break
		}
	}
	if !stable {
		for role, low := range b.low {
			for i := range low {
				low[i] = b.minPayoff[role]
			}
		}
	}
	b.den = maxDen
	_, err = b.improve(ctx, 1)
	return b.low, err
}

type bounder struct {
	*Game
	measure
	known     [][]fraction // indexed by role and known outcome
	minPayoff []fraction   // for each role, the least possible payoff
	low       [][]fraction // indexed by role and position
	parents   [][]int32
	den       int64 // maximum denominator of bounds

	game    matrix.Game
	entries []matrix.Fraction
}

// Limits on the number of values computed, per position and role and in total.
// A queue checks its context once every checkInterval positions.
const (
	maxRounds     = 4000
	maxValues     = 1 << 23
	checkInterval = 1 << 10
)

// improve repeatedly replaces bounds with the values of their matrix games where these
// values are lower (sign -1) or higher (sign 1). It stops when the bounds are stable or
// a limit is reached, and reports whether they are stable.
func (b *bounder) improve(ctx context.Context, sign int) (stable bool, err error) {
	n := len(b.Positions)
	most := min(maxRounds*n*b.Roles, max(maxValues, 4*n*b.Roles))
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

// value returns a role's value in a position's matrix game, rounded down.
func (b *bounder) value(at, role int) fraction {
	s := b.stage(&b.Positions[at], b.measure, role)
	b.entries = b.entries[:0]
	for i := range s.children {
		c := &s.children[i]
		if c.Known {
			b.entries = append(b.entries, matrix.Fraction(b.known[role][c.Index]))
		} else {
			b.entries = append(b.entries, matrix.Fraction(b.low[c.roleAt(role)][c.Index]))
		}
	}
	if odds := b.Positions[at].Odds; odds != nil {
		list := make([]*big.Rat, len(b.entries))
		for i, e := range b.entries {
			list[i] = fraction(e).rat()
		}
		return b.down(mean(odds, list))
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
	return b.down(v)
}

// choice returns the index of the entry that results if both sides play pure
// strategies and the role whose value is measured chooses first.
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

// fraction is a bound whose denominator is at most maxDen.
type fraction matrix.Fraction

// maxDen keeps products of numerators and denominators within 64 bits.
const maxDen = 1 << 20

func (f fraction) rat() *big.Rat { return big.NewRat(f.Num, f.Den) }

func (f fraction) compare(o fraction) int { return cmp.Compare(f.Num*o.Den, o.Num*f.Den) }

// down returns x if its denominator is at most b.den. Otherwise it returns the
// greatest multiple of 1/b.den that is less than x.
func (b *bounder) down(x *big.Rat) fraction {
	if x.Denom().IsInt64() && x.Denom().Int64() <= b.den {
		return fraction{x.Num().Int64(), x.Denom().Int64()}
	}
	n := new(big.Int).Mul(x.Num(), big.NewInt(b.den))
	n.Div(n, x.Denom()) // rounds down, since the denominator is positive
	rounded := new(big.Rat).SetFrac(n, big.NewInt(b.den))
	return fraction{rounded.Num().Int64(), rounded.Denom().Int64()}
}

// simplest returns the fraction in [lo, hi] with the smallest denominator.
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
