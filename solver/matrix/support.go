package matrix

import (
	"math"
	"math/big"
	"slices"
)

// support finds the value of a game of long fractions by its support: the rows and columns that
// best play uses. These are taken from a solution in floating point. The small game of them is
// solved exactly. Its value is that of the whole if no other row or column does better against
// its strategies, which is decided exactly where floating point is too close.
//
// The whole tableau has a common denominator of all entries, and pivots all of them. In a game
// of 6 million states, whose values have up to 150 digits, that takes 8 times as long.
type support struct {
	game    *Game // of the rows and columns of the support
	tableau floats
	near    []float64 // entries of the game
	entries []*big.Rat
	x, y    weights
}

// weights are a mixed strategy: whole numbers that stand for shares of their sum.
type weights struct {
	lines []int // rows or columns
	of    []*big.Int
	near  []float64 // shares
}

// bySupport is the value of the game that reduce has left something of, nil where floating point
// does not lead to it.
func (g *Game) bySupport(a []*big.Rat) *big.Rat {
	s := &g.support
	if s.game == nil {
		s.game = new(Game)
	}
	s.near = s.near[:0]
	for _, r := range a {
		s.near = append(s.near, approximate(r))
	}
	if !s.find(g) {
		return nil
	}
	return g.proveSupport(a)
}

// proveSupport is the value of the game if it is that of its support, else nil.
func (g *Game) proveSupport(a []*big.Rat) *big.Rat {
	s := &g.support
	small := s.game
	s.entries = s.entries[:0]
	for _, i := range s.x.lines {
		for _, j := range s.y.lines {
			s.entries = append(s.entries, a[i*g.cols+j])
		}
	}
	small.whole(len(s.x.lines), len(s.y.lines))
	small.loadRats(s.entries)
	small.maximise()
	s.weigh()
	v := small.Value()
	near := approximate(v)
	for _, i := range g.live[0] {
		if !slices.Contains(s.x.lines, i) && s.beats(&s.y, v, near, 1, a, i*g.cols, 1) {
			return nil
		}
	}
	for _, j := range g.live[1] {
		if !slices.Contains(s.y.lines, j) && s.beats(&s.x, v, near, -1, a, j, g.cols) {
			return nil
		}
	}
	return v
}

// whole says that all rows and columns are left.
func (g *Game) whole(rows, cols int) {
	g.rows, g.cols, g.saddle = rows, cols, false
	for side, n := range [2]int{rows, cols} {
		g.live[side] = g.live[side][:0]
		for i := range n {
			g.live[side] = append(g.live[side], i)
		}
	}
}

// find finds the support in floating point. It reports false where that is not precise enough.
func (s *support) find(g *Game) bool {
	rows, cols := g.live[0], g.live[1]
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range rows {
		for _, j := range cols {
			v := s.near[i*g.cols+j]
			low, high = min(low, v), max(high, v)
		}
	}
	if d := high - low; !(d > 1e-6*max(math.Abs(low), math.Abs(high))) || math.IsInf(d, 0) {
		return false
	}
	t := &s.tableau
	t.reset(len(rows), len(cols))
	for i, row := range rows {
		for j, col := range cols {
			t.entries[i*(len(cols)+1)+j] = (s.near[row*g.cols+col]-low)/(high-low) + 1
		}
	}
	if !t.maximise() {
		return false
	}
	s.x.lines, s.y.lines = s.x.lines[:0], s.y.lines[:0]
	for j, col := range cols {
		if t.where[j] < 0 {
			s.y.lines = append(s.y.lines, col)
		}
	}
	for i, row := range rows {
		if t.where[len(cols)+i] >= 0 {
			s.x.lines = append(s.x.lines, row)
		}
	}
	return len(s.x.lines) > 0 && len(s.y.lines) > 0
}

// weigh takes the strategies of the small game.
func (s *support) weigh() {
	t := &s.game.tableau
	sum := t.entry(t.rows, t.cols)
	for side, w := range [2]*weights{&s.x, &s.y} {
		w.of, w.near = w.of[:0], w.near[:0]
		for n := range w.lines {
			weight := new(big.Int)
			if side == 0 {
				if at := t.where[t.cols+n]; at >= 0 {
					weight = t.entry(t.rows, at)
				}
			} else if at := t.where[n]; at < 0 {
				weight = t.entry(^at, t.cols)
			}
			w.of = append(w.of, weight)
			w.near = append(w.near, ratio(weight, sum))
		}
	}
}

// beats says whether a line of the game, whose entries are step apart from first on, is worth
// more than v against a strategy of the other role; less, if sign is negative. Near is about v.
func (s *support) beats(other *weights, v *big.Rat, near float64, sign float64, a []*big.Rat, first, step int) bool {
	const precision = 1e-14 // of a term; those of a sum add up
	sum, most := 0.0, math.Abs(near)
	for n, line := range other.lines {
		term := other.near[n] * s.near[first+line*step]
		sum += term
		most += math.Abs(term)
	}
	if off := sign * (sum - near); math.Abs(off) > precision*most*float64(len(other.lines)+1)+subnormal {
		return off > 0
	}
	t := &s.game.tableau
	exact, term := new(big.Rat), new(big.Rat)
	for n, line := range other.lines {
		exact.Add(exact, term.Mul(term.SetInt(other.of[n]), a[first+line*step]))
	}
	c := exact.Cmp(term.Mul(term.SetInt(t.entry(t.rows, t.cols)), v))
	return sign > 0 && c > 0 || sign < 0 && c < 0
}

// subnormal is more than how far from the truth numbers can be that are too small to be precise.
const subnormal = 1e-300

// approximate is about r, within 1e-15 of it, or within subnormal if it is smaller than that.
func approximate(r *big.Rat) float64 { return ratio(r.Num(), r.Denom()) }

// ratio is about a/b, within 1e-15 of it. B is above 0.
func ratio(a, b *big.Int) float64 {
	x, n := leading(a)
	y, m := leading(b)
	return math.Ldexp(x/y, n-m)
}

// leading is about x as a number times a power of two.
func leading(x *big.Int) (f float64, power int) {
	const size = 32 << (^big.Word(0) >> 63)
	words := x.Bits()
	last := max(0, len(words)-3)
	for i := len(words) - 1; i >= last; i-- {
		f = f*(1<<(size-1)*2) + float64(words[i])
	}
	if x.Sign() < 0 {
		f = -f
	}
	return f, last * size
}
