package main

import (
	"strings"
	"testing"
)

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args  []string
		count int
		want  string
	}{
		{nil, 1, ""},
		{[]string{"growth"}, 3, `unexpected argument "growth"; see measure -help`},
		{nil, 0, "-count 0: must be at least 1"},
	} {
		got := ""
		if err := check(c.args, c.count); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("arguments %q, count %d: error %q, want %q", c.args, c.count, got, c.want)
		}
	}
}

func TestPageNamesTheNumberOfRuns(t *testing.T) {
	if one, three := choice(1)+flags(1, false), choice(3)+flags(3, false); !strings.Contains(one, "a single run. -count 1") || three != "Each row is the run with the least processor time of 3." {
		t.Errorf("%q for one run, %q for three", one, three)
	}
}

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
