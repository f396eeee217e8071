package main

import "testing"

func TestSlope(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   string
	}{
		{[]float64{10, 1e4, 1e6}, []float64{5, 1, 100}, "1.00"},
		{[]float64{1e4, 1e5, 1e6}, []float64{1, 100, 10_000}, "2.00"},
		{[]float64{10, 100, 1e5}, []float64{1, 2, 3}, ""},
	} {
		if got := slope(c.xs, c.ys); got != c.want {
			t.Errorf("slope of %v over %v is %q, want %q", c.ys, c.xs, got, c.want)
		}
	}
}
