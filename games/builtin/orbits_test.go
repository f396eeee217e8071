package builtin

import (
	"testing"

	"zermelo/games"
)

// TestOrbits checks the orbits of each game, and of boards whose symmetries have
// specialized code for their width.
func TestOrbits(t *testing.T) {
	r := Registry()
	specs := append(r.Names(), "connect4:size=4x5", "connect4:size=5x4", "connect4:size=6x6", "connect4:size=8x6", "othello:size=4x6", "hex:size=3x3", "tictactoe:size=4x3",
		"bearoff:men=1", "einstein:size=2x2", "einstein:size=3x3", "einstein:size=3x3,first=213,second=213", "hog:target=20,dice=2,die=3")
	for _, spec := range specs {
		v, err := r.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		const limit = 2000
		switch g := v.(type) {
		case games.Game[uint64]:
			err = games.CheckOrbits(g, limit)
		case games.Game[[2]uint64]:
			err = games.CheckOrbits(g, limit)
		case games.Game[[4]uint64]:
			err = games.CheckOrbits(g, limit)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
