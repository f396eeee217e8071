package tron

import (
	"testing"

	"zermelo/games/gamestest"
)

func TestParseRefuses(t *testing.T) {
	tests := []struct{ options, position, want string }{
		{"size=4x4", "", "expected 4 rows, got 1"},
		{"size=4x4", "..../.R../..B.", "expected 4 rows, got 3"},
		{"size=4x4", "..../.R../..B./.....", "row 3 has 5 cells, expected 4"},
		{"size=4x4", "..../.R../..B./..?.", "cell 2.3 is '?'"},
		{"size=4x4", "..../..../..B./....", "red's head is missing"},
		{"size=4x4", "..../..R./..../....", "blue's head is missing"},
		{"size=4x4", "..../.RR./..B./....", "red's head is on two cells"},
		{"size=4x4", "..../.R../..B./....:R1.1", "red's head is on two cells"},
		{"size=4x4", "..../.R../..B./....:", "neither a head"},
		{"size=4x4", "..../.R../..B./....:green", "neither a head"},
		{"size=4x4", "..../.R../..../....:B2", "is not of the form B2.3"},
		{"size=4x4", "..../.R../..../....:B02.2", "is not of the form B2.3"},
		{"size=4x4", "..../.R../..B./....:blue", "after 0 plies in this variant it must be red"},
		{"size=4x4", "..../.R../..B./....:both", "after 0 plies in this variant it must be red"},
		{"size=4x4", "..../.R../..B./....:red:B2.2", `unexpected "B2.2" after the side to move`},
		{"size=4x4", "wwww/wR.w/w.Bw/wwww", "this variant has walls=none"},
		{"size=4x4", "R.../x.../..B./....:R0.1", "on two cells"},
		{"size=4x4", "x.../..../..B./....:R0.-1", "only with walls=none,edge=error"},
		{"size=4x4,edge=error", "x.../..../..B./....:R0.-2", "more than one step off the board"},
		{"size=4x4,edge=error", "x.../..../..B./....:R-1.-1", "more than one step off the board"},
		{"size=4x4", "..../..../..B./....:R2.2", "before any move, this must be the start position"},
		{"size=4x4,edge=error", "..../..../..B./....:R2.-1", "red has erred, but no cell is forbidden"},
		{"size=4x4", "x..x/..../..B./....:R0.0", "blue moved last"},
		{"size=4x4", "x.../..../..R./....:B0.0", "red moved last"},
		{"size=4x4,walls=ring", "..../.R../..B./....", "cell 0.0 is a wall (w) in this variant"},
		{"size=5x5,walls=ring", "wwwww/wR.ww/w...w/w..Bw/wwwww", "only the outermost cells are"},
		{"size=4x4,turns=simultaneous", "..../.Rx./..B./....", "1 cells are forbidden"},
		{"size=4x4,turns=simultaneous", "..../.R../..B./....:red", "it must be both"},
	}
	for _, test := range tests {
		_, err := open(t, "tron:"+test.options).ParseState(test.position)
		gamestest.Refused(t, test.options, err, test.want)
	}
}

// Several strings denote the same position.
func TestParseForgives(t *testing.T) {
	tests := [][3]string{
		{"size=4x4", "..../.R../..B./....", "..../.R../..B./....:red"},
		{"size=4x4", "..../..../..../....:B2.2:R1.1:red", "..../.R../..B./....:red"},
		{"size=4x4,walls=ring", "####/#R.#/#.B#/####", "wwww/wR.w/w.Bw/wwww:red"},
	}
	for _, test := range tests {
		g := open(t, "tron:"+test[0])
		s, err := g.ParseState(test[1])
		if err != nil {
			t.Error(err)
		} else if got := g.FormatState(s); got != test[2] {
			t.Errorf("%s is %s, want %s", test[1], got, test[2])
		}
	}
}

func FuzzParseState(f *testing.F) {
	specs := variants("4x4", "3x5")
	for i, text := range []string{
		"..../.R../..B./....:red", "x.../..../..B./....:R0.-1:over", "wwww/wx.w/w.Bw/wwww:R1.0:over",
		"..../x.x./xx../....:R1.1:B1.1:over", ".../.R./.../.B./...", "x.x/.R./.../.B./...:both", "xx../.R../..../....:B0.0:over",
	} {
		for j := range specs {
			if (i+j)%3 == 0 {
				f.Add(uint8(j), text)
			}
		}
	}
	all := make([]*narrow, len(specs))
	for i, spec := range specs {
		all[i] = open(f, spec)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		g := all[int(which)%len(all)]
		s, err := g.ParseState(text)
		if err != nil {
			return
		}
		written := g.FormatState(s)
		if back, err := g.ParseState(written); err != nil || back != s {
			t.Fatalf("%s is read as %s, which is read as %#x, %v; want %#x", text, written, back, err, s)
		}
		children, _ := g.Expand(nil, nil, []uint64{s})
		if len(children) != len(names[uint64](g, s)) {
			t.Fatalf("%s: %d children, %d moves", written, len(children), len(names[uint64](g, s)))
		}
		for _, c := range children {
			if back, err := g.ParseState(g.FormatState(c)); err != nil || back != c {
				t.Fatalf("%s has the child %s, which is not read back: %v", written, g.FormatState(c), err)
			}
		}
		g.Draw(s)
	})
}
