package connect4

// step is how far apart neighbours are in a direction: up and down, sideways,
// and along the two diagonals.
func (g *game[R]) steps() [4]uint { return [4]uint{1, g.pitch(), g.pitch() - 1, g.pitch() + 1} }

// pitch is how many bits a column has.
func (g *game[R]) pitch() uint {
	var r R
	if len(r) > 0 {
		return uint(len(r))
	}
	return g.stride
}

// runs returns the cells where a full row of set begins in the direction of
// step.
func (g *game[R]) runs(set uint64, step uint) uint64 {
	if g.connect == 4 {
		pairs := set & (set >> (step & 63))
		return pairs & (pairs >> (2 * step & 63))
	}
	r := set
	for i := 1; i < g.connect; i++ {
		r &= set >> (uint(i) * step & 63)
	}
	return r
}

// connected reports whether set has a full row.
func (g *game[R]) connected(set uint64) bool {
	s := g.pitch()
	return g.runs(set, s) != 0 || g.runs(set, s-1) != 0 || g.runs(set, s+1) != 0 || g.runs(set, 1) != 0
}

// threats returns the cells, empty or not, on or off the board, that would
// complete a full row of stones.
func (g *game[R]) threats(stones uint64) uint64 {
	if g.connect != 4 {
		return g.threatsAny(stones)
	}
	s := g.pitch()
	// Only the cell above three stones can be empty in a column.
	return stones>>1&(stones>>2)&(stones>>3) |
		completions(stones, s) | completions(stones, s-1) | completions(stones, s+1)
}

// completions returns the cells that complete four in the direction of step.
func completions(x uint64, step uint) uint64 {
	pairs := x & (x << (step & 63))           // the second of two
	triples := pairs & (x << (2 * step & 63)) // the third of three
	return triples<<(step&63) | triples>>(3*step&63) |
		pairs<<(step&63)&(x>>(step&63)) | x<<(step&63)&(pairs>>(2*step&63))
}

// threatsAny is threats for rows of any length.
func (g *game[R]) threatsAny(stones uint64) uint64 {
	cells := uint64(0)
	for _, step := range g.steps() {
		// The missing stone is i steps behind the first of the row.
		for i := range g.connect {
			missing := ^uint64(0)
			for j := range g.connect {
				switch {
				case j < i:
					missing &= stones << (uint(i-j) * step & 63)
				case j > i:
					missing &= stones >> (uint(j-i) * step & 63)
				}
			}
			cells |= missing
		}
	}
	return cells
}
