package gdl

import (
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
)

// TestGames opens all shared sheets as games.
func TestGames(t *testing.T) {
	for _, file := range gdltest.Sheets(t, "games") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(t *testing.T) {
			t.Parallel()
			if m := gdltest.Compile(t, file); !gamestest.Large() && (len(m.Fluents) > 200 || m.Rules > 10_000) {
				t.Skip("takes -large")
			}
			m, v := openSheet(t, file)
			switch g := v.(type) {
			case interface{ inner() *game[uint64] }:
				checkGame(t, m, v.(games.Game[uint64]), g.inner())
			case interface{ inner() *game[[2]uint64] }:
				checkGame(t, m, v.(games.Game[[2]uint64]), g.inner())
			case interface{ inner() *game[[4]uint64] }:
				checkGame(t, m, v.(games.Game[[4]uint64]), g.inner())
			}
		})
	}
}

func checkGame[S games.State](t *testing.T, m *statemachine.Machine, outer games.Game[S], g *game[S]) {
	if err := games.Check(outer, 60); err != nil {
		t.Error(err)
	}
	checkAgree(t, m, g)
}

// inner returns the game without its layers.
func (g *game[S]) inner() *game[S] { return g }
