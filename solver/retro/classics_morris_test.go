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

// TestMorris compares mill games with what is known of them. Six men's morris
// is a draw with and without flying (github.com/brianhliou/game-solver,
// tablebase v1). What it tells of three men's morris is a record of what this
// solver found: on the board with diagonals whoever may begin in the middle wins;
// where men may go to any free point, and on the board without diagonals, it is a
// draw.
func TestMorris(t *testing.T) {
	for _, test := range []struct {
		spec string
		want string // for the start
	}{
		{"morris:men=3", "win"},
		{"morris:men=3,lines=straight", "draw"},
		{"morris:men=3,flying=always", "draw"},
		{"morris:men=3,flying=always,lines=straight", "draw"},
		{"morris:men=6", "draw"},
		{"morris:men=6,flying=three", "draw"},
	} {
		if !gamestest.Large() && test.spec[:12] == "morris:men=6" {
			continue
		}
		g := solvertest.Open(t, test.spec).(games.Tiered[uint64])
		_, store := mustSolveTiers(t, g, 2)
		outcome := func(s uint64) string {
			slot := g.Rank(nil, []uint64{s})[0]
			switch c := store.Cells[slot.Tier()][slot.Index()]; {
			case c.IsWin():
				return "win"
			case c.IsLoss():
				return "loss"
			}
			return "draw"
		}
		if got := outcome(g.Start()); got != test.want {
			t.Errorf("%s: %s, want %s", test.spec, got, test.want)
		}
		if test.spec != "morris:men=3" {
			continue
		}
		children, _ := g.Expand(nil, nil, []uint64{g.Start()})
		for i, name := range games.NotationOf[uint64](g).Moves(g.Start())[0] {
			if got := outcome(children[i]); (got == "loss") != (name == "b2") {
				t.Errorf("%s: black's outcome after %s is a %s", test.spec, name, got)
			}
		}
	}
}

// TestMorrisTiers solves the first tiers of nine men's morris, in testdata/morris.tiers:
// for each the positions up to symmetry, wins, losses and draws for the player to
// move, the longest of them in plies, and the digest. All tiers up to five men
// against five take a minute of processor time and need -large.
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
