package matrix

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/solver/matrix/matrixtest"
)

// longFractions returns n matrix entries of about the given number of bits.
// Some are equal or nearly equal.
func longFractions(rng *rand.Rand, n, bits int) []*big.Rat {
	long := func() *big.Int {
		x := big.NewInt(1)
		for x.BitLen() < bits {
			x.Add(x.Lsh(x, 60), big.NewInt(rng.Int64N(1<<60)))
		}
		return x
	}
	a := make([]*big.Rat, n)
	for i := range a {
		switch {
		case i > 0 && rng.IntN(6) == 0:
			a[i] = a[rng.IntN(i)]
		case i > 0 && rng.IntN(20) == 0:
			a[i] = new(big.Rat).Add(a[rng.IntN(i)], new(big.Rat).SetFrac(big.NewInt(1), long()))
		default:
			a[i] = new(big.Rat).SetFrac(long(), long())
			a[i].Add(a[i], big.NewRat(rng.Int64N(100), 1))
		}
	}
	return a
}

// TestSupportGivesTheValue compares the values from the support with those of
// the whole tableau. Most games must be solved by their support.
func TestSupportGivesTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var g Game
	tried, found := 0, 0
	for range 500 {
		rows, cols := 2+rng.IntN(5), 2+rng.IntN(5)
		a := longFractions(rng, rows*cols, 200)
		if g.reduce(rows, cols, Ranks(a)) {
			continue
		}
		tried++
		v := g.solveBySupport(a)
		want, x, y := Solve(rows, cols, a)
		if s := matrixtest.Optimal(rows, cols, a, want, x, y); s != "" {
			t.Fatal(s)
		}
		if v == nil {
			continue
		}
		if found++; v.Cmp(want) != 0 {
			t.Fatalf("%dx%d, %v: value %v by the support %v of %v, want %v", rows, cols, a, v, g.support.x.lines, g.support.y.lines, want)
		}
	}
	if tried < 100 || found < tried*9/10 {
		t.Errorf("%d of %d games were solved by their support", found, tried)
	}
}

// TestWrongSupportIsFound tests that proveSupport detects a wrong support.
func TestWrongSupportIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	found, wrong := 0, 0
	for range 300 {
		rows, cols := 3+rng.IntN(3), 3+rng.IntN(3)
		a := longFractions(rng, rows*cols, 100)
		var g Game
		if g.reduce(rows, cols, Ranks(a)) || g.solveBySupport(a) == nil {
			continue
		}
		s := &g.support
		s.x.lines, s.y.lines = []int{g.live[0][0]}, []int{g.live[1][0]}
		want, _, _ := Solve(rows, cols, a)
		found++
		if v := g.proveSupport(a); v == nil {
			wrong++
		} else if v.Cmp(want) != 0 {
			t.Fatalf("%dx%d, %v: value %v by one row and column, want %v", rows, cols, a, v, want)
		}
	}
	if wrong < 50 || wrong < found*9/10 {
		t.Errorf("%d of %d wrong supports were detected", wrong, found)
	}
}

func BenchmarkLongFractions(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	a := longFractions(rng, 25, 500)
	b.Run("tableau", func(b *testing.B) {
		for b.Loop() {
			Solve(5, 5, a)
		}
	})
	b.Run("support", func(b *testing.B) {
		var g Game
		for b.Loop() {
			g.Solve(5, 5, a)
		}
	})
}

func TestRanksDistinguishFractionsThatFloatsDoNot(t *testing.T) {
	third, tiny := big.NewRat(1, 3), new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	more, less := new(big.Rat).Add(third, tiny), new(big.Rat).Sub(third, tiny)
	if got, want := Ranks([]*big.Rat{more, third, less, big.NewRat(1, 3)}), []int64{2, 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
}
