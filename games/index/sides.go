package index

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Counts holds the numbers of squares occupied by the player to move and the
// opponent.
type Counts struct{ Own, Other int }

// Sides numbers the positions of two players' pieces within each tier. A tier
// contains the positions with certain Counts, usually two Counts that alternate
// during play, such as {2, 3} and {3, 2}. A position is a pair as in Pairs: the
// squares of the player to move, and those of the opponent.
type Sides struct {
	list  []games.Tier
	tiers [][]*Pairs      // sections of each tier, one per Counts
	find  [1 << 10]*Pairs // by Counts.number
}

const (
	positionMask = 1<<63 - 1 // clears bit 63
	ownMask      = 1<<31 - 1 // upper half of a position
)

// NewSides returns the numbering of the given tiers and sets their sizes. The
// argument counts lists the Counts of each tier. Positions that are equivalent under
// g have the same number.
func NewSides(s *Squares, g *Group, tiers []games.Tier, counts [][]Counts) *Sides {
	t := &Sides{list: tiers}
	classes := map[int]*Classes{}
	for i, tier := range counts {
		var sections []*Pairs
		from := uint64(0)
		for _, c := range tier {
			at := c.number()
			if t.find[at] != nil {
				panic(fmt.Sprintf("index: counts %v are in two tiers", c))
			}
			if classes[c.Own] == nil {
				classes[c.Own] = NewClasses(s, g, c.Own)
			}
			t.find[at] = NewPairs(classes[c.Own], c.Other, games.SlotOf(i, from))
			sections = append(sections, t.find[at])
			from += t.find[at].Len()
		}
		t.tiers = append(t.tiers, sections)
		t.list[i].Size = from
	}
	return t
}

// Tiers implements games.Tiered.
func (t *Sides) Tiers() []games.Tier { return t.list }

func (c Counts) number() uint16 { return uint16((c.Own+c.Other)<<5 | c.Other) }

func number(position uint64) uint16 {
	return uint16(bits.OnesCount64(position<<1)<<5 | bits.OnesCount32(uint32(position)))
}

func (t *Sides) section(position uint64) *Pairs { return t.find[number(position)] }

// Rank appends the slots of the positions in src. Each position must belong to a
// tier.
func (t *Sides) Rank(dst []games.Slot, src []uint64) []games.Slot {
	dst, slots := grow(dst, len(src))
	var w work
	for len(src) > 0 {
		n := min(len(src), batch)
		if !alikeCounts(src[:n]) {
			t.rankMixed(slots, src, &w)
			break
		}
		t.section(src[0]).rank(slots[:n], src[:n], &w)
		slots, src = slots[n:], src[n:]
	}
	return dst
}

// alikeCounts reports whether all positions have the same Counts. If it were
// inlined, the calling loop would run out of registers.
//
//go:noinline
func alikeCounts(src []uint64) bool {
	all, other := bits.OnesCount64(src[0]<<1), bits.OnesCount32(uint32(src[0]))
	for _, position := range src {
		if bits.OnesCount64(position<<1) != all || bits.OnesCount32(uint32(position)) != other {
			return false
		}
	}
	return true
}

func (t *Sides) rankMixed(dst []games.Slot, src []uint64, w *work) {
	var m mixed
	var which [batch]uint16
	for len(src) > 0 {
		n := min(len(src), batch)
		for i, position := range src[:n] {
			which[i] = number(position)
		}
		m.rank(dst[:n], t.find[:], which[:n], src[:n], w)
		dst, src = dst[n:], src[n:]
	}
}

// Unrank appends the position of each index in a tier, with bit 63 clear, and
// whether the index is used.
func (t *Sides) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	sections := t.tiers[tier]
	for len(indexes) > 0 {
		i := len(sections) - 1
		for sections[i].First() > indexes[0] {
			i--
		}
		n := sections[i].Run(indexes)
		dst, used = sections[i].Unrank(dst, used, indexes[:n])
		indexes = indexes[n:]
	}
	return dst, used
}

// Weights appends, for each position in src, the number of distinct positions with
// the same slot.
func (t *Sides) Weights(dst []int32, src []uint64) []int32 {
	for len(src) > 0 {
		p, n := t.section(src[0]), 1
		for n < len(src) && t.section(src[n]) == p {
			n++
		}
		dst = p.Weights(dst, src[:n])
		src = src[n:]
	}
	return dst
}
