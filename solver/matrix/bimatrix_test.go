package matrix

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/matrix/matrixtest"
)

func TestMixedEquilibriumIsNash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols, a := drawMatrix(t, 5)
		top := rapid.SampledFrom([]int64{1, 2, 10, 1 << 60}).Draw(t, "top of b")
		b := rapid.SliceOfN(rapid.Int64Range(0, top), rows*cols, rows*cols).Draw(t, "b")
		ra, rb := matrixtest.Wholes(a...), matrixtest.Wholes(b...)
		for i := range rb {
			rb[i].Quo(rb[i], big.NewRat(rapid.Int64Range(1, 9).Draw(t, "den"), 1))
		}
		x, y := MixedEquilibrium(rows, cols, ra, rb)
		if s := matrixtest.Nash(rows, cols, ra, rb, x, y); s != "" {
			t.Fatalf("x %v, y %v: %s", x, y, s)
		}
	})
}

func TestMixedEquilibriumOfLargeGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{8, 12, 16} {
		for _, top := range []int64{1, 2, 1000} {
			var a, b []int64
			for range n * (n + 1) {
				a, b = append(a, rng.Int64N(top+1)), append(b, rng.Int64N(top+1))
			}
			ra, rb := matrixtest.Wholes(a...), matrixtest.Wholes(b...)
			x, y := MixedEquilibrium(n, n+1, ra, rb)
			if s := matrixtest.Nash(n, n+1, ra, rb, x, y); s != "" {
				t.Errorf("%d rows, entries to %d: %s", n, top, s)
			}
		}
	}
}

func TestKnownBimatrices(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows, cols int
		a, b       []int64
		pure       string
		mixed      string // set if it is the only equilibrium
	}{
		{"prisoner's dilemma", 2, 2, []int64{3, 0, 5, 1}, []int64{3, 5, 0, 1}, "[[1 1]]", "[0 1] [0 1]"},
		{"battle of the sexes", 2, 2, []int64{2, 0, 0, 1}, []int64{1, 0, 0, 2}, "[[0 0] [1 1]]", ""},
		{"coordination", 2, 2, []int64{5, 0, 0, 5}, []int64{5, 0, 0, 5}, "[[0 0] [1 1]]", ""},
		{"matching pennies", 2, 2, []int64{1, -1, -1, 1}, []int64{-1, 1, 1, -1}, "[]", "[1/2 1/2] [1/2 1/2]"},
		// Inspection costs 6; cheating gains 10 if unseen and loses 90 if seen.
		{"inspection", 2, 2, []int64{0, 0, 10, -90}, []int64{0, -6, -10, -6}, "[]", "[2/5 3/5] [9/10 1/10]"},
		{"asymmetric pennies", 2, 2, []int64{3, 0, 0, 1}, []int64{0, 1, 2, 0}, "[]", "[2/3 1/3] [1/4 3/4]"},
		{"rock, paper, scissors", 3, 3, []int64{0, -1, 1, 1, 0, -1, -1, 1, 0}, []int64{0, 1, -1, -1, 0, 1, 1, -1, 0},
			"[]", "[1/3 1/3 1/3] [1/3 1/3 1/3]"},
		{"all alike", 2, 2, []int64{1, 1, 1, 1}, []int64{1, 1, 1, 1}, "[[0 0] [0 1] [1 0] [1 1]]", ""},
		{"saddle points in a row", 2, 3, []int64{2, 2, 3, 1, 0, 5}, []int64{-2, -2, -3, -1, 0, -5}, "[[0 0] [0 1]]", ""},
	} {
		a, b := matrixtest.Wholes(c.a...), matrixtest.Wholes(c.b...)
		if got := fmt.Sprint(pairs(c.cols, PureEquilibria([]int{c.rows, c.cols}, [][]int64{c.a, c.b}))); got != c.pure {
			t.Errorf("%s: pure equilibria %s, want %s", c.name, got, c.pure)
		}
		x, y := MixedEquilibrium(c.rows, c.cols, a, b)
		if s := matrixtest.Nash(c.rows, c.cols, a, b, x, y); s != "" {
			t.Errorf("%s: x %v, y %v: %s", c.name, x, y, s)
		}
		if got := matrixtest.Text(new(big.Rat), x, y)[2:]; c.mixed != "" && got != c.mixed {
			t.Errorf("%s: %s, want %s", c.name, got, c.mixed)
		}
	}
}

// pairs converts joint moves of two roles to (row, column) pairs.
func pairs(cols int, joint []int) (list [][2]int) {
	for _, at := range joint {
		list = append(list, [2]int{at / cols, at % cols})
	}
	return list
}

// TestPureEquilibriaOfManyRoles compares the list with the definition.
func TestPureEquilibriaOfManyRoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 3), 1, 4).Draw(t, "sizes")
		n := 1
		for _, size := range sizes {
			n *= size
		}
		var order [][]int64
		for range sizes {
			order = append(order, rapid.SliceOfN(rapid.Int64Range(0, 3), n, n).Draw(t, "order"))
		}
		var want []int
		for at := range n {
			stays, step := true, n
			for role, size := range sizes {
				step /= size
				for move := range size {
					other := at + (move-at/step%size)*step
					stays = stays && order[role][other] <= order[role][at]
				}
			}
			if stays {
				want = append(want, at)
			}
		}
		if got := PureEquilibria(sizes, order); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v %v: %v, want %v", sizes, order, got, want)
		}
	})
}

// TestPureEquilibriaAgainstNash compares the list with the definition.
func TestPureEquilibriaAgainstNash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols")
		gen := rapid.SliceOfN(rapid.Int64Range(0, 2), rows*cols, rows*cols)
		a, b := matrixtest.Wholes(gen.Draw(t, "a")...), matrixtest.Wholes(gen.Draw(t, "b")...)
		var want [][2]int
		for i := range rows {
			for j := range cols {
				x, y := zeros(rows), zeros(cols)
				x[i].SetInt64(1)
				y[j].SetInt64(1)
				if matrixtest.Nash(rows, cols, a, b, x, y) == "" {
					want = append(want, [2]int{i, j})
				}
			}
		}
		if got := pairs(cols, PureEquilibria([]int{rows, cols}, [][]int64{Ranks(a), Ranks(b)})); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func BenchmarkLemkeHowson(b *testing.B) {
	for _, n := range []int{2, 4, 8} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, 6))
			var p, q []int64
			for range n * n {
				p, q = append(p, rng.Int64N(101)), append(q, rng.Int64N(101))
			}
			pr, qr := matrixtest.Wholes(p...), matrixtest.Wholes(q...)
			for b.Loop() {
				MixedEquilibrium(n, n, pr, qr)
			}
		})
	}
}
