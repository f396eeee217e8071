package morris

import (
	"testing"

	"zermelo/games/gamestest"
)

func TestPass(t *testing.T) {
	g := open(t, "morris:men=3")
	gamestest.Passes(t, g, map[string]string{
		"bb./b.w/w.w:w:0-0": "bb./b.w/w.w:b:0-0",
		"bb./..w/..w:w:1-1": "", // men are to be placed
		"bwb/bww/...:w:0-0": "bwb/bww/...:b:0-0",
		".../.bb/bww:w:0-0": "", // the game is over: white has too few men
		".../www/bbb:w:0-0": "", // black could not move
	})
	gamestest.Passes(t, open(t, "six-mens-morris"), map[string]string{
		"wbw/.../..../.../bwb:w:3-3": "", // men are to be placed
		"wbw/.../..../.../bwb:w:0-0": "wbw/.../..../.../bwb:b:0-0",
	})
}
