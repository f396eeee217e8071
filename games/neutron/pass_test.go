package neutron

import (
	"testing"

	"zermelo/games/gamestest"
)

func TestPass(t *testing.T) {
	g := open(t, "neutron:size=3x3")
	gamestest.Passes(t, g, map[string]string{
		"bbb/.n./www:w":       "bbb/.n./www:b",
		"bbb/.n./www:w:first": "",
		"bnb/b../www:w":       "", // the game is over
	})
}
