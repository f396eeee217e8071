package matrix

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestCrossAndQuotient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.Int64Range(-math.MaxInt64, math.MaxInt64)
		a, b, c, d := gen.Draw(t, "a"), gen.Draw(t, "b"), gen.Draw(t, "c"), gen.Draw(t, "d")
		want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		want.Sub(want, new(big.Int).Mul(big.NewInt(c), big.NewInt(d)))
		hi, lo := cross(a, b, c, d)
		got := new(big.Int).Lsh(big.NewInt(hi), 64)
		if got.Add(got, new(big.Int).SetUint64(lo)); got.Cmp(want) != 0 {
			t.Fatalf("cross = %v, want %v", got, want)
		}
		den := rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")
		hi, lo = multiply2(a, den)
		if q, ok := quotient(hi, lo, den); !ok || q != a {
			t.Fatalf("%d*%d/%d = %d, %v", a, den, den, q, ok)
		}
		if hi, lo = multiply2(a, b); want.Mul(big.NewInt(a), big.NewInt(b)).IsInt64() {
			if q, ok := quotient(hi, lo, 1); !ok || q != want.Int64() {
				t.Fatalf("quotient by 1 = %d, %v, want %v", q, ok, want)
			}
		} else if _, ok := quotient(hi, lo, 1); ok {
			t.Fatalf("%v was said to fit", want)
		}
	})
}

func multiply2(a, b int64) (int64, uint64) {
	hi, lo := multiply(a, b)
	return int64(hi), lo
}

func TestOddInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Int64().Draw(t, "d") | 1
		if p := d * oddInverse(d); p != 1 {
			t.Fatalf("%d times its inverse is %d", d, p)
		}
	})
}

// TestPivotPaths pivots the same tableau with all three implementations.
func TestPivotPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "cols")
		top := rapid.SampledFrom([]int64{2, 2, 2, 3, 1000, 1 << 20, 1 << 40, math.MaxInt64}).Draw(t, "top")
		var narrow, large tableau
		narrow.reset(rows, cols, -1)
		large.reset(rows, cols, -1)
		large.grow()
		for i := range rows {
			for j := range cols {
				v := rapid.Int64Range(1, top).Draw(t, "v")
				narrow.put(i, j, v)
				large.putLarge(i, j, big.NewInt(v))
			}
		}
		wide := narrow
		wide.small, wide.spare = append([]int64(nil), narrow.small...), make([]int64, len(narrow.small))
		wide.basic, wide.free, wide.where = append([]int(nil), narrow.basic...), append([]int(nil), narrow.free...), append([]int(nil), narrow.where...)
		wide.bound = math.MaxInt64 // pretend that entries are large
		for range 8 {
			k := large.entering()
			if narrow.entering() != k || wide.entering() != k {
				t.Fatal("other entering columns")
			}
			if k < 0 {
				return
			}
			r := large.leaving(k)
			if narrow.leaving(k) != r || wide.leaving(k) != r {
				t.Fatal("other leaving rows")
			}
			if want := naiveLeaving(&large, k); r != want {
				t.Fatalf("row %d leaves, by full comparison %d", r, want)
			}
			narrow.pivot(r, k)
			for i, v := range narrow.small {
				if !narrow.isLarge && magnitude(v)&^narrow.bound != 0 {
					t.Fatalf("entry %d is %d, above the bound %x", i, v, narrow.bound)
				}
			}
			wide.bound = math.MaxInt64
			wide.pivot(r, k)
			large.pivot(r, k)
			for i := 0; i <= rows; i++ {
				for j := 0; j <= cols; j++ {
					n, w, l := narrow.entry(i, j), wide.entry(i, j), large.entry(i, j)
					if n.Cmp(l) != 0 || w.Cmp(l) != 0 {
						t.Fatalf("entry %d, %d: %v, %v, %v", i, j, n, w, l)
					}
				}
			}
			if narrow.denominator().Cmp(large.denominator()) != 0 {
				t.Fatal("other denominators")
			}
		}
	})
}

// TestLeaving tests tableaux with many ties.
func TestLeaving(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var tab tableau
	for range 3000 {
		rows, cols := 2+rng.IntN(4), 2+rng.IntN(4)
		tab.reset(rows, cols, -1)
		for i := range rows {
			for j := range cols {
				tab.put(i, j, 1+rng.Int64N(3))
			}
		}
		for range 6 {
			k := rng.IntN(cols)
			r, want := tab.leaving(k), naiveLeaving(&tab, k)
			if r != want {
				t.Fatalf("row %d leaves, by full comparison %d", r, want)
			}
			if r >= 0 {
				tab.pivot(r, k)
			}
		}
	}
}

// naiveLeaving compares whole rows, which consist of the right-hand side and
// the inverse of the basis, divided by the entry in column k.
func naiveLeaving(t *tableau, k int) int {
	best, least := -1, []*big.Rat(nil)
	for i := range t.rows {
		if t.entry(i, k).Sign() <= 0 {
			continue
		}
		row := []*big.Rat{new(big.Rat).SetFrac(t.entry(i, t.cols), t.entry(i, k))}
		for s := range t.rows {
			e := new(big.Rat)
			if at := t.where[t.cols+s]; at >= 0 {
				e.SetFrac(t.entry(i, at), t.entry(i, k))
			} else if ^at == i {
				e.SetFrac(t.denominator(), t.entry(i, k))
			}
			row = append(row, e)
		}
		if best < 0 || slices.CompareFunc(row, least, (*big.Rat).Cmp) < 0 {
			best, least = i, row
		}
	}
	return best
}
