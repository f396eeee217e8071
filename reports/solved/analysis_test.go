package solved_test

import (
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search"
)

// TestTableAnalysis compares analyses of table positions with values computed by hand.
func TestTableAnalysis(t *testing.T) {
	for _, c := range []struct {
		spec, position string
		payoff         float64
		estimate       float64
	}{
		{"connect4:size=3x3,connect=3", "3/oo1/xx1", 3, 1},
		{"connect4:size=3x3,connect=3", "x2/xx1/oo1", 2, 2. / 3},
		{"connect4:size=3x3,connect=3", "xo1/xoo/oxx", 0, 0},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", "3/1b1/w2:w", 100, 1},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", "1b1/1w1/3:b", 0, -1},
	} {
		b := reportstest.NaiveGame(t, c.spec)
		p, err := b.Position(c.position)
		if err != nil {
			t.Fatal(err)
		}
		a, err := solved.TableAnalysis(b, p)
		if err != nil {
			t.Fatal(err)
		}
		if a.Low != c.payoff || a.High != c.payoff || a.Estimate != c.estimate || !a.Proven || a.Source != solved.SourceTable {
			t.Errorf("%s %s: %+v, want %v and the estimate %v", c.spec, c.position, a, c.payoff, c.estimate)
		}
	}
}

// TestDeduced looks up the start of Connect Four when only the moves 3 and 5 are proven to
// draw. Another move may win, and one does.
func TestDeduced(t *testing.T) {
	g := reportstest.Variant(t, "connect4").(games.Game[uint64])
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	b := reportstest.KnownGame(t, g, children[2], search.Bounds{Low: 0, High: 0, Move: -1})
	defer b.Close()
	p, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.Moves {
		if drawn := m.Name == "3" || m.Name == "5"; (m.Outcome.Payoff[0] != nil) != drawn || m.Keeps != solved.KeptUnknown {
			t.Errorf("move %s: %s, keeps the value: %v", m.Name, m.Value.Words, m.Keeps)
		}
	}
	if p.Outcome.Payoff[0] != nil || p.Value.Estimate == nil {
		t.Errorf("the start: %s", p.Value.Words)
	}
}

// TestTableAgainstSearch compares the analysis of table positions with searches, in games with
// two payoffs, with three, and with zero-sum scores.
func TestTableAgainstSearch(t *testing.T) {
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
		b := reportstest.NaiveGame(t, tt.spec)
		line, err := b.Follow("", tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		at := line[len(line)-1]
		got, err := solved.TableAnalysis(b, at)
		if err != nil {
			t.Fatal(err)
		}
		w, err := solved.NewSearcher(reportstest.Variant(t, tt.spec), 1, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		want, err := w.Search(t.Context(), at.Text, 0)
		w.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got.Low != want.Low || got.High != want.High || got.Estimate != want.Estimate || got.Mover != want.Mover {
			t.Errorf("%s after %v: the table says %s gets %v to %v, estimate %v; the search %s, %v to %v, %v",
				tt.spec, tt.moves, got.Mover, got.Low, got.High, got.Estimate, want.Mover, want.Low, want.High, want.Estimate)
		}
	}
}
