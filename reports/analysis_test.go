package reports

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
)

// TestTableAnalysis analyzes positions worked out by hand. Three in a row on 3x3
// win 3 with the fifth stone, 1 with the ninth and 2 with the sixth; the payoffs
// of the other game are 100 and 0.
func TestTableAnalysis(t *testing.T) {
	for _, c := range []struct {
		spec, position string
		payoff         int16
		estimate       float64
	}{
		{"connect4:size=3x3,connect=3", "3/oo1/xx1", 3, 1},
		{"connect4:size=3x3,connect=3", "x2/xx1/oo1", 2, 2. / 3},
		{"connect4:size=3x3,connect=3", "xo1/xoo/oxx", 0, 0},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", "3/1b1/w2:w", 100, 1},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", "1b1/1w1/3:b", 0, -1},
	} {
		b := naiveBook(t, c.spec)
		p, err := b.Look(c.position)
		if err != nil {
			t.Fatal(err)
		}
		a, err := TableAnalysis(b, p)
		if err != nil {
			t.Fatal(err)
		}
		if a.Low != c.payoff || a.High != c.payoff || a.Estimate != c.estimate || !a.Proven || a.Source != SourceTable {
			t.Errorf("%s %s: %+v, want %d and the estimate %v", c.spec, c.position, a, c.payoff, c.estimate)
		}
	}
}

// TestDeduced looks at the start of Connect Four where it is known only that
// the moves 3 and 5 draw: another one may win, and does.
func TestDeduced(t *testing.T) {
	g := variant(t, "connect4").(games.Game[uint64])
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	book := knownBook(t, g, children[2], search.Bounds{Low: 0, High: 0, Move: -1})
	defer book.Close()
	p, err := book.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.Moves {
		if drawn := m.Name == "3" || m.Name == "5"; proven(m.Outcome) != drawn || m.Keeps {
			t.Errorf("move %s: %s, keeps the value: %v", m.Name, m.Value.Words, m.Keeps)
		}
	}
	if proven(p.Outcome) || p.Value.Estimate == nil {
		t.Errorf("the start: %s", p.Value.Words)
	}
}
