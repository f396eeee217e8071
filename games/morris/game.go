package morris

import (
	"zermelo/games/index"
	"zermelo/games/turns"
)

type game struct {
	rules
	*board
	turns.InBit[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	tiers      []*tier
	parts      map[material]*part
	numberings []*index.Pairs // by material.number
	overState  uint64         // represents all positions where the player to move has too few men
	keeping    []int          // symmetries that preserve the start
	turns.Base[uint64]
}

func newGame(r rules) *game {
	g := &game{rules: r, board: newBoard(r.men, r.diagonals)}
	p := position{ownHand: r.men, oppHand: r.men}
	if white, black := r.placed[0], r.placed[1]; white > 0 {
		p = position{own: 1<<white - 1, opp: g.all &^ (g.all >> black)}
	}
	g.First = p.pack()
	g.overState = position{own: 1<<(fewest-1) - 1, opp: g.all &^ (g.all >> fewest)}.pack()
	for t := range g.group.Len() {
		if g.image(p, t) == p {
			g.keeping = append(g.keeping, t)
		}
	}
	g.addTiers()
	g.About = g.describe()
	g.Winner = func(s uint64) int { return 1 - turns.Mover(s) } // the other has too few men or cannot move
	g.Passing = g.passed
	return g
}

func (g *game) image(p position, symmetry int) position {
	p.own, p.opp = g.group.Apply(symmetry, p.own), g.group.Apply(symmetry, p.opp)
	return p
}

func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	var room [maxPlies]ply
	for _, s := range src {
		p := unpack(s)
		for _, m := range g.plies(room[:0], p) {
			dst = append(dst, p.after(m).pack())
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Parents implements games.Retro. Lost states and states with men left to place have
// no parents in their tier.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := unpack(s); p.ownHand+p.oppHand == 0 && !p.lost() {
			dst = g.backward(dst, p)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Canonize replaces each state with its smallest image. If all men have been placed,
// white is to move in the result.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		p := unpack(s)
		swaps[i] = !p.material().placing() && p.mover == 1
		if swaps[i] {
			p.mover = 0
		}
		least := p.pack()
		for t := range g.group.Len() {
			least = min(least, g.image(p, t).pack())
		}
		states[i] = least
	}
}

func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		images := map[position]bool{}
		for _, t := range g.keeping {
			images[g.image(unpack(s), t)] = true
		}
		return int32(len(images))
	})
}

// passed returns the state with the other side to move, and whether that state is
// legal. It is legal if all men have been placed and both sides can move.
func (g *game) passed(s uint64) (uint64, bool) {
	var room [maxPlies]ply
	p := unpack(s)
	q := position{own: p.opp, opp: p.own, mover: 1 - p.mover}
	return q.pack(), !p.material().placing() && len(g.plies(room[:0], p)) > 0 && len(g.plies(room[:0], q)) > 0
}
