package reports

import (
	"context"
	"testing"

	"zermelo/solver/search"
)

// TestTableAnalysis holds what a table tells of positions against what a search
// finds there: in games with two payoffs, with three, and with scores that add up
// to nothing.
func TestTableAnalysis(t *testing.T) {
	for _, tt := range []struct {
		spec  string
		moves []string
	}{
		{"breakthrough:size=3x4,rows=1", nil},
		{"tron:size=3x4", nil},
		{"tron:size=3x4", []string{"moveUp"}},
		{"connect4:size=3x4,connect=3", nil},
		{"connect4:size=3x4,connect=3", []string{"1", "1"}},
		{"connect4:size=3x4,connect=3", []string{"1", "2", "1"}},
		{"othello:size=4x4", []string{"b1", "a1", "a2"}},
	} {
		b := naiveBook(t, tt.spec)
		line, err := b.Follow("", tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		at := line[len(line)-1]
		got, err := TableAnalysis(b, at)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Analyze(context.Background(), variant(t, tt.spec), at.Text, search.DeepenOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Low != want.Low || got.High != want.High || got.Estimate != want.Estimate || got.Mover != want.Mover {
			t.Errorf("%s after %v: the table says %s gets %d to %d, estimate %v; the search %s, %d to %d, %v",
				tt.spec, tt.moves, got.Mover, got.Low, got.High, got.Estimate, want.Mover, want.Low, want.High, want.Estimate)
		}
	}
}
