package matrix

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"zermelo/solver/matrix/matrixtest"
)

// drawMatrix draws a random integer matrix. It is often degenerate, with few
// distinct entries, constant rows, or duplicate rows and columns.
func drawMatrix(t *rapid.T, most int) (rows, cols int, a []int64) {
	rows, cols = rapid.IntRange(1, most).Draw(t, "rows"), rapid.IntRange(1, most).Draw(t, "cols")
	top := rapid.SampledFrom([]int64{1, 2, 5, 100, 1 << 30, 1 << 50, math.MaxInt64}).Draw(t, "top")
	a = rapid.SliceOfN(rapid.Int64Range(-top, top), rows*cols, rows*cols).Draw(t, "a")
	if i := rapid.IntRange(0, 2*rows).Draw(t, "copied row"); i < rows {
		copy(a[:cols], a[i*cols:(i+1)*cols])
	}
	if j := rapid.IntRange(0, 2*cols).Draw(t, "copied column"); j < cols {
		for i := range rows {
			a[i*cols] = a[i*cols+j]
		}
	}
	if i := rapid.IntRange(0, 4*rows).Draw(t, "constant row"); i < rows {
		for j := range cols {
			a[i*cols+j] = a[i*cols]
		}
	}
	return rows, cols, a
}

func TestMatrixIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols, a := drawMatrix(t, 6)
		r := matrixtest.Wholes(a...)
		v, x, y := Solve(rows, cols, r)
		if s := matrixtest.Optimal(rows, cols, r, v, x, y); s != "" {
			t.Fatalf("value %v, x %v, y %v: %s", v, x, y, s)
		}
	})
}

func TestMatrixOfFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols, a := drawMatrix(t, 5)
		r := make([]*big.Rat, len(a))
		for i, v := range a {
			r[i] = big.NewRat(v, rapid.Int64Range(1, 1<<20).Draw(t, "den"))
		}
		v, x, y := Solve(rows, cols, r)
		if s := matrixtest.Optimal(rows, cols, r, v, x, y); s != "" {
			t.Fatalf("value %v, x %v, y %v: %s", v, x, y, s)
		}
	})
}

func TestMatrixAgainstShapleySnow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols, a := drawMatrix(t, 3)
		r := matrixtest.Wholes(a...)
		v, _, _ := Solve(rows, cols, r)
		if want := matrixtest.NaiveValue(rows, cols, r); want == nil || v.Cmp(want) != 0 {
			t.Fatalf("value %v, by submatrices %v", v, want)
		}
	})
}

// TestMatrixPaths tests that integers and big integers yield the same
// strategies when a solver is reused.
func TestMatrixPaths(t *testing.T) {
	var narrow, exact Game
	rapid.Check(t, func(t *rapid.T) {
		rows, cols, a := drawMatrix(t, 6)
		num, den, ok := narrow.solveInts(rows, cols, a)
		v := exact.Solve(rows, cols, matrixtest.Wholes(a...))
		if ok && (den <= 0 || v.Cmp(big.NewRat(num, den)) != 0) {
			t.Fatalf("%d/%d in integers, exactly %v", num, den, v)
		}
		if w := narrow.value(); w.Cmp(v) != 0 {
			t.Fatalf("value %v by integers, %v by fractions", w, v)
		}
		// Scaling does not change the strategies.
		huge := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 200))
		scaled := make([]*big.Rat, len(a))
		for i, r := range matrixtest.Wholes(a...) {
			scaled[i] = r.Mul(r, huge)
		}
		v2, x2, y2 := Solve(rows, cols, scaled)
		if v2.Quo(new(big.Rat).Set(v2), huge).Cmp(v) != 0 {
			t.Fatalf("value %v of the scaled game, want %v", v2, v)
		}
		x, y := narrow.strategies()
		if s, s2 := fmt.Sprint(x, y), fmt.Sprint(x2, y2); s != s2 {
			t.Fatalf("strategies %s, scaled %s", s, s2)
		}
	})
}

// TestMatrixGrows tests that switching to big integers in the middle of a game
// yields the same result as big integers from the start.
func TestMatrixGrows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	grown := 0
	for n := range 60 {
		rows, cols := 4+n%5, 4+n%3
		a := make([]int64, rows*cols)
		for i := range a {
			a[i] = rng.Int64N(1 << (20 + n%40))
		}
		var g, h Game
		if g.reduce(rows, cols, a); g.saddle {
			continue
		}
		g.loadInts(a)
		if h.reduce(rows, cols, a); h.tableau.isLarge {
			t.Fatal("large too early")
		}
		h.loadInts(a)
		h.tableau.grow()
		g.maximize()
		h.maximize()
		if g.tableau.isLarge {
			grown++
		}
		x, y := g.strategies()
		x2, y2 := h.strategies()
		if g.value().Cmp(h.value()) != 0 || fmt.Sprint(x, y) != fmt.Sprint(x2, y2) {
			t.Fatalf("%dx%d %v: %v and %v", rows, cols, a, g.value(), h.value())
		}
		if s := matrixtest.Optimal(rows, cols, matrixtest.Wholes(a...), g.value(), x, y); s != "" {
			t.Fatal(s)
		}
	}
	if grown < 10 {
		t.Errorf("only %d games outgrew 64 bits", grown)
	}
}

func TestKnownMatrices(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows, cols int
		a          []int64
		want       string
	}{
		{"matching pennies", 2, 2, []int64{1, -1, -1, 1}, "0 [1/2 1/2] [1/2 1/2]"},
		{"rock, paper, scissors", 3, 3, []int64{0, -1, 1, 1, 0, -1, -1, 1, 0}, "0 [1/3 1/3 1/3] [1/3 1/3 1/3]"},
		{"odds and evens of one and two fingers", 2, 2, []int64{-2, 3, 3, -4}, "1/12 [7/12 5/12] [7/12 5/12]"},
		{"win half", 2, 2, []int64{100, 0, 0, 50}, "100/3 [1/3 2/3] [1/3 2/3]"},
		{"first of several saddle points", 3, 3, []int64{1, 0, 1, 5, 2, 2, 3, 2, 2}, "2 [0 1 0] [0 1 0]"},
		{"constant", 2, 3, []int64{4, 4, 4, 4, 4, 4}, "4 [1 0] [1 0 0]"},
		{"one row", 1, 3, []int64{3, 1, 2}, "1 [1] [0 1 0]"},
		{"one column", 3, 1, []int64{3, 4, 2}, "4 [0 1 0] [1]"},
		{"two equal rows", 3, 2, []int64{1, -1, 1, -1, -1, 1}, "0 [1/2 0 1/2] [1/2 1/2]"},
		{"dominated row and column", 3, 3, []int64{1, -1, 2, -1, 1, 2, -2, -1, 9}, "0 [1/2 1/2 0] [1/2 1/2 0]"},
	} {
		v, x, y := Solve(c.rows, c.cols, matrixtest.Wholes(c.a...))
		if got := matrixtest.Text(v, x, y); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestMatrixExtremes tests entries for which the difference plus one overflows.
func TestMatrixExtremes(t *testing.T) {
	const top = math.MaxInt64
	for _, a := range [][]int64{
		{top, -top, -top, top}, {top, 0, 0, top}, {top, 0, 1, top}, {top - 1, -1, 0, top - 1}, {top, -1, 0, top},
		{top - 1, 0, 1, top - 1}, {top, -top, 1 - top, top},
	} {
		var g Game
		num, den, ok := g.solveInts(2, 2, a)
		want := matrixtest.NaiveValue(2, 2, matrixtest.Wholes(a...))
		if v := g.value(); v.Cmp(want) != 0 || ok && want.Cmp(big.NewRat(num, den)) != 0 {
			t.Errorf("%v: value %v, %d/%d, want %v", a, v, num, den, want)
		}
	}
}

// TestFractionsOutOfRange tests fractions that SolveFractions must reject. The
// least integer cannot be negated.
func TestFractionsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		a  []Fraction
		ok bool
	}{
		{[]Fraction{{math.MinInt64, 1}, {3, 1}, {2, 1}, {0, 1}}, false},
		{[]Fraction{{math.MinInt64 + 1, 1}, {3, 1}, {2, 1}, {0, 1}}, true},
		{[]Fraction{{math.MaxInt64, 1}, {1, 2}, {0, 1}, {1, 1}}, false},
		{[]Fraction{{1, math.MaxInt64}, {1, 2}, {0, 1}, {1, 1}}, false},
		{[]Fraction{{1, 0}, {1, 2}, {0, 1}, {1, 1}}, false},
		{[]Fraction{{1, 2}, {1, 3}, {0, 1}, {1, 1}}, true},
	} {
		var g Game
		v, ok := g.SolveFractions(2, 2, c.a)
		if ok != c.ok {
			t.Errorf("%v: solved %v, want %v", c.a, ok, c.ok)
		}
		if !ok {
			continue
		}
		var rats []*big.Rat
		for _, f := range c.a {
			rats = append(rats, big.NewRat(f.Num, f.Den))
		}
		if want := matrixtest.NaiveValue(2, 2, rats); v.Cmp(want) != 0 {
			t.Errorf("%v: value %v, want %v", c.a, v, want)
		}
	}
}

func TestLargeMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{16, 30} {
		a := make([]int64, n*n)
		for i := range a {
			a[i] = rng.Int64N(101)
		}
		v, x, y := Solve(n, n, matrixtest.Wholes(a...))
		if s := matrixtest.Optimal(n, n, matrixtest.Wholes(a...), v, x, y); s != "" {
			t.Errorf("%dx%d: %s", n, n, s)
		}
	}
}

// BenchmarkMatrix solves random games. Small games have no saddle point and no
// dominated lines.
func BenchmarkMatrix(b *testing.B) {
	for _, c := range []struct {
		name       string
		rows, cols int
		top        int64
	}{
		{"2x2", 2, 2, 100}, {"3x3", 3, 3, 100}, {"4x4", 4, 4, 100}, {"4x4 wide", 4, 4, 1 << 40},
		{"8x8", 8, 8, 100}, {"32x32", 32, 32, 100}, {"64x64", 64, 64, 100},
	} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, 6))
			var g Game
			var list [][]int64
			for len(list) < 64 {
				a := make([]int64, c.rows*c.cols)
				for i := range a {
					a[i] = rng.Int64N(c.top + 1)
				}
				g.reduce(c.rows, c.cols, a)
				if !g.saddle && (c.rows > 4 || len(g.live[0]) == c.rows && len(g.live[1]) == c.cols) {
					list = append(list, a)
				}
			}
			for i := 0; b.Loop(); i++ {
				g.solveInts(c.rows, c.cols, list[i%len(list)])
			}
		})
	}
}
