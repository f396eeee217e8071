package solver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/games"
)

// memoryTiers is a TierStore in memory.
type memoryTiers struct {
	mu       sync.Mutex
	tiers    []games.Tier
	cells    map[int][]Cell
	finished map[int]TierStats
}

func newMemoryTiers(tiers []games.Tier) *memoryTiers {
	return &memoryTiers{tiers: tiers, cells: map[int][]Cell{}, finished: map[int]TierStats{}}
}

func (m *memoryTiers) PutCells(tier int, first uint64, cells []Cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	size := m.tiers[tier].Size
	if end := first + uint64(len(cells)); first%BlockCells != 0 || end%BlockCells != 0 && end != size {
		return fmt.Errorf("cells %d to %d of %d are not aligned", first, end, size)
	}
	if m.cells[tier] == nil {
		m.cells[tier] = make([]Cell, size)
	}
	copy(m.cells[tier][first:], cells)
	return nil
}

func (m *memoryTiers) ReadCells(tier int, first uint64, dst []Cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.finished[tier]; !ok {
		return fmt.Errorf("tier %d is read before it is finished", tier)
	}
	copy(dst, m.cells[tier][first:])
	return nil
}

func (m *memoryTiers) Rest() {}

func (m *memoryTiers) FinishTier(tier int, stats TierStats) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finished[tier] = stats
	return nil
}

func (m *memoryTiers) Finished() map[int]TierStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.finished)
}

// mustSolveTiers solves a game into memory.
func mustSolveTiers(t testing.TB, g games.Tiered[uint64], workers int) (*Solution, *memoryTiers) {
	t.Helper()
	store := newMemoryTiers(g.Tiers())
	solution, err := SolveTiers(context.Background(), g, t.TempDir(), store, Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}

// judgeTiers is what the referee says about all positions of a game, and what
// follows for the counts.
func judgeTiers(g *cyclicGame) (cells map[games.Slot]Cell, stats []TierStats) {
	positions := g.all()
	values := NaiveCyclic[uint64](g, slices.Collect(maps.Values(positions)))
	cells, stats = map[games.Slot]Cell{}, make([]TierStats, len(g.tiers))
	for slot, s := range positions {
		payoff, remoteness := values[s].unpack()
		if s&1 == 1 {
			payoff = 100 - payoff
		}
		c := &stats[slot.Tier()]
		c.Used++
		c.Positions += int64(g.class(s).variants)
		c.Moves += int64(len(g.class(s).links))
		if len(g.class(s).links) == 0 {
			c.Terminals++
		}
		switch payoff {
		case 100:
			cells[slot] = Win(remoteness)
			c.Wins++
			c.WinsIn = append(c.WinsIn, make([]int64, max(0, remoteness+1-len(c.WinsIn)))...)
			c.WinsIn[remoteness]++
		case 0:
			cells[slot] = Loss(remoteness)
			c.Losses++
			c.LossesIn = append(c.LossesIn, make([]int64, max(0, remoteness+1-len(c.LossesIn)))...)
			c.LossesIn[remoteness]++
		default:
			cells[slot] = Draw
			c.Draws++
		}
		c.Digest += CellHash(slot, cells[slot])
	}
	return cells, stats
}

// checkTiers compares a solution with what the referee says.
func checkTiers(g *cyclicGame, solution *Solution, store *memoryTiers, cells map[games.Slot]Cell, stats []TierStats) error {
	for tier := range g.tiers {
		for index, got := range store.cells[tier] {
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
	want := cells[g.Rank(nil, []uint64{start})[0]].Value(g.info, int(start&1))
	if solution.Start != want {
		return fmt.Errorf("start %x, want %x", solution.Start, want)
	}
	return nil
}

// TestTiersOnRandomGames compares solutions of random games with the referee,
// for games that take plies back and those that do not, and any number of
// workers.
func TestTiersOnRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newCyclicGame(drawCyclicShape(rt))
		cells, stats := judgeTiers(g)
		workers := rapid.SampledFrom([]int{1, 2, 7}).Draw(rt, "workers")
		for _, game := range []games.Tiered[uint64]{g, retroGame{g}} {
			solution, store := mustSolveTiers(t, game, workers)
			if err := checkTiers(g, solution, store, cells, stats); err != nil {
				rt.Fatalf("%T: %v", game, err)
			}
		}
	})
}

// TestTiersWithoutNumbers solves games from their states alone: the values are
// the same, but for the remoteness of draws by the rules.
func TestTiersWithoutNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newCyclicGame(drawCyclicShape(rt))
		_, tiers := mustSolveTiers(t, retroGame{g}, 2)
		store := &memoryStore[uint64]{}
		if _, err := Solve[uint64](t.Context(), looped[uint64]{g, g, g}, t.TempDir(), store, Options{}); err != nil {
			rt.Fatal(err)
		}
		for _, block := range store.blocks[0] {
			for i, slot := range g.Rank(nil, block.states) {
				want := tiers.cells[slot.Tier()][slot.Index()].Value(g.info, int(block.states[i]&1))
				if len(g.class(block.states[i]).links) == 0 && want == Unmeasured(50) {
					want = alternating(50, 0)
				}
				if block.values[i] != want {
					rt.Fatalf("state %x: value %x by states, %x by numbers", block.states[i], block.values[i], want)
				}
			}
		}
	})
}

// all are all positions of the game, by slot.
func (g *cyclicGame) all() map[games.Slot]uint64 {
	states := map[games.Slot]uint64{}
	for i, c := range g.classes {
		states[games.SlotOf(c.tier, c.index)] = g.state(i, 0, max(0, c.mover))
	}
	return states
}
