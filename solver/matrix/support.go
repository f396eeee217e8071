package matrix

import (
	"math"
	"math/big"
	"slices"
)

// support computes the value of a game with long fractions from its support, the rows
// and columns used by optimal strategies. It finds the support in floating point and
// solves the restricted game exactly. The result is the value of the whole game if no
// other row or column does better against the resulting strategies. If floating point
// is too imprecise to decide this, exact arithmetic is used. A tableau of the whole
// game would be slower, because each pivot changes all entries.
type support struct {
	game    *Game // the game restricted to the support
	tableau floats
	approx  []float64 // entries of the game
	entries []*big.Rat
	x, y    weights
}

// weights is a mixed strategy. Each probability is a numerator divided by the
// sum of all numerators.
type weights struct {
	lines      []int // rows or columns
	numerators []*big.Int
	approx     []float64 // probabilities
}

// solveBySupport returns the value of the reduced game, or nil if it does not find
// the support.
func (g *Game) solveBySupport(a []*big.Rat) *big.Rat {
	s := &g.support
	if s.game == nil {
		s.game = new(Game)
	}
	s.approx = s.approx[:0]
	for _, r := range a {
		s.approx = append(s.approx, approximate(r))
	}
	if !s.find(g) {
		return nil
	}
	return g.proveSupport(a)
}

// proveSupport returns the value of the game if it equals the value of the game
// restricted to the support, and nil otherwise.
func (g *Game) proveSupport(a []*big.Rat) *big.Rat {
	s := &g.support
	small := s.game
	s.entries = s.entries[:0]
	for _, i := range s.x.lines {
		for _, j := range s.y.lines {
			s.entries = append(s.entries, a[i*g.cols+j])
		}
	}
	small.selectAll(len(s.x.lines), len(s.y.lines))
	small.loadRats(s.entries)
	small.maximize()
	s.setStrategies()
	v := small.value()
	approx := approximate(v)
	for _, i := range g.live[0] {
		if !slices.Contains(s.x.lines, i) && s.beats(&s.y, v, approx, 1, a, i*g.cols, 1) {
			return nil
		}
	}
	for _, j := range g.live[1] {
		if !slices.Contains(s.y.lines, j) && s.beats(&s.x, v, approx, -1, a, j, g.cols) {
			return nil
		}
	}
	return v
}

func (g *Game) selectAll(rows, cols int) {
	g.rows, g.cols, g.saddle = rows, cols, false
	for side, n := range [2]int{rows, cols} {
		g.live[side] = g.live[side][:0]
		for i := range n {
			g.live[side] = append(g.live[side], i)
		}
	}
}

// find computes the support. It returns false if floating point is too imprecise.
func (s *support) find(g *Game) bool {
	rows, cols := g.live[0], g.live[1]
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range rows {
		for _, j := range cols {
			v := s.approx[i*g.cols+j]
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
			t.entries[i*(len(cols)+1)+j] = (s.approx[row*g.cols+col]-low)/(high-low) + 1
		}
	}
	if !t.maximize() {
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

func (s *support) setStrategies() {
	t := &s.game.tableau
	sum := t.entry(t.rows, t.cols)
	for side, w := range [2]*weights{&s.x, &s.y} {
		w.numerators, w.approx = w.numerators[:0], w.approx[:0]
		for n := range w.lines {
			weight := new(big.Int)
			if side == 0 {
				if at := t.where[t.cols+n]; at >= 0 {
					weight = t.entry(t.rows, at)
				}
			} else if at := t.where[n]; at < 0 {
				weight = t.entry(^at, t.cols)
			}
			w.numerators = append(w.numerators, weight)
			w.approx = append(w.approx, ratio(weight, sum))
		}
	}
}

// beats reports whether a line of the game is worth more than v against a
// strategy of the other role, or less than v if sign is negative. The entries
// of the line start at a[first] and are step apart. The argument approx is v in
// floating point.
func (s *support) beats(other *weights, v *big.Rat, approx float64, sign float64, a []*big.Rat, first, step int) bool {
	const precision = 1e-14 // per term; the errors of terms add up
	sum, most := 0.0, math.Abs(approx)
	for n, line := range other.lines {
		term := other.approx[n] * s.approx[first+line*step]
		sum += term
		most += math.Abs(term)
	}
	if off := sign * (sum - approx); math.Abs(off) > precision*most*float64(len(other.lines)+1)+subnormal {
		return off > 0
	}
	t := &s.game.tableau
	exact, term := new(big.Rat), new(big.Rat)
	for n, line := range other.lines {
		exact.Add(exact, term.Mul(term.SetInt(other.numerators[n]), a[first+line*step]))
	}
	c := exact.Cmp(term.Mul(term.SetInt(t.entry(t.rows, t.cols)), v))
	return sign > 0 && c > 0 || sign < 0 && c < 0
}

// subnormal bounds the error of numbers too small for a small relative error.
const subnormal = 1e-300

// approximate returns r with a relative error of at most 1e-15. If |r| is less
// than subnormal, the absolute error is at most subnormal.
func approximate(r *big.Rat) float64 { return ratio(r.Num(), r.Denom()) }

// ratio returns a/b with a relative error of at most 1e-15. It requires b > 0.
func ratio(a, b *big.Int) float64 {
	x, n := leading(a)
	y, m := leading(b)
	return math.Ldexp(x/y, n-m)
}

// leading returns f and power such that f * 2^power approximates x.
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
