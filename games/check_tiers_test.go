package games_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
)

// walk is a small game: in turn, the players move a counter one cell up or down a
// line of cells, and the player who reaches cell 0 wins. A state is [cell: from bit
// 1][role to move: bit 0]. The roles are interchangeable, so each cell is an
// equivalence class. Cell 0 is a separate tier.
type walk struct {
	info  games.Info
	cells uint64

	// The following functions replace results unless they are nil.
	lower   []int
	rank    func(s uint64) games.Slot
	used    func(index uint64) bool
	unrank  func(index uint64) uint64
	mover   func(s uint64) int8
	weight  func(s uint64) int32
	parents func(s uint64) []uint64
	omit    func(s uint64) bool
	stays   func(child uint64) bool
	twice   bool // ExpandOwn returns its children twice
	parse   func(s uint64) uint64
}

func (w *walk) FormatState(s uint64) string { return strconv.FormatUint(s, 10) }

func (w *walk) ParseState(text string) (uint64, error) {
	s, err := strconv.ParseUint(text, 10, 64)
	if w.parse != nil {
		s = w.parse(s)
	}
	return s, err
}

func (w *walk) Moves(s uint64) (moves [games.MaxRoles][]string) {
	if s > 1 {
		moves[s&1] = []string{"down", "up"}
	}
	return moves
}

func (w *walk) Info() *games.Info { return &w.info }

func newWalk(cells uint64) *walk {
	return &walk{cells: cells, info: games.Info{Name: "walk", Title: "Walk", Roles: []string{"a", "b"}, Total: 100, Rules: []string{"Go to cell 0."}}}
}

func (w *walk) Start() uint64 { return (w.cells - 1) << 1 }

func (w *walk) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if cell, other := s>>1, ^s&1; cell > 0 {
			dst = append(dst, (cell-1)<<1|other, min(cell+1, w.cells-1)<<1|other)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (w *walk) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-s&1] = 100
		dst = append(dst, p)
	}
	return dst
}

func (w *walk) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i], swaps[i] = s&^1, s&1 == 1
	}
}

func (w *walk) Orbits(dst []int32, src []uint64) []int32 { return w.Weights(dst, src) }

func (w *walk) Tiers() []games.Tier {
	lower := []int{0}
	if w.lower != nil {
		lower = w.lower
	}
	return []games.Tier{{Name: "end", Size: 1}, {Name: "line", Size: w.cells - 1, Lower: lower}}
}

func (w *walk) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		switch {
		case w.rank != nil:
			dst = append(dst, w.rank(s))
		case s < 2:
			dst = append(dst, games.SlotOf(0, 0))
		default:
			dst = append(dst, games.SlotOf(1, s>>1-1))
		}
	}
	return dst
}

func (w *walk) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	for _, index := range indexes {
		s := (index + uint64(tier)) << 1
		if w.unrank != nil {
			s = w.unrank(index)
		}
		dst, used = append(dst, s), append(used, w.used == nil || w.used(index))
	}
	return dst, used
}

func (w *walk) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		if w.mover != nil {
			dst = append(dst, w.mover(s))
		} else {
			dst = append(dst, int8(s&1))
		}
	}
	return dst
}

func (w *walk) Weights(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		if w.weight != nil {
			dst = append(dst, w.weight(s))
		} else {
			dst = append(dst, 1)
		}
	}
	return dst
}

func (w *walk) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		cell, other := s>>1, ^s&1
		switch {
		case w.parents != nil:
			dst = append(dst, w.parents(s)...)
		case cell > 0:
			if cell > 1 {
				dst = append(dst, (cell-1)<<1|other)
			}
			if cell+1 < w.cells {
				dst = append(dst, (cell+1)<<1|other)
			} else {
				dst = append(dst, cell<<1|other)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (w *walk) ExpandLower(dst []uint64, ends, own []int32, src []uint64) ([]uint64, []int32, []int32) {
	for _, s := range src {
		dst = append(dst, w.children(s, false)...)
		ends, own = append(ends, int32(len(dst))), append(own, int32(len(w.children(s, true))))
	}
	return dst, ends, own
}

func (w *walk) ExpandOwn(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst = append(dst, w.children(s, true)...)
		if w.twice {
			dst = append(dst, w.children(s, true)...)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// children returns the children within the tier of s, or the other children.
func (w *walk) children(s uint64, stay bool) (list []uint64) {
	all, _ := w.Expand(nil, nil, []uint64{s})
	for _, c := range all {
		stays := c > 1
		if w.stays != nil {
			stays = w.stays(c)
		}
		if stays == stay {
			list = append(list, c)
		}
	}
	return list
}

// Omit omits the odd cells. A ply from an odd cell leads to an even one.
func (w *walk) Omit(dst []bool, src []uint64) []bool {
	for _, s := range src {
		if w.omit != nil {
			dst = append(dst, w.omit(s))
		} else {
			dst = append(dst, s>>1&1 == 1)
		}
	}
	return dst
}

// TestCheckTiers breaks the contract in one way per case.
func TestCheckTiers(t *testing.T) {
	if err := games.Check[uint64](newWalk(9), 100); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		spoil func(w *walk)
		want  string
	}{
		{"a later tier is listed as lower", func(w *walk) { w.lower = []int{1} }, "must follow tier 1"},
		{"a lower tier is not listed", func(w *walk) { w.lower = []int{} }, "which is not in Lower"},
		{"a tier that is not there", func(w *walk) { w.rank = func(s uint64) games.Slot { return games.SlotOf(2, 0) } }, "out of range"},
		{"an index beyond the size", func(w *walk) { w.rank = func(s uint64) games.Slot { return games.SlotOf(0, s>>1) } }, "out of range"},
		{"two slots for a class", func(w *walk) {
			w.rank = func(s uint64) games.Slot {
				if s>>1 == 3 {
					return games.SlotOf(1, 2-s&1)
				}
				return newWalk(9).Rank(nil, []uint64{s})[0]
			}
		}, "its canonical state has a different slot"},
		{"indexes in another order", func(w *walk) { w.unrank = func(index uint64) uint64 { return (8 - index) << 1 } }, "but Rank returns index"},
		{"an index that is not used", func(w *walk) { w.used = func(index uint64) bool { return index != 3 } }, "is unused"},
		{"a role that there is not", func(w *walk) { w.mover = func(uint64) int8 { return 2 } }, "the role to move is 2, which does not exist"},
		{"the other role to move at an end", func(w *walk) {
			w.mover = func(s uint64) int8 {
				if s < 2 {
					return int8(^s & 1)
				}
				return int8(s & 1)
			}
		}, "moves twice in a row, first to"},
		{"the same role again", func(w *walk) { w.mover = func(s uint64) int8 { return 0 } }, "moves twice in a row"},
		{"no weight", func(w *walk) { w.weight = func(uint64) int32 { return 0 } }, "weight 0"},
		{"a missing parent", func(w *walk) { w.parents = func(uint64) []uint64 { return nil } }, "it is not among the parents"},
		{"a parent without a ply", func(w *walk) {
			w.parents = func(s uint64) []uint64 {
				var all []uint64
				for cell := range w.cells - 1 {
					all = append(all, (cell+1)<<1|^s&1)
				}
				return all
			}
		}, "no ply leads to it from its parent"},
		{"an omitted child", func(w *walk) { w.omit = func(s uint64) bool { return s>>1 == 3 || s>>1 == 4 } }, "it is omitted, and so is its child"},
		{"an omitted end", func(w *walk) { w.omit = func(s uint64) bool { return s < 2 } }, "it is terminal and omitted"},
		{"half a class omitted", func(w *walk) { w.omit = func(s uint64) bool { return s == 3<<1 } }, "Omit returns a different result"},
		{"a ply to a lower tier that stays", func(w *walk) { w.stays = func(uint64) bool { return true } }, "ExpandOwn one in a lower"},
		{"a ply in the tier that leaves it", func(w *walk) { w.stays = func(uint64) bool { return false } }, "ExpandLower returns a child in the same tier"},
		{"a wrong number of plies that stay", func(w *walk) { w.twice = true }, "children in lower tiers end at"},
		{"a parent in another tier", func(w *walk) { w.parents = func(uint64) []uint64 { return []uint64{0} } }, "is in another tier"},
	}
	for _, test := range tests {
		w := newWalk(9)
		test.spoil(w)
		err := games.Check[uint64](w, 100)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: found %v, want %q", test.name, err, test.want)
		}
	}
}

// TestCheckTiersVisitsEveryIndex breaks the contract for one index of many.
func TestCheckTiersVisitsEveryIndex(t *testing.T) {
	const cells, bad = 1009, 707
	counts, err := games.CheckTiers[uint64](newWalk(cells), 1)
	if want := []games.TierCounts{{Used: 1, Positions: 1, Terminals: 1}, {Used: cells - 1, Positions: cells - 1}}; err != nil || !slices.Equal(counts, want) {
		t.Fatalf("%+v, %v, want %+v", counts, err, want)
	}
	tests := []struct {
		name  string
		spoil func(w *walk)
		want  string
	}{
		{"no round trip", func(w *walk) {
			w.parse = func(s uint64) uint64 {
				if s>>1 == bad {
					return 2
				}
				return s
			}
		}, "does not round-trip"},
		{"a parent without an index", func(w *walk) { w.used = func(index uint64) bool { return index != bad } }, "the index of its parent"},
		{"another index", func(w *walk) {
			w.unrank = func(index uint64) uint64 {
				if index == bad {
					index--
				}
				return (index + 1) << 1
			}
		}, "but Rank returns index"},
		{"a later tier is listed as lower", func(w *walk) { w.lower = []int{1} }, "must follow tier 1"},
	}
	for _, test := range tests {
		w := newWalk(cells)
		test.spoil(w)
		if _, err := games.CheckTiers[uint64](w, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: found %v, want %q", test.name, err, test.want)
		}
	}
}
