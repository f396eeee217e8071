package breakthrough

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func TestParseState(t *testing.T) {
	for _, test := range []struct{ spec, text, want string }{
		{"breakthrough-small", "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww:w", "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww:w"},
		{"breakthrough-small", "6/2b3/1w4/6/6/6:b", "....../..b.../.w..../....../....../......:b"},
		{"breakthrough:size=3x3,rows=1", "bbb/1w1/w1w:b", "bbb/.w./w.w:b"},
	} {
		v, err := registry().Open(test.spec)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if g := contractOf[uint64](v); g != nil {
			got, err = reformat(g, test.text)
		} else {
			got, err = reformat(contractOf[[2]uint64](v), test.text)
		}
		if err != nil || got != test.want {
			t.Errorf("%s %s: %q, %v, want %q", test.spec, test.text, got, err, test.want)
		}
	}
}

func reformat[S games.State](g *game[S], text string) (string, error) {
	s, err := g.ParseState(text)
	return g.FormatState(s), err
}

func TestParseStateErrors(t *testing.T) {
	plain := open[uint64](t, "breakthrough:size=3x5")
	taking := open[uint64](t, "breakthrough:size=3x5,captures=diagonal,holes=2.3")
	for _, test := range []struct {
		g          *game[uint64]
		text, want string
	}{
		{plain, "", "expected the side to move at the end, :w or :b"},
		{plain, "bbb/bbb/3/www/www", "expected the side to move"},
		{plain, "bbb/bbb/3/www/www:x", "expected the side to move"},
		{plain, "bbb/bbb/www/www:w", "4 rows separated by '/', expected 5"},
		{plain, "bbb/bbb/4/www/www:w", "row 3 is too long, expected 3 cells"},
		{plain, "bbb/bbb/../www/www:w", "row 3 has 2 cells, expected 3"},
		{plain, "bbb/bbb/..B/www/www:w", `invalid character 'B' in row 3, expected w, b, '.' or '#'`},
		{plain, "bbb/bbb/.é./www/www:w", `character 'é' in row 3`},
		{plain, "bbb/bbb/.#./www/www:w", "b3 is not a hole in this variant"},
		{plain, "bbb/bbb/.../www/ww.:w", "5 white pieces, expected 6; this variant has no captures"},
		{plain, "bbb/bbb/..w/www/www:w", "7 white pieces; the maximum is 6"},
		{plain, "bbb/bbb/..w/ww./www:w", "wrong side to move; the pieces have made 1 steps in total"},
		{taking, "bbb/bbb/.../www/www:w", "b3 is a hole in this variant and must be '#'"},
		{taking, "bbb/bbb/3/www/www:w", "b3 is a hole in this variant"},
		{taking, "bbb/bbb/b#./www/www:w", "7 black pieces; the maximum is 6; the start is bbb/bbb/.#./www/www:w"},
	} {
		_, err := test.g.ParseState(test.text)
		gamestest.Refused(t, test.text, err, test.want)
	}
}

// TestPayoffs includes unreachable terminal positions.
func TestPayoffs(t *testing.T) {
	g := open[uint64](t, "breakthrough:size=3x4,captures=diagonal")
	none := open[uint64](t, "breakthrough:size=3x4")
	for _, test := range []struct {
		g      *game[uint64]
		text   string
		white  int16
		status string
	}{
		{g, "w2/3/3/2b:b", 100, "white has won: a piece has reached row 4"},
		{g, "w2/3/3/2b:w", 0, "black has won: a piece has reached row 1"},
		{g, "3/w2/3/3:b", 100, "white has won: black has no pieces left"},
		{g, "3/3/b2/3:w", 0, "black has won: white has no pieces left"},
		{g, "3/3/3/3:w", 0, "black has won: white has no pieces left"},
		{none, "bbb/bbb/www/www:w", 0, "black has won: white has no legal move"},
	} {
		s, err := test.g.ParseState(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if children, _ := test.g.Expand(nil, nil, []uint64{s}); len(children) > 0 {
			t.Errorf("%s: not terminal", test.text)
		}
		if p := test.g.Payoffs(nil, []uint64{s})[0]; p != (games.Payoff{test.white, 100 - test.white}) {
			t.Errorf("%s: payoffs %v, want %d for white", test.text, p, test.white)
		}
		if notes := test.g.Draw(s).Notes; notes[0] != test.status {
			t.Errorf("%s: %q, want %q", test.text, notes[0], test.status)
		}
	}
}

func FuzzParseState(f *testing.F) {
	one := open[uint64](f, "breakthrough:size=3x5,captures=diagonal,holes=2.3")
	two := open[[2]uint64](f, "breakthrough")
	f.Add("bbb/bbb/.#./www/www:w")
	f.Add("b1b/bb1/.#./2w/3:b")
	f.Add("bbbbbb/bbbbbb/6/6/wwwwww/wwwwww:w")
	f.Add("bbbbbb/bbbbb1/6/6/wwwwww/wwwwww")
	f.Fuzz(func(t *testing.T, text string) {
		roundTrip(t, one, text)
		roundTrip(t, two, text)
	})
}

// roundTrip checks that a position round-trips and can be expanded.
func roundTrip[S games.State](t *testing.T, g *game[S], text string) {
	s, err := g.ParseState(text)
	if err != nil {
		return
	}
	if back, err := g.ParseState(g.FormatState(s)); err != nil || back != s {
		t.Errorf("%q reads as %s, which reads differently: %v", text, g.FormatState(s), err)
	}
	children, _ := g.Expand(nil, nil, []S{s})
	layer := g.Layers(nil, []S{s})[0]
	for _, l := range g.Layers(nil, children) {
		if l <= layer || int(l-layer) > g.Span() {
			t.Errorf("%q: from layer %d to %d", text, layer, l)
		}
	}
	for _, c := range children {
		if back, err := g.ParseState(g.FormatState(c)); err != nil || back != c {
			t.Errorf("%q leads to %s: %v", text, g.FormatState(c), err)
		}
	}
	g.Draw(s)
}
