package retro

import (
	"math/bits"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// boards contains numbers of boards, including symmetric ones, by value for the
// player to move.
type boards struct{ won, lost, drawn int }

// countBoards counts the boards in a tier by the number of tiles of the player
// to move.
func countBoards(g games.Tiered[uint64], store *solvertest.MemoryTiers, number int) map[int]boards {
	counts := map[int]boards{}
	for index, c := range store.Cells[number] {
		if c == value.Unused {
			continue
		}
		s, _ := g.Unrank(nil, nil, number, []uint64{uint64(index)})
		own, weight := bits.OnesCount64(s[0]>>32), int(g.Weights(nil, s)[0])
		count := counts[own]
		switch {
		case c.IsWin():
			count.won += weight
		case c.IsLoss():
			count.lost += weight
		default:
			count.drawn += weight
		}
		counts[own] = count
	}
	return counts
}

// allBoards counts the boards of all tiers.
func allBoards(g games.Tiered[uint64], store *solvertest.MemoryTiers) (sum boards) {
	for number := range store.Tiers {
		for _, c := range countBoards(g, store, number) {
			sum.won, sum.lost, sum.drawn = sum.won+c.won, sum.lost+c.lost, sum.drawn+c.drawn
		}
	}
	return sum
}

// firstTiers restricts a game to its first tiers.
type firstTiers struct {
	games.Tiered[uint64]
	games.Retro[uint64]
	count int
}

func (g firstTiers) Tiers() []games.Tier { return g.Tiered.Tiers()[:g.count] }

// Start returns an arbitrary position of the last tier.
func (g firstTiers) Start() uint64 {
	states, _ := g.Unrank(nil, nil, g.count-1, []uint64{0})
	return states[0]
}

// TestQuixoFull compares 5x5 boards without blank tiles with the counts of the
// program of Tanaka, Bonnet, Tixeuil and Tamura (Quixo Is Solved, 2020), by the
// number of tiles of the player to move.
func TestQuixoFull(t *testing.T) {
	want := []boards{
		{0, 1, 0}, {0, 25, 0}, {0, 300, 0}, {0, 2300, 0}, {0, 12650, 0}, {12, 53118, 0}, {304, 176796, 0},
		{3304, 477396, 0}, {21536, 1060039, 0}, {110114, 1932861, 0}, {436320, 2832416, 24}, {}, {}, {}, {},
		{3188460, 80292, 8}, {2027081, 15894, 0}, {1079295, 2280, 0}, {480320, 380, 0}, {177060, 40, 0},
		{53128, 2, 0}, {12650, 0, 0}, {2300, 0, 0}, {300, 0, 0}, {25, 0, 0}, {1, 0, 0},
	}
	g := solvertest.Open(t, "quixo:size=5x5").(games.Tiered[uint64])
	tiers := firstTiers{g, g.(games.Retro[uint64]), 8}
	if gamestest.Large() {
		tiers.count = 11
	}
	solution, store := mustSolveTiers(t, tiers, 2)
	for number := range solution.Tiers {
		for own, got := range countBoards(g, store, number) {
			if got != want[own] {
				t.Errorf("%d own tiles: %+v, want %+v", own, got, want[own])
			}
		}
	}
}
