package morris

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/index"
)

// material holds the numbers of men in hand and on the board, relative to the player
// to move.
type material struct {
	ownHand, oppHand, own, opp int
}

func (p position) material() material {
	return material{p.ownHand, p.oppHand, bits.OnesCount32(p.own), bits.OnesCount32(p.opp)}
}

func (m material) placing() bool { return m.ownHand+m.oppHand > 0 }

// turned returns the material relative to the opponent.
func (m material) turned() material { return material{m.oppHand, m.ownHand, m.opp, m.own} }

// next returns the materials of the non-terminal positions that a ply can lead to,
// and whether a ply can lead to a terminal position.
func (m material) next() (list []material, over bool) {
	quiet := m
	if m.placing() {
		quiet.ownHand--
		quiet.own++
	}
	list = append(list, quiet.turned())
	if quiet.own < fewest || quiet.opp == 0 {
		return list, false
	}
	taken := quiet
	taken.opp--
	if taken.opp+taken.oppHand < fewest {
		return list, true
	}
	return append(list, taken.turned()), false
}

// tier contains the positions of a material. If all men have been placed, it also
// contains those of the turned material, since play alternates between the two.
type tier struct {
	name  string
	parts []*part
	size  uint64
	lower []int
}

// part is the numbering of the positions of a material.
type part struct {
	material
	tier  int
	pairs *index.Pairs
}

const tierOver = 0 // has one index, for all positions where the player to move has too few men

const materials = 10_000 // exceeds material.number

// number returns a number that identifies a material. Its decimal digits are the
// numbers of own and opposing men in hand and of own and opposing men on the board.
func (m material) number() uint16 { return uint16(((m.ownHand*10+m.oppHand)*10+m.own)*10 + m.opp) }

const overNumber = 0 // stands for material.number for positions in tierOver

func (g *game) addTiers() {
	g.parts = map[material]*part{}
	g.tiers = []*tier{{name: "over", size: 1}}
	list := closure(unpack(g.First).material())
	slices.SortFunc(list, func(a, b material) int {
		return cmp.Or(cmp.Compare(a.ownHand+a.oppHand, b.ownHand+b.oppHand), cmp.Compare(a.own+a.opp, b.own+b.opp),
			cmp.Compare(min(a.own, a.opp), min(b.own, b.opp)), cmp.Compare(b.own, a.own))
	})
	points := index.NewSquares(len(g.points))
	g.numberings = make([]*index.Pairs, materials)
	g.numberings[overNumber] = index.NewPairs(index.NewClasses(points, g.group, 0), 0, games.SlotOf(tierOver, 0))
	classes := map[int]*index.Classes{}
	for _, m := range list {
		t := &tier{}
		if twin := g.parts[m.turned()]; twin != nil && !m.placing() {
			t = g.tiers[twin.tier]
		} else {
			t.name = m.name()
			g.tiers = append(g.tiers, t)
		}
		if classes[m.own] == nil {
			classes[m.own] = index.NewClasses(points, g.group, m.own)
		}
		number := slices.Index(g.tiers, t)
		p := &part{m, number, index.NewPairs(classes[m.own], m.opp, games.SlotOf(number, t.size))}
		t.parts = append(t.parts, p)
		t.size += p.pairs.Len()
		g.parts[m] = p
		g.numberings[m.number()] = p.pairs
	}
	for number, t := range g.tiers {
		t.findLower(number, g.parts)
	}
}

// closure returns start and all materials that can be reached from it.
func closure(start material) []material {
	list := []material{start}
	for i := 0; i < len(list); i++ {
		next, _ := list[i].next()
		for _, m := range next {
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// name returns the name of the tier, as in "5-4" or "hand-3-2-board-4-4".
func (m material) name() string {
	if m.placing() {
		return fmt.Sprintf("hand-%d-%d-board-%d-%d", m.ownHand, m.oppHand, m.own, m.opp)
	}
	return fmt.Sprintf("%d-%d", m.own, m.opp)
}

// findLower sets the lower tiers of t. The argument number is the number of t.
func (t *tier) findLower(number int, all map[material]*part) {
	for _, p := range t.parts {
		next, over := p.next()
		if over {
			t.lower = append(t.lower, tierOver)
		}
		for _, m := range next {
			if to := all[m].tier; to != number {
				t.lower = append(t.lower, to)
			}
		}
	}
	slices.Sort(t.lower)
	t.lower = slices.Compact(t.lower)
}

// Tiers implements games.Tiered. The tier of terminal positions comes first.
// Materials without men to place follow, sorted by the number of men on the board,
// and then the others, sorted by the number of men to place.
func (g *game) Tiers() []games.Tier {
	list := make([]games.Tier, len(g.tiers))
	for i, t := range g.tiers {
		list[i] = games.Tier{Name: t.name, Size: t.size, Lower: slices.Clone(t.lower), Immediate: i == tierOver}
	}
	return list
}

func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	var b batch
	for len(src) > 0 {
		n := b.fill(src)
		dst, src = index.Rank(dst, g.numberings, b.materials[:n], b.pairs[:n]), src[n:]
	}
	return dst
}

// batch holds arguments for index.Rank.
type batch struct {
	materials [256]uint16
	pairs     [256]uint64
}

// fill fills the batch with the first states and returns their number. Lost states
// are represented by a pair of empty sets.
func (b *batch) fill(states []uint64) int {
	n := min(len(states), len(b.pairs))
	for i, s := range states[:n] {
		b.materials[i], b.pairs[i] = overNumber, 0
		if p := unpack(s); !p.lost() {
			b.materials[i], b.pairs[i] = p.material().number(), uint64(p.own)<<32|uint64(p.opp)
		}
	}
	return n
}

func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	if tier == tierOver {
		for range indexes {
			dst, used = append(dst, g.overState), append(used, true)
		}
		return dst, used
	}
	parts := g.tiers[tier].parts
	for len(indexes) > 0 {
		part := parts[0]
		if last := parts[len(parts)-1]; indexes[0] >= last.pairs.First() {
			part = last
		}
		n := part.pairs.Run(indexes)
		from := len(dst)
		dst, used = part.pairs.Unrank(dst, used, indexes[:n])
		for i, pair := range dst[from:] {
			dst[from+i] = part.state(pair)
		}
		indexes = indexes[n:]
	}
	return dst, used
}

func (m material) state(pair uint64) uint64 {
	p := position{own: uint32(pair >> 32), opp: uint32(pair), ownHand: m.ownHand, oppHand: m.oppHand}
	if m.ownHand > m.oppHand {
		p.mover = 1 // white places first
	}
	return p.pack()
}

func (g *game) Weights(dst []int32, src []uint64) []int32 {
	var b batch
	for len(src) > 0 {
		n := b.fill(src)
		dst, src = index.Weights(dst, g.numberings, b.materials[:n], b.pairs[:n]), src[n:]
	}
	return dst
}
