package render

import (
	"strings"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/words"
)

// TestReportsBeginWithWhatMatters checks the paragraph below the answer.
func TestReportsBeginWithWhatMatters(t *testing.T) {
	for spec, want := range map[string][]string{
		// From the values of the first moves and of the line in the golden files.
		"tron:size=3x4": {"Red moves first and loses after each of the 4 moves.", "only one move keeps the value at 2 of 7 plies"},
		"breakthrough:size=3x4,rows=1,captures=diagonal": {"White moves first, and", "keep the win"},
		"tron:size=3x5,turns=simultaneous":               {"Both players move simultaneously; perfect play uses"},
		"coordination:rounds=3":                          {"White moves first, and each of the 2 moves keeps the value."},
	} {
		r, err := model.New(reportstest.SolvedGame(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		text := summary(r)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q does not say %q", spec, text, part)
			}
		}
		answer := layOut(r).sections[1]
		if goal := layOut(r).sections[0].Blocks[0]; goal != paragraph(words.Sentence(r.Info.Summary)) {
			t.Errorf("%s: the rules begin with %q", spec, goal)
		}
		if answer.Title != "Answer" || string(answer.Blocks[1].(paragraph)) != text {
			t.Errorf("%s: the paragraph is not below the answer", spec)
		}
	}
}

// TestMovesOfEqualWorthAreOneRow folds the first moves of a game with many moves.
func TestMovesOfEqualWorthAreOneRow(t *testing.T) {
	for spec, want := range map[string]int{"tictactoe:size=3x3,in-a-row=2": 1, "hex:size=3x3": 4, "tron:size=3x4": 4} {
		r, err := model.New(reportstest.SolvedGame(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		moves, rows := 0, foldedMoves(r.Info, r.Start)[0].(*table).Rows
		for _, g := range equalMoves(r.Start) {
			for _, m := range g.Moves {
				if m.Value.Words != g.Value {
					t.Errorf("%s: %s is %s, in a group of %s", spec, m.Name, m.Value.Words, g.Value)
				}
				moves++
			}
		}
		if len(rows) != want || moves != len(r.Start.Moves) {
			t.Errorf("%s: %d rows, want %d; %d moves of %d: %q", spec, len(rows), want, moves, len(r.Start.Moves), rows)
		}
	}
}

// TestChartsOfMoversHaveNoSawTeeth counts how often the share of wins changes direction from
// layer to layer. Lines of a single mover must have far fewer changes.
func TestChartsOfMoversHaveNoSawTeeth(t *testing.T) {
	r, err := model.New(reportstest.SolvedGame(t, "tron:size=4x4"))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Alternating {
		t.Fatal("red and blue move in turn")
	}
	turns := func(layers []model.Layer) (n int) {
		up := false
		for i := 1; i < len(layers); i++ {
			share := func(l *model.Layer) float64 { return model.Mean(statesWith(l, "100"), l.States) }
			rises := share(&layers[i]) > share(&layers[i-1])
			if i > 1 && rises != up {
				n++
			}
			up = rises
		}
		return n
	}
	all, apart := turns(r.Layers), 0
	for _, s := range seriesOf(r) {
		apart = max(apart, turns(s.layers))
	}
	if all < len(r.Layers)/2 || apart > all/3 {
		t.Errorf("%d turns in all of %d layers, %d in those of one mover", all, len(r.Layers), apart)
	}
}

// TestBoardsLeadToTheExplorer follows the links of a page with an explorer and checks that a
// page without an explorer has none.
func TestBoardsLeadToTheExplorer(t *testing.T) {
	b := reportstest.SolvedGame(t, "tron:size=3x4")
	r, err := model.New(b)
	if err != nil {
		t.Fatal(err)
	}
	g, err := model.NewPictureSet(b, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	var with, without strings.Builder
	if err := renderHTML(&with, r, g, "../../"); err != nil {
		t.Fatal(err)
	}
	if err := renderHTML(&without, r, g, ""); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(without.String(), "../../") {
		t.Error("links without an explorer")
	}
	// The start, each first move and each board of the line have a link.
	links := strings.Count(with.String(), `<a href="../../?p=`)
	if least := 1 + len(r.Start.Moves) + len(r.Line.Moves); links < least {
		t.Errorf("%d links, want %d and more", links, least)
	}
	if want := `<a href="../../?p=...%2F.R.%2F.B.%2F...%3Ared&amp;table=tron%3Asize%3D3x4"><svg`; !strings.Contains(with.String(), want) {
		t.Errorf("no %s", want)
	}
}
