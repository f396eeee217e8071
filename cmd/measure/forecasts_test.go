package main

import (
	"strings"
	"testing"
	"time"
)

// TestLowerBoundsAreNotEstimates checks which forecasts count as estimates.
func TestLowerBoundsAreNotEstimates(t *testing.T) {
	var all tally
	for _, c := range []struct {
		row  forecastRow
		note string // in the row
	}{
		{forecastRow{States: 900, Low: 800, High: 1200}, "| 800–1.2e+03 | 0.90 |  |"},
		{forecastRow{States: 300, Low: 200, High: 400}, "| **not covered** |"},
		{forecastRow{States: 1000, Low: 1000, High: 1000, Exact: true}, "| exact |"},
		{forecastRow{States: 100, Low: 100}, "| more than 100 | 0.10 | not known |"},
		{forecastRow{States: 990, Tiers: []any{"tier"}}, "| none | 0.99 |  |"},
	} {
		c.row.truth, c.row.cpu = 1000, time.Second
		if text := c.row.String(); !strings.Contains(text, c.note) {
			t.Errorf("got %q, want %q", text, c.note)
		}
		all.add(&c.row)
	}
	const want = `
5 variants, 1 of them counted exactly and 1 not known. Of the other 3, 2 have an interval, which
contains the number of states in 1; the forecast is within a factor of 2 in 2 and within a factor
of 4 in 3. The maximum processor time is 1.00 s.
`
	if text := all.String(); text != want {
		t.Errorf("got %q, want %q", text, want)
	}
}
