package index

// Least is the smallest image, as a number, of a position as Sides has it. Bit
// 63 stays as it is.
func (g *Group) Least(position uint64) uint64 {
	mover, own, other := position&^positionMask, uint32(position>>32)&ownMask, uint32(position)
	least := position &^ mover
	for t := 1; t < len(g.images); t++ {
		least = min(least, uint64(g.Apply(t, own))<<32|uint64(g.Apply(t, other)))
	}
	return mover | least
}

// Orbit is the number of different images of a position as Sides has it.
func (g *Group) Orbit(position uint64) int {
	own, other := uint32(position>>32)&ownMask, uint32(position)
	same := 0
	for t := range g.images {
		if g.Apply(t, own) == own && g.Apply(t, other) == other {
			same++
		}
	}
	return len(g.images) / same
}
