package builtin

import (
	"slices"
	"testing"

	"zermelo/games"
)

func TestWinningCellsAreMarked(t *testing.T) {
	for _, c := range []struct {
		spec, position string
		want           []int
	}{
		{"hex:size=3x3", "xo./xo./x..:second", []int{0, 3, 6}},
		{"hex:size=3x3", "xx./ooo/x..:first", []int{3, 4, 5}},
		{"hex:size=3x3", "oxx/oxo/x..:second", []int{1, 4, 6}}, // one of two chains, without the stones beside it
		{"hex:size=3x3", "xo./xo./...:first", nil},
		{"teeko", "...../.bb../.bb../...../r.r.r:r", []int{6, 7, 11, 12}}, // a square
		{"teeko", "...../.b.../..b../...b./r.r.r:b", nil},
		{"teeko", "b..../.b.../..b../...b./r.r.r:r", []int{0, 6, 12, 18}},
		{"breakthrough:size=3x4,rows=1", "wbb/.../b../.ww:b", []int{0}},
		{"breakthrough:size=3x4,rows=1", "bbb/.../w../.ww:b", nil},
		{"tictactoe", "xxx/oo./...", []int{0, 1, 2}},
	} {
		v, err := Registry().Open(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := games.ByState(v, wonIn[uint64], wonIn[[2]uint64], wonIn[[4]uint64])(t, c.position); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: cells %v are marked, want %v", c.spec, c.position, got, c.want)
		}
	}
}

func wonIn[S games.State](g games.Game[S]) func(t *testing.T, text string) []int {
	return func(t *testing.T, text string) []int {
		t.Helper()
		s, err := games.NotationOf(g).ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		return games.DrawingOf(g, s).Won
	}
}
