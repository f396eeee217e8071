package kalah

import (
	"zermelo/games"
	"zermelo/games/turns"
)

type rules struct {
	pits, seeds int
	facing      bool // a capture requires seeds in the opposite pit
	turnEnds    bool // the game ends when a player cannot move
	opponent    bool // the remaining seeds go to the opponent of the pit's owner
	total       int  // total number of seeds
	field       int  // number of bits per seed count
}

// position is an unpacked state. Pits are numbered in sowing order,
// counter-clockwise, starting with those of the first player.
type position struct {
	pit   [2 * maxPits]uint8
	store [2]int
	role  int // role to move
}

func (r *rules) start() position {
	var p position
	for i := range 2 * r.pits {
		p.pit[i] = uint8(r.seeds)
	}
	return p
}

func (r *rules) inPits(p *position, role int) int {
	n := 0
	for i := range r.pits {
		n += int(p.pit[role*r.pits+i])
	}
	return n
}

func (r *rules) over(p *position) bool {
	return r.inPits(p, p.role) == 0 || !r.turnEnds && r.inPits(p, 1-p.role) == 0
}

// payoff returns a role's final number of seeds, including its share of the
// remaining seeds.
func (r *rules) payoff(p *position, role int) int {
	if r.opponent {
		return p.store[role] + r.inPits(p, 1-role)
	}
	return p.store[role] + r.inPits(p, role)
}

// sow returns the position after sowing the seeds of a pit, which must not be empty.
// The opponent's store is skipped, but the emptied pit is not.
func (r *rules) sow(p position, from int) position {
	mine := p.role * r.pits // first pit of the player
	hand := p.pit[from]
	p.pit[from] = 0
	last := from
	stored := false // the last seed was sown into the store
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

// layer returns a measure that increases with each move. The value of a seed is the
// index of its pit on its side, counted from 0, or pits*pits if it is in a store. A
// move that does not reach the store moves seeds to higher pits on the same side.
// Between two seeds sown into the store, other seeds can enter lower pits, one in
// each pit of both sides. The resulting loss is at most 2 * (0 + 1 + ... + pits-1),
// which is less than the gain from sowing a seed into the store.
func (r *rules) layer(p *position) int {
	sum := 0
	for i, n := range p.pit[:2*r.pits] {
		sum += i % r.pits * int(n)
	}
	return sum + r.pits*r.pits*(p.store[0]+p.store[1]) - r.seeds*r.pits*(r.pits-1)
}

// game implements all variants. A state of type uint64 or [2]uint64 has a high and a
// low part, which share one word or have a word each. Their fields, most significant
// first, are:
//
//	high: role to move (1 bit), first player's store, second player's pits, last pit first
//	low:  first player's pits, last pit first
//
// The number of seeds in the second player's store follows from the total.
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

// lowBits and highBits return the sizes, in bits, of the low and high parts of a
// state.
func (r *rules) lowBits() int  { return r.pits * r.field }
func (r *rules) highBits() int { return (r.pits+1)*r.field + 1 }

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

// Expand appends the children in the order of the pits, farthest from the store
// first.
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

func (g *game[S]) IsTerminal(dst []bool, src []S) []bool {
	return turns.Each(dst, src, func(s S) bool {
		p := g.unpack(s)
		return g.over(&p)
	})
}

func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	return turns.Each(dst, src, func(s S) int8 { return int8(g.unpack(s).role) })
}

func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	return turns.Each(dst, src, func(s S) games.Payoff {
		p := g.unpack(s)
		return games.Payoff{int16(g.payoff(&p, 0)), int16(g.payoff(&p, 1))}
	})
}

// Layers implements games.Layered; see rules.layer.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 {
		p := g.unpack(s)
		return int32(g.layer(&p))
	})
}

// Span returns the number of layers between the start and a position with all seeds
// in the stores. A single move can capture nearly all seeds.
func (g *game[S]) Span() int { return g.pits*g.pits*g.total - g.seeds*g.pits*(g.pits-1) }
