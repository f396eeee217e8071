package solver

import (
	"math/bits"
	"testing"

	"zermelo/games"
)

// TestQuixo compares with what is published: the first player wins on 3x3 and
// 4x4 (Tanaka, Bonnet, Tixeuil and Tamura, Quixo Is Solved, 2020).
func TestQuixo(t *testing.T) {
	specs := []string{"quixo:size=3x3"}
	if *large {
		specs = append(specs, "quixo:size=4x4")
	}
	for _, spec := range specs {
		g := openGame(t, spec).(games.Tiered[uint64])
		solution, _ := mustSolveTiers(t, g, 2)
		if payoff, plies := solution.Start.unpack(); payoff != 100 {
			t.Errorf("%s: the first player gets %d, in %d plies, want 100", spec, payoff, plies)
		}
	}
}

// firstTiers is a game of which only the first tiers are looked at.
type firstTiers struct {
	games.Tiered[uint64]
	games.Retro[uint64]
	count int
}

func (g firstTiers) Tiers() []games.Tier { return g.Tiered.Tiers()[:g.count] }

// Start is some position of the last of the tiers.
func (g firstTiers) Start() uint64 {
	states, _ := g.Unrank(nil, nil, g.count-1, []uint64{0})
	return states[0]
}

// TestQuixoFull compares 5x5 positions without blank tiles with the authors'
// counts (st34-satoshi/quixo-cpp): how many are won and drawn for the player to
// move, all boards counted each, by the tiles of that player.
func TestQuixoFull(t *testing.T) {
	won := map[int]int{
		0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 12, 6: 304, 7: 3304, 8: 21536, 9: 110114, 10: 436320,
		15: 3188460, 16: 2027081, 17: 1079295, 18: 480320, 19: 177060, 20: 53128, 21: 12650, 22: 2300, 23: 300, 24: 25, 25: 1,
	}
	drawn := map[int]int{10: 24, 15: 8}
	g := openGame(t, "quixo:size=5x5").(games.Tiered[uint64])
	tiers := firstTiers{g, g.(games.Retro[uint64]), 8}
	if *large {
		tiers.count = 11
	}
	solution, store := mustSolveTiers(t, tiers, 2)
	for number := range solution.Tiers {
		wins, draws := map[int]int{}, map[int]int{}
		for index, c := range store.cells[number] {
			if c == Unused {
				continue
			}
			s, _ := g.Unrank(nil, nil, number, []uint64{uint64(index)})
			own, weight := bits.OnesCount64(s[0]>>32), int(g.Weights(nil, s)[0])
			wins[own] += 0
			switch {
			case c.IsWin():
				wins[own] += weight
			case c == Draw:
				draws[own] += weight
			}
		}
		for own := range wins {
			if wins[own] != won[own] || draws[own] != drawn[own] {
				t.Errorf("%d own tiles: %d positions won and %d drawn, want %d and %d", own, wins[own], draws[own], won[own], drawn[own])
			}
		}
	}
}
