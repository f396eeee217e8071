package retro

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestMorrisTiers solves the first tiers of nine men's morris and compares them
// with testdata/morris.tiers. The file contains, for each tier, the number of
// positions up to symmetry, the wins, losses and draws for the player to move,
// the greatest remoteness, and the digest. The tiers up to five men against
// five take a minute of processor time and require -large.
func TestMorrisTiers(t *testing.T) {
	text, err := os.ReadFile("testdata/morris.tiers")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	until := "3-3"
	if gamestest.Large() {
		until = "5-5"
	}
	g := solvertest.Open(t, "morris").(games.Tiered[uint64])
	number := slices.IndexFunc(g.Tiers(), func(t games.Tier) bool { return t.Name == until })
	tiers, err := SolveTiersUntil(t.Context(), g, number, t.TempDir(), solvertest.NewMemoryTiers(g.Tiers()), job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, tier := range tiers {
		got := fmt.Sprintf("%s %d %d %d %d %d %016x", tier.Name, tier.Used, tier.Wins, tier.Losses, tier.Draws,
			max(len(tier.WinsIn), len(tier.LossesIn), 1)-1, tier.Digest)
		if i >= len(want) || got != want[i] {
			t.Errorf("tier %s, want one of\n%s", got, text)
		}
	}
	if tiers[len(tiers)-1].Name != until || gamestest.Large() && len(tiers) != len(want) {
		t.Errorf("%d tiers, the last %s", len(tiers), tiers[len(tiers)-1].Name)
	}
}
