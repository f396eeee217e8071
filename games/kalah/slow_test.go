package kalah

import (
	"fmt"
	"slices"
	"strings"
)

// slow is a simple implementation of the rules: a ring of pits and stores, each with
// a list of seeds.
type slow struct {
	pits                       int
	facing, turnEnds, opponent bool
	ring                       [][]int // pits of 0, store of 0, pits of 1, store of 1
	mover                      int
}

func newSlow(g *rules) slow {
	b := slow{pits: g.pits, facing: g.facing, turnEnds: g.turnEnds, opponent: g.opponent}
	for place := range 2 * (g.pits + 1) {
		var seeds []int
		if place%(g.pits+1) != g.pits {
			for i := range g.seeds {
				seeds = append(seeds, place*100+i)
			}
		}
		b.ring = append(b.ring, seeds)
	}
	return b
}

// store returns the place of a role's store.
func (b slow) store(role int) int { return role*(b.pits+1) + b.pits }

// side returns the number of seeds in a role's pits.
func (b slow) side(role int) int {
	n := 0
	for i := range b.pits {
		n += len(b.ring[role*(b.pits+1)+i])
	}
	return n
}

func (b slow) moves() []string {
	if !b.turnEnds && (b.side(0) == 0 || b.side(1) == 0) {
		return nil
	}
	var list []string
	for i := range b.pits {
		if len(b.ring[b.mover*(b.pits+1)+i]) > 0 {
			list = append(list, fmt.Sprint(i+1))
		}
	}
	return list
}

// sow returns the position after a move.
func (b slow) sow(move string) slow {
	next := b
	next.ring = slices.Clone(b.ring)
	at := b.mover*(b.pits+1) + int(move[0]-'1')
	hand := b.ring[at]
	next.ring[at] = nil
	for _, seed := range hand {
		at = (at + 1) % len(b.ring)
		if at == b.store(1-b.mover) {
			at = (at + 1) % len(b.ring)
		}
		next.ring[at] = append(slices.Clone(next.ring[at]), seed)
	}
	store := b.store(b.mover)
	if at == store {
		return next
	}
	if at/(b.pits+1) == b.mover && len(next.ring[at]) == 1 {
		// Facing pits have the same distance from the store.
		facing := (store + (store - at)) % len(b.ring)
		if !b.facing || len(next.ring[facing]) > 0 {
			next.ring[store] = slices.Concat(next.ring[store], next.ring[at], next.ring[facing])
			next.ring[at], next.ring[facing] = nil, nil
		}
	}
	next.mover = 1 - b.mover
	return next
}

// seeds returns the final number of seeds of a role.
func (b slow) seeds(role int) int {
	rest := role
	if b.opponent {
		rest = 1 - role
	}
	return len(b.ring[b.store(role)]) + b.side(rest)
}

func (b slow) String() string {
	var t strings.Builder
	for role := range 2 {
		for i := range b.pits {
			fmt.Fprintf(&t, "%d%c", len(b.ring[role*(b.pits+1)+i]), ".-"[(i+1)/b.pits])
		}
		fmt.Fprintf(&t, "%d%c", len(b.ring[b.store(role)]), "/:"[role])
	}
	return t.String() + []string{"first", "second"}[b.mover]
}
