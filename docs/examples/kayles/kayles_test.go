package kayles

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func open(t *testing.T, spec string) games.Game[uint64] {
	registry := &games.Registry{Entries: []games.Entry{Entry()}}
	return gamestest.Open[games.Game[uint64]](t, registry, spec)
}

func TestKaylesKeepsTheContract(t *testing.T) {
	if err := games.Check(open(t, "kayles"), 1000); err != nil {
		t.Error(err)
	}
}

// Three pins have 5 first moves, with 3, 2, 3, 1 and 1 replies.
func TestPerft(t *testing.T) {
	if got, want := games.Perft(open(t, "kayles:pins=3"), 3), []int64{5, 10, 6}; !slices.Equal(got, want) {
		t.Errorf("perft %v, want %v", got, want)
	}
}
