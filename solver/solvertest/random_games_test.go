package solvertest

import (
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/value"
)

// TestRandomGame tests that random games satisfy the contract of games.Game.
func TestRandomGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := DrawShape(t, value.Kind(rapid.IntRange(0, 2).Draw(t, "kind")))
		if err := games.Check[[2]uint64](NewRandomGame[[2]uint64](s), 100); err != nil {
			t.Fatal(err)
		}
	})
	merged := false
	for seed := range uint64(20) {
		g := NewRandomGame[uint64](Shape{Layers: 6, Span: 1, Width: 8, MaxMoves: 4, Swap: true, Mirror: true, Seed: seed})
		raw, canonical := map[uint64]bool{}, map[uint64]bool{}
		for _, s := range Reachable[uint64](g) {
			raw[s] = true
			c, _ := games.Canonical[uint64](g, s)
			canonical[c] = true
		}
		merged = merged || len(canonical) < len(raw)
	}
	if !merged {
		t.Error("the symmetries never merge states")
	}
}

// TestCyclicGame tests that random games satisfy the contract of games.Tiered.
func TestCyclicGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewCyclicGame(DrawCyclicShape(t))
		for _, form := range Calling(g, func() {}) {
			if err := games.Check[uint64](form, 100); err != nil {
				t.Fatal(err)
			}
		}
	})
}
