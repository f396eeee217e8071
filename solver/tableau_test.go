package solver

import (
	"math"
	"math/big"
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

// TestPivotPaths pivots the same tableau in the three ways that there are.
func TestPivotPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "cols")
		top := rapid.SampledFrom([]int64{3, 1000, 1 << 20, 1 << 40, math.MaxInt64}).Draw(t, "top")
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
		wide.bound = math.MaxInt64 // claim that entries are large
		for range 8 {
			k := large.steepest()
			if narrow.steepest() != k || wide.steepest() != k {
				t.Fatal("other entering columns")
			}
			if k < 0 {
				return
			}
			r := large.leaving(k)
			if narrow.leaving(k) != r || wide.leaving(k) != r {
				t.Fatal("other leaving rows")
			}
			narrow.pivot(r, k)
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
