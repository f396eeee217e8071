package chess

import (
	"cmp"
	"slices"

	"zermelo/games/turns"
)

// game implements an endgame and all endgames that can arise from it through
// captures and promotions.
type game struct {
	*attacks
	turns.NoOrbits[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	promotions []int // kinds of men that pawns can become
	setups     []*setup
	tiers      []*tier
	turns.Base[uint64]
}

func newGame(m material, queenOnly bool) *game {
	g := &game{attacks: newAttacks(), promotions: []int{queen, rook, bishop, knight}}
	if queenOnly {
		g.promotions = g.promotions[:1]
	}
	g.addSetups(m)
	g.addTiers(newKit(g.attacks, m[white].size()+m[black].size()-2))
	g.About, g.First = g.describe(m), g.startPosition() // an arbitrary position
	g.Winner, g.Passing = g.winner, g.passed
	return g
}

// addSetups adds a setup for each reachable material and links the setups.
func (g *game) addSetups(m material) {
	byMaterial := map[material]*setup{}
	var add func(m material) *setup
	add = func(m material) *setup {
		if byMaterial[m] == nil {
			s := newSetup(m)
			byMaterial[m], s.number = s, uint64(len(g.setups))
			g.setups = append(g.setups, s)
			for _, n := range m.next(g.promotions) {
				add(n)
			}
		}
		return byMaterial[m]
	}
	add(m)
	for _, s := range slices.Clone(g.setups) {
		add(s.exchanged()) // either may be the first setup of its tier
	}
	for _, s := range g.setups {
		for i, man := range s.men {
			if man.kind != king {
				s.taken[i] = add(s.without(int(man.colour), int(man.kind)))
			}
			if man.kind == pawn {
				for _, kind := range g.promotions {
					s.became[i][kind] = add(s.promoted(int(man.colour), kind))
				}
			}
		}
	}
}

// addTiers creates the tiers. A material shares its tier with the material that
// results from exchanging the colours.
func (g *game) addTiers(k *kit) {
	for _, s := range g.setups {
		if !s.weaker() {
			g.tiers = append(g.tiers, newTier(s, k))
		}
	}
	slices.SortFunc(g.tiers, func(a, b *tier) int {
		return cmp.Or(cmp.Compare(len(a.men), len(b.men)), cmp.Compare(a.pawnCount(), b.pawnCount()), cmp.Compare(a.String(), b.String()))
	})
	number := map[material]int{}
	for i, t := range g.tiers {
		number[t.material], number[t.exchanged()] = i, i
	}
	for _, s := range g.setups {
		s.tier = number[s.material]
	}
	for _, t := range g.tiers {
		for _, n := range t.next(g.promotions) {
			t.lower = append(t.lower, number[n])
		}
		slices.Sort(t.lower)
		t.lower = slices.Compact(t.lower)
	}
}

func (m material) pawnCount() int { return int(m[white][pawn] + m[black][pawn]) }

func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	var room [maxMoves]move
	for _, s := range src {
		p := g.unpack(s)
		for _, mv := range g.moves(room[:0], &p) {
			c := p.play(mv)
			dst = append(dst, c.pack())
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// winner returns the side that has given mate, or -1 if neither has.
func (g *game) winner(s uint64) int {
	if p := g.unpack(s); !p.ended && g.checked(&p, p.mover) {
		return int(1 - p.mover)
	}
	return -1
}

func (g *game) Movers(dst []int8, src []uint64) []int8 {
	return turns.Each(dst, src, func(s uint64) int8 { return int8(s >> moverShift) })
}

// passed returns s with the other side to move. It also reports whether passing is
// legal, that is, whether neither side is in check and neither state is terminal.
func (g *game) passed(s uint64) (uint64, bool) {
	var room [maxMoves]move
	passed := s ^ 1<<moverShift
	before, after := g.unpack(s), g.unpack(passed)
	return passed, len(g.moves(room[:0], &before)) > 0 && len(g.moves(room[:0], &after)) > 0 && g.possible(&after)
}

func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := g.unpack(s)
		dst = g.backward(dst, &p)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
