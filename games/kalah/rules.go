package kalah

// rules are a variant's options with what follows from them.
type rules struct {
	pits, seeds int
	facing      bool // a capture needs seeds in the pit facing
	turnEnds    bool // the game goes on until a player cannot move
	opponent    bool // seeds left go to the player who does not own the pits
	total       int  // seeds in the game
	field       int  // bits of a number of seeds
}

// position is a state taken apart. Pits are numbered in the order of sowing,
// which is counter-clockwise: the first player's from 0, then the second
// player's.
type position struct {
	pit   [2 * maxPits]uint8
	store [2]int
	role  int // to move
}

// start is the position that a game begins with.
func (r *rules) start() position {
	var p position
	for i := range 2 * r.pits {
		p.pit[i] = uint8(r.seeds)
	}
	return p
}

// inPits counts the seeds in a role's pits.
func (r *rules) inPits(p *position, role int) int {
	n := 0
	for i := range r.pits {
		n += int(p.pit[role*r.pits+i])
	}
	return n
}

// over reports whether the game is over.
func (r *rules) over(p *position) bool {
	return r.inPits(p, p.role) == 0 || !r.turnEnds && r.inPits(p, 1-p.role) == 0
}

// payoff is what a role has at the end: its store and what is left for it.
func (r *rules) payoff(p *position, role int) int {
	if r.opponent {
		return p.store[role] + r.inPits(p, 1-role)
	}
	return p.store[role] + r.inPits(p, role)
}

// sow returns the position after the mover has sown the seeds of pit number
// from, which is not empty: one by one into the pits that follow and the own
// store, but not the other's. The pit itself is not left out.
func (r *rules) sow(p position, from int) position {
	mine := p.role * r.pits // the first own pit
	hand := p.pit[from]
	p.pit[from] = 0
	last := from
	stored := false // whether the last seed went into the store
	for at := from + 1; hand > 0; hand-- {
		if at == mine+r.pits && !stored {
			p.store[p.role]++
			stored = true
			continue
		}
		at %= 2 * r.pits
		p.pit[at]++
		last, stored = at, false
		at++
	}
	if stored {
		return p
	}
	if own := last >= mine && last < mine+r.pits; own && p.pit[last] == 1 {
		facing := 2*r.pits - 1 - last
		if p.pit[facing] > 0 || !r.facing {
			p.store[p.role] += 1 + int(p.pit[facing])
			p.pit[last], p.pit[facing] = 0, 0
		}
	}
	p.role = 1 - p.role
	return p
}

// layer is a measure that each move raises. A seed counts for its pit's number
// on its side, from 0, and pits*pits in a store. A move that does not reach the
// store takes seeds to higher pits of the own side. Between a seed for the
// store and the next one seeds can go to lower pits: one to each of the other
// side's and of the own, at most 2 * (0 + 1 + ... + pits-1) less than if they
// had stayed in the last pit, and the seed for the store gains more.
func (r *rules) layer(p *position) int {
	sum := 0
	for i, n := range p.pit[:2*r.pits] {
		sum += i % r.pits * int(n)
	}
	return sum + r.pits*r.pits*(p.store[0]+p.store[1]) - r.seeds*r.pits*(r.pits-1)
}

// lastLayer is the layer of a position with all seeds in stores.
func (r *rules) lastLayer() int { return r.pits*r.pits*r.total - r.seeds*r.pits*(r.pits-1) }
