package solved_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestWatchProvesTheValuesOfAllMoves watches a search until it ends and compares the result
// with a table.
func TestWatchProvesTheValuesOfAllMoves(t *testing.T) {
	const spec = "breakthrough:size=3x4,rows=1"
	b := reportstest.NaiveGame(t, spec)
	want, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	w, err := solved.NewSearcher(reportstest.Variant(t, spec), 2, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for range 2 { // second run with cached results
		var last *solved.Analysis
		told := 0
		if err := w.Watch(t.Context(), "", func(a *solved.Analysis) { last, told = a, told+1 }); err != nil {
			t.Fatal(err)
		}
		if told < 2 || !last.Proven || len(last.Moves) != len(want.Moves) {
			t.Fatalf("told %d times, at last %+v", told, last)
		}
		for _, m := range last.Moves {
			for _, known := range want.Moves {
				if payoff, _ := known.Outcome.Payoff[0].Float64(); m.Move == known.Name && (!m.Proven || float64(m.Low) != payoff) {
					t.Errorf("move %s: %+v, want %v", m.Move, m, payoff)
				}
			}
		}
	}
}

// TestWatchEndsWithItsContext watches infinite searches: the first is cancelled after a result,
// the second before it starts.
func TestWatchEndsWithItsContext(t *testing.T) {
	w, err := solved.NewSearcher(reportstest.Variant(t, "breakthrough-small"), 2, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ended, cancel := context.WithCancel(t.Context())
	var last *solved.Analysis
	if err := w.Watch(ended, "", func(a *solved.Analysis) { last = a; cancel() }); err != nil || last.Proven || len(last.Moves) == 0 {
		t.Errorf("%v: %+v", err, last)
	}
	last = nil
	if err := w.Watch(ended, "", func(a *solved.Analysis) { last = a }); err != nil || len(last.Line) == 0 {
		t.Errorf("%v: %+v", err, last)
	}
	if a, err := w.Search(t.Context(), "", time.Millisecond); err != nil || len(a.Line) == 0 {
		t.Errorf("%v: %+v", err, a)
	}
	if _, err := w.Search(t.Context(), "what", time.Millisecond); err == nil || !strings.Contains(err.Error(), "what") {
		t.Errorf("a malformed position: %v", err)
	}
}
