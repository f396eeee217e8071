package model

import (
	"fmt"
	"testing"

	"zermelo/reports/reportstest"
)

func TestOpeningTreeHasTheDepthAskedFor(t *testing.T) {
	b := reportstest.SolvedGame(t, "tron:size=3x4")
	r, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewPictureSet(b, r, 0)
	if err != nil || len(g.Openings) != 0 {
		t.Errorf("depth 0: %d moves, error %v", len(g.Openings), err)
	}
	// The start has four moves, one of which is terminal. After each of the others, blue has
	// four moves.
	g, err = NewPictureSet(b, r, 2)
	if err != nil {
		t.Fatal(err)
	}
	var lengths []int
	for _, o := range g.Openings {
		lengths = append(lengths, len(o.Replies))
	}
	if got, want := fmt.Sprint(lengths), "[4 4 4 0]"; got != want {
		t.Errorf("replies %s, want %s", got, want)
	}
}
