package kalah

import (
	"zermelo/games"
	"zermelo/games/turns"
)

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

// game is a variant with states of type S, uint64 or [2]uint64. A state has a
// high and a low part, in one word or two. From the top:
//
//	high: role to move (1 bit), the first player's store, the second player's pits, the last one first
//	low:  the first player's pits, the last one first
//
// The second player's store has what is missing.
type game[S games.State] struct {
	*rules
	turns.Base[S]
}

func newGame[S games.State](r *rules) *game[S] {
	g := &game[S]{rules: r}
	p := r.start()
	g.About, g.First = r.describe(), g.pack(&p)
	return g
}

// lowBits and highBits are the bits of the parts of a state.
func (r *rules) lowBits() int  { return r.pits * r.field }
func (r *rules) highBits() int { return (r.pits+1)*r.field + 1 }

// pack makes the state of a position.
func (g *game[S]) pack(p *position) S {
	var low, high uint64
	for i := g.pits - 1; i >= 0; i-- {
		low = low<<g.field | uint64(p.pit[i])
	}
	high = uint64(p.role)<<g.field | uint64(p.store[0])
	for i := g.pits - 1; i >= 0; i-- {
		high = high<<g.field | uint64(p.pit[g.pits+i])
	}
	var s S
	if w := games.Bits(&s); len(w) == 1 {
		w[0] = high<<g.lowBits() | low
	} else {
		w[0], w[1] = high, low
	}
	return s
}

// unpack takes a state apart.
func (g *game[S]) unpack(s S) position {
	var low, high uint64
	if w := games.Bits(&s); len(w) == 1 {
		low, high = w[0]&(1<<g.lowBits()-1), w[0]>>g.lowBits()
	} else {
		low, high = w[1], w[0]
	}
	var p position
	mask := uint64(1)<<g.field - 1
	rest := g.total
	for i := range g.pits {
		first, second := low&mask, high&mask
		p.pit[i], p.pit[g.pits+i] = uint8(first), uint8(second)
		rest -= int(first + second)
		low, high = low>>g.field, high>>g.field
	}
	p.store[0], p.role = int(high&mask), int(high>>g.field)
	p.store[1] = rest - p.store[0]
	return p
}

// Expand appends the children, by pit from the one furthest from the store.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		if p := g.unpack(s); !g.over(&p) {
			for from := p.role * g.pits; from < (p.role+1)*g.pits; from++ {
				if p.pit[from] > 0 {
					child := g.sow(p, from)
					dst = append(dst, g.pack(&child))
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Over appends whether each state is terminal.
func (g *game[S]) Over(dst []bool, src []S) []bool {
	for _, s := range src {
		p := g.unpack(s)
		dst = append(dst, g.over(&p))
	}
	return dst
}

// Movers appends the role whose turn it is.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	return turns.Each(dst, src, func(s S) int8 { return int8(g.unpack(s).role) })
}

// Payoffs appends each player's seeds.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	return turns.Each(dst, src, func(s S) games.Payoff {
		p := g.unpack(s)
		return games.Payoff{int16(g.payoff(&p, 0)), int16(g.payoff(&p, 1))}
	})
}

// Layers appends how far the seeds have come; see rules.layer.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 {
		p := g.unpack(s)
		return int32(g.layer(&p))
	})
}

// Span is the number of layers after the first, up to that with all seeds in stores: a capture can take nearly all
// seeds.
func (g *game[S]) Span() int { return g.pits*g.pits*g.total - g.seeds*g.pits*(g.pits-1) }
