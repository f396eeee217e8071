package tablebasetest

import (
	"fmt"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/tier"
)

// Tiered is a random game with tiers in which positions can repeat. A state is a
// slot, shifted left by one bit, and the role to move in the lowest bit. Both roles
// have the same moves.
type Tiered struct {
	Seed  uint64
	Sizes []uint64
	Gaps  uint64 // one in Gaps indexes is unused; 0 means that all are used
}

func (g Tiered) Info() *games.Info {
	return &games.Info{
		Name: fmt.Sprintf("tiered:seed=%d,tiers=%d", g.Seed, len(g.Sizes)), Title: "Tiered", Roles: []string{"white", "black"},
		Total: 100, Payoffs: []int{0, 50, 100},
	}
}

// noise returns a pseudorandom number that depends on a slot and on what.
func (g Tiered) noise(at games.Slot, what uint64) uint64 {
	return value.PairHash([]uint64{uint64(at), what}, g.Seed)
}

func (g Tiered) Used(at games.Slot) bool { return g.Gaps == 0 || g.noise(at, 1)%g.Gaps != 0 }

// nearest returns the first used slot of a tier, starting at a slot and wrapping
// around.
func (g Tiered) nearest(at games.Slot) games.Slot {
	for !g.Used(at) {
		at = games.SlotOf(at.Tier(), (at.Index()+1)%g.Sizes[at.Tier()])
	}
	return at
}

func (g Tiered) Tiers() []games.Tier {
	var list []games.Tier
	for i, size := range g.Sizes {
		list = append(list, games.Tier{Name: fmt.Sprintf("t%d", i), Size: size})
		for lower := range i {
			list[i].Lower = append(list[i].Lower, lower)
		}
	}
	return list
}

func (g Tiered) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		dst = append(dst, games.Slot(s>>1))
	}
	return dst
}

func (g Tiered) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	for _, i := range indexes {
		dst, used = append(dst, uint64(games.SlotOf(tier, i))<<1), append(used, g.Used(games.SlotOf(tier, i)))
	}
	return dst, used
}

func (g Tiered) Weights(dst []int32, src []uint64) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}

func (g Tiered) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s&1))
	}
	return dst
}

func (g Tiered) Start() uint64 {
	return uint64(g.nearest(games.SlotOf(len(g.Sizes)-1, 0))) << 1
}

// After returns the slots that can be reached in one ply.
func (g Tiered) After(at games.Slot) (list []games.Slot) {
	for move := range g.noise(at, 2) % 5 {
		tier, random := at.Tier(), g.noise(at, 3+move)
		if random%8 < 3 {
			tier = int(random >> 8 % uint64(tier+1))
		}
		list = append(list, g.nearest(games.SlotOf(tier, random>>16%g.Sizes[tier])))
	}
	return list
}

func (g Tiered) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for _, at := range g.After(games.Slot(s >> 1)) {
			dst = append(dst, uint64(at)<<1|(1-s&1))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Payoffs makes one terminal state in eight a draw and one in eight a win for the
// player to move. All others are losses.
func (g Tiered) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := games.Payoff{0, 100}
		switch g.noise(games.Slot(s>>1), 9) % 8 {
		case 0:
			p = games.Payoff{50, 50}
		case 1:
			p = games.Payoff{100, 0}
		}
		if s&1 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		dst = append(dst, p)
	}
	return dst
}

// TieredSolution is the solution of a tiered game, computed by value iteration.
type TieredSolution struct {
	*job.Solution
	Cells [][]value.Cell // by tier
}

// NaiveTiers solves a game. In round r, it determines the positions that are won or
// lost in r plies.
func NaiveTiers(g games.Tiered[uint64]) *TieredSolution {
	out := &TieredSolution{Solution: &job.Solution{Method: "naive", Workers: 1}}
	out.Outcomes.Total = g.Info().Total
	var used, over []games.Slot
	after := map[games.Slot][]games.Slot{}
	for tier, t := range g.Tiers() {
		out.Cells = append(out.Cells, make([]value.Cell, t.Size))
		for i := range t.Size {
			s, ok := g.Unrank(nil, nil, tier, []uint64{i})
			if !ok[0] {
				continue
			}
			at := games.SlotOf(tier, i)
			children, _ := g.Expand(nil, nil, s)
			if after[at] = g.Rank(nil, children); len(children) > 0 {
				used = append(used, at)
				continue
			}
			over = append(over, at)
			out.Cells[tier][i] = [...]value.Cell{value.Loss(0), value.Draw, value.Win(0)}[g.Payoffs(nil, s)[0][0]/50]
		}
	}
	of := func(at games.Slot) *value.Cell { return &out.Cells[at.Tier()][at.Index()] }
	for plies, quiet := 1, 0; quiet < 3; plies++ {
		var found []games.Slot
		var values []value.Cell
		for _, at := range used {
			if *of(at) != value.Unused {
				continue
			}
			wins := 0
			for _, c := range after[at] {
				if of(c).IsLoss() {
					found, values = append(found, at), append(values, value.Win(plies))
					break
				}
				if of(c).IsWin() {
					wins++
				}
			}
			if wins == len(after[at]) {
				found, values = append(found, at), append(values, value.Loss(plies))
			}
		}
		for i, at := range found {
			*of(at) = values[i]
		}
		if quiet++; len(found) > 0 {
			quiet = 0
		}
	}
	for _, at := range used {
		if *of(at) == value.Unused {
			*of(at) = value.Draw
		}
	}
	out.count(g, append(used, over...), after)
	return out
}

// count computes the statistics and the digest.
func (s *TieredSolution) count(g games.Tiered[uint64], used []games.Slot, after map[games.Slot][]games.Slot) {
	for _, t := range g.Tiers() {
		s.Tiers = append(s.Tiers, job.SolvedTier{Tier: t})
	}
	add := func(counts *[]int64, plies int) {
		for len(*counts) <= plies {
			*counts = append(*counts, 0)
		}
		(*counts)[plies]++
	}
	for _, at := range used {
		stats, cell := &s.Tiers[at.Tier()].TierStats, s.Cells[at.Tier()][at.Index()]
		stats.Used++
		stats.Positions++
		stats.Moves += int64(len(after[at]))
		if len(after[at]) == 0 {
			stats.Terminals++
		}
		switch {
		case cell.IsWin():
			stats.Wins++
			add(&stats.WinsIn, cell.Remoteness())
		case cell.IsLoss():
			stats.Losses++
			add(&stats.LossesIn, cell.Remoteness())
		default:
			stats.Draws++
		}
		stats.Digest += value.CellHash(at, cell)
		s.Digest += value.CellHash(at, cell)
	}
	start := g.Rank(nil, []uint64{g.Start()})[0]
	switch cell := s.Cells[start.Tier()][start.Index()]; {
	case cell.IsWin():
		s.Start = value.Measured(100, cell.Remoteness())
	case cell.IsLoss():
		s.Start = value.Measured(0, cell.Remoteness())
	default:
		s.Start = value.Unmeasured(50)
	}
}

// Put stores a tier of the solution in b, in blocks in descending order.
func (s *TieredSolution) Put(tb testing.TB, b job.TierStore, tier int) {
	tb.Helper()
	for to := len(s.Cells[tier]); to > 0; {
		from := (to - 1) / job.BlockCells * job.BlockCells
		if err := b.PutCells(tier, uint64(from), s.Cells[tier][from:to]); err != nil {
			tb.Fatal(err)
		}
		to = from
	}
	if err := b.FinishTier(tier, s.Tiers[tier].TierStats); err != nil {
		tb.Fatal(err)
	}
}

// Build stores the solution in b and commits the table.
func (s *TieredSolution) Build(tb testing.TB, b interface {
	job.TierStore
	Commit(*job.Solution) error
}) {
	tb.Helper()
	for tier := range s.Cells {
		s.Put(tb, b, tier)
	}
	if err := b.Commit(s.Solution); err != nil {
		tb.Fatal(err)
	}
}

// ExampleTiers returns a game with three tiers, one of which has two blocks.
func ExampleTiers() (Tiered, *TieredSolution) {
	g := Tiered{Seed: 5, Sizes: []uint64{5000, 1, job.BlockCells + 3*tier.StripCells + 77}, Gaps: 3}
	return g, NaiveTiers(g)
}

// Thinned is a tiered game whose tables omit positions. One third of the positions
// are candidates; a candidate is omitted if it is nonterminal and none of its
// children is a candidate.
type Thinned struct{ Tiered }

func (g Thinned) Omit(dst []bool, src []uint64) []bool {
	chosen := func(at games.Slot) bool { return g.noise(at, 20)%3 == 0 }
	for _, s := range src {
		after := g.After(games.Slot(s >> 1))
		dst = append(dst, chosen(games.Slot(s>>1)) && len(after) > 0 && !slices.ContainsFunc(after, chosen))
	}
	return dst
}

// Omits reports whether tables omit the position at an index of a tier.
func (g Thinned) Omits(tier int, index uint64) bool {
	at := games.SlotOf(tier, index)
	return g.Used(at) && g.Omit(nil, []uint64{uint64(at) << 1})[0]
}
