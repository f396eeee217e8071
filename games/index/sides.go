package index

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Counts is how many squares the player to move has, and how many the other.
type Counts struct{ Own, Other int }

// Sides numbers the positions of two players' squares, as the player to move
// sees them, tier by tier. A tier holds the positions with certain numbers of
// squares, mostly the two that a ply exchanges: as {2, 3} and {3, 2}.
type Sides struct {
	tiers [][]section
	// find is where the positions with certain counts are, by own and other.
	find [MaxSquares + 1][MaxSquares + 1]entry
}

// section is the positions of a tier that have the same counts.
type section struct {
	from  uint64
	pairs *Pairs
}

// entry is where a section begins.
type entry struct {
	slot  games.Slot
	pairs *Pairs // nil if no tier has these counts
}

// NewSides makes the numbering of the given tiers, each a list of counts, with
// positions that g takes to each other numbered as one.
func NewSides(s *Squares, g *Group, tiers [][]Counts) *Sides {
	t := &Sides{}
	classes := map[int]*Classes{}
	for i, tier := range tiers {
		var sections []section
		from := uint64(0)
		for _, c := range tier {
			if t.find[c.Own][c.Other].pairs != nil {
				panic(fmt.Sprintf("index: counts %v are in two tiers", c))
			}
			if classes[c.Own] == nil {
				classes[c.Own] = NewClasses(s, g, c.Own)
			}
			p := NewPairs(classes[c.Own], c.Other)
			sections = append(sections, section{from, p})
			t.find[c.Own][c.Other] = entry{games.SlotOf(i, from), p}
			from += p.Len()
		}
		t.tiers = append(t.tiers, sections)
	}
	return t
}

// Size is the number of indexes of a tier, holes included.
func (t *Sides) Size(tier int) uint64 {
	last := t.tiers[tier][len(t.tiers[tier])-1]
	return last.from + last.pairs.Len()
}

// Rank is the slot of a position, which must be in one of the tiers.
func (t *Sides) Rank(own, other uint32) games.Slot {
	e := &t.find[bits.OnesCount32(own)][bits.OnesCount32(other)]
	return e.slot + games.Slot(e.pairs.Rank(own, other))
}

// Unrank returns the position that stands for an index of a tier, and whether
// the index is used: if not, it is a hole.
func (t *Sides) Unrank(tier int, index uint64) (own, other uint32, used bool) {
	sections := t.tiers[tier]
	i := len(sections) - 1
	for sections[i].from > index {
		i--
	}
	return sections[i].pairs.Unrank(index - sections[i].from)
}

// Weight is the number of different positions that have the slot of the given
// one.
func (t *Sides) Weight(own, other uint32) int {
	return t.find[bits.OnesCount32(own)][bits.OnesCount32(other)].pairs.Weight(own, other)
}
