package matrixtest

import (
	"testing"

	_ "zermelo/games/gamestest" // defines the flag -large
)

// TestNaiveValue tests the reference solver on games with known values.
func TestNaiveValue(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		a          []int64
		want       string
	}{
		{1, 1, []int64{7}, "7"},
		{2, 2, []int64{1, -1, -1, 1}, "0"},
		{2, 2, []int64{3, -1, -2, 1}, "1/7"},
		{3, 3, []int64{0, -1, 1, 1, 0, -1, -1, 1, 0}, "0"},
		{2, 3, []int64{4, 2, 5, 3, 1, 0}, "2"},
	} {
		if v := NaiveValue(c.rows, c.cols, Wholes(c.a...)); v == nil || v.RatString() != c.want {
			t.Errorf("%v: value %v, want %s", c.a, v, c.want)
		}
	}
}
