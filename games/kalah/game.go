package kalah

import "zermelo/games"

// game is a variant with states of type S, uint64 or [2]uint64. A state has a
// high and a low part, in one word or two. From the top:
//
//	high: role to move (1 bit), the first player's store, the second player's pits, the last one first
//	low:  the first player's pits, the last one first
//
// The second player's store has what is missing.
type game[S games.State] struct {
	*rules
	info games.Info
}

func newGame[S games.State](r *rules) *game[S] { return &game[S]{rules: r, info: r.describe()} }

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

// Info says what the variant is.
func (g *game[S]) Info() *games.Info { return &g.info }

// Start has the seeds in the pits and the first player to move.
func (g *game[S]) Start() S {
	p := g.start()
	return g.pack(&p)
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

// Movers appends the role whose turn it is.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	for _, s := range src {
		dst = append(dst, int8(g.unpack(s).role))
	}
	return dst
}

// Payoffs appends each player's seeds.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	for _, s := range src {
		p := g.unpack(s)
		dst = append(dst, games.Payoff{int16(g.payoff(&p, 0)), int16(g.payoff(&p, 1))})
	}
	return dst
}

// Layers appends how far the seeds have come; see rules.layer.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		p := g.unpack(s)
		dst = append(dst, int32(g.layer(&p)))
	}
	return dst
}

// Span is the number of layers after the first: a capture can take nearly all
// seeds.
func (g *game[S]) Span() int { return g.lastLayer() }
