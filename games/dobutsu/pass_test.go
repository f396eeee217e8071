package dobutsu

import (
	"testing"

	"zermelo/games/gamestest"
)

func TestPass(t *testing.T) {
	g := newGame()
	gamestest.Passes(t, g, map[string]string{
		"gle/.c./.C./ELG:s:-":  "gle/.c./.C./ELG:g:-",
		"gle/.C./.../ELG:g:C":  "", // sente could catch the lion
		"gle/.../.c./ELG:s:c":  "", // gote could
		"g.e/.c./.C./ELG:g:L":  "", // the game is over
		"gle/.../.C./EL.:s:Gc": "gle/.../.C./EL.:g:Gc",
	})
}
