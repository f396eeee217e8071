package search

import (
	"testing"

	_ "zermelo/games/gamestest" // defines the flag -large
)

func TestResultsKeepTheDearest(t *testing.T) {
	const limit = 100
	r := NewResults[uint64](limit)
	for i := range uint64(20 * limit) {
		s := i * 0x9e3779b9 % (20 * limit)
		r.Add(s, Bounds{Low: 0, High: int(s), Work: uint8(s / (2 * limit))})
		if r.Len() > limit {
			t.Fatalf("%d results after %d, the limit is %d", r.Len(), i, limit)
		}
	}
	for s, b := range r.All() {
		if b.Work < 9 || b.High != int(s) || b.Move != -1 {
			t.Errorf("%d: %+v", s, b)
		}
	}
	if r.Add(3, Bounds{}) || r.Len() > limit {
		t.Errorf("a cheap result is kept; %d", r.Len())
	}
}

func TestResultsNarrowBounds(t *testing.T) {
	r := NewResults[uint64](10)
	for _, c := range []struct {
		add, want Bounds
		changed   bool
	}{
		{Bounds{Low: -5, High: 5, Move: 3, Work: 4}, Bounds{Low: -5, High: 5, Move: -1, Work: 4}, true},
		{Bounds{Low: -7, High: 5, Work: 9}, Bounds{Low: -5, High: 5, Move: -1, Work: 4}, false},
		{Bounds{Low: 0, High: 9, Work: 2}, Bounds{Low: 0, High: 5, Move: -1, Work: 4}, true},
	} {
		if changed := r.Add(1, c.add); changed != c.changed || r.byState[1] != c.want {
			t.Errorf("%+v: %+v, %t, want %+v, %t", c.add, r.byState[1], changed, c.want, c.changed)
		}
	}
	if r.Clear(); r.Len() != 0 {
		t.Error("not cleared")
	}
}
