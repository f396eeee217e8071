package retro

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// mustSolveTiers solves a game and stores the solution in memory.
func mustSolveTiers(t testing.TB, g games.Tiered[uint64], workers int) (*job.Solution, *solvertest.MemoryTiers) {
	t.Helper()
	store := solvertest.NewMemoryTiers(g.Tiers())
	solution, err := SolveTiers(context.Background(), g, t.TempDir(), store, job.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}

// compareTiers returns the cells and the statistics computed by the reference
// solver.
func compareTiers(g *solvertest.CyclicGame) (cells map[games.Slot]value.Cell, stats []job.TierStats) {
	positions, total := g.All(), int16(g.Description.Total)
	values := solvertest.NaiveCyclic[uint64](g, slices.Collect(maps.Values(positions)))
	cells, stats = map[games.Slot]value.Cell{}, make([]job.TierStats, len(g.TierList))
	for slot, s := range positions {
		payoff, remoteness := values[s].Unpack()
		if s&1 == 1 {
			payoff = total - payoff
		}
		c := &stats[slot.Tier()]
		c.Used++
		c.Positions += int64(g.Class(s).Variants)
		c.Moves += int64(len(g.Class(s).Links))
		if len(g.Class(s).Links) == 0 {
			c.Terminals++
		}
		switch payoff {
		case total:
			cells[slot] = value.Win(remoteness)
			c.Wins++
			c.WinsIn = append(c.WinsIn, make([]int64, max(0, remoteness+1-len(c.WinsIn)))...)
			c.WinsIn[remoteness]++
		case 0:
			cells[slot] = value.Loss(remoteness)
			c.Losses++
			c.LossesIn = append(c.LossesIn, make([]int64, max(0, remoteness+1-len(c.LossesIn)))...)
			c.LossesIn[remoteness]++
		default:
			cells[slot] = value.Draw
			c.Draws++
		}
		c.Digest += value.CellHash(slot, cells[slot])
	}
	return cells, stats
}

// checkTiers compares a solution with the reference solver.
func checkTiers(g *solvertest.CyclicGame, solution *job.Solution, store *solvertest.MemoryTiers, cells map[games.Slot]value.Cell, stats []job.TierStats) error {
	for tier := range g.TierList {
		for index, got := range store.Cells[tier] {
			slot := games.SlotOf(tier, uint64(index))
			if want := cells[slot]; got != want {
				return fmt.Errorf("tier %d, index %d: cell %#x, want %#x", tier, index, got, want)
			}
		}
		if diff := cmp.Diff(stats[tier], solution.Tiers[tier].TierStats); diff != "" {
			return fmt.Errorf("tier %d: -want +got\n%s", tier, diff)
		}
	}
	start := g.Start()
	want := cells[g.Rank(nil, []uint64{start})[0]].Value(g.Description, int(start&1))
	if len(g.Class(start).Links) == 0 { // draws have no remoteness in cells
		want = value.Measured(int16(want.Payoff()), 0)
	}
	if solution.Start != want {
		return fmt.Errorf("start %x, want %x", solution.Start, want)
	}
	return nil
}

// TestTiersOnRandomGames compares solutions of random games with the reference
// solver, with and without games.Retro and games.Splitter, for several numbers
// of workers.
func TestTiersOnRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := solvertest.NewCyclicGame(solvertest.DrawCyclicShape(rt))
		cells, stats := compareTiers(g)
		workers := rapid.SampledFrom([]int{1, 2, 7}).Draw(rt, "workers")
		for _, game := range append(solvertest.Calling(g, func() {}), g) {
			solution, store := mustSolveTiers(t, game, workers)
			if err := checkTiers(g, solution, store, cells, stats); err != nil {
				rt.Fatalf("%T: %v", game, err)
			}
		}
	})
}

// TestTiersWithoutNumbers solves numbered games by states. The values must be
// equal, except for the remoteness of terminal draws.
func TestTiersWithoutNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := solvertest.NewCyclicGame(solvertest.DrawCyclicShape(rt))
		_, tiers := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
		store := &solvertest.MemoryStore[uint64]{}
		if _, err := solver.Solve[uint64](t.Context(), solvertest.Looped[uint64]{Game: g, Canonizer: g}, t.TempDir(), store, job.Options{}); err != nil {
			rt.Fatal(err)
		}
		for _, block := range store.Blocks[0] {
			for i, slot := range g.Rank(nil, block.States) {
				want := tiers.Cells[slot.Tier()][slot.Index()].Value(g.Description, int(block.States[i]&1))
				if len(g.Class(block.States[i]).Links) == 0 {
					want = value.Measured(int16(want.Payoff()), 0)
				}
				if block.Values[i] != want {
					rt.Fatalf("state %x: value %x by states, %x by numbers", block.States[i], block.Values[i], want)
				}
			}
		}
	})
}
