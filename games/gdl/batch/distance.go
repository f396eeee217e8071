package batch

import (
	"math/bits"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/statemachine"
)

// Distances computes lower bounds on the number of plies to a terminal state in a
// single-role game. It relaxes the rules: all legal moves are made simultaneously,
// and every value that a fluent could have earlier remains possible (B. Bonet, H.
// Geffner: Planning as heuristic search, 2001). It is safe for concurrent use.
type Distances[S State] struct {
	decode  *network.Program // computes the fluents of a packed state
	state   []int32          // slots of the state's bits in decode
	step    *network.Program
	can     [][2]int32 // by fluent: slots in step for "can be true" and "can be false"; -1 if unused
	fluents int
	parts   int // number of conjuncts of won
	pool    sync.Pool
}

// maxLevels is the maximum number of plies to look ahead.
const maxLevels = 250

// NewDistances returns the distances to the states where the literal won of l
// holds. The inputs of l are fluents, and those of packed are the bits of packed
// states.
func NewDistances[S State](l *statemachine.Logic, packed *pack.Logic, won network.Lit) *Distances[S] {
	d := &Distances[S]{fluents: len(l.Fluents)}
	d.decode = packed.Compile(packed.Fluents)
	for _, lit := range packed.State {
		d.state = append(d.state, d.decode.Input(lit))
	}
	to := network.New()
	to.Meter = l.Meter
	inputs := map[int]network.Rails{}
	for _, f := range l.Fluents {
		if f.Node() != 0 {
			inputs[f.Node()] = network.Rails{True: to.Input(), False: to.Input()}
		}
	}
	legal := l.CanBe(to, inputs, l.Legal[0])
	for i, does := range l.Does[0] {
		if does.Node() == 0 {
			continue
		}
		r := inputs[does.Node()]
		if does.Complemented() {
			r.False = to.Or(r.False, legal[i].True)
		} else {
			r.True = to.Or(r.True, legal[i].True)
			if len(l.Does[0]) > 2 {
				r.False = network.True
			}
		}
		inputs[does.Node()] = r
	}
	outputs := []network.Lit{}
	parts := l.Conjuncts(won)
	d.parts = len(parts)
	for _, r := range l.CanBe(to, inputs, append([]network.Lit{won}, parts...)) {
		outputs = append(outputs, r.True)
	}
	for i, next := range l.CanBe(to, inputs, l.Next) {
		now := network.Rails{}
		if f := l.Fluents[i]; f.Node() != 0 {
			now = inputs[f.Node()]
		}
		outputs = append(outputs, to.Or(now.True, next.True), to.Or(now.False, next.False))
	}
	d.step = to.Compile(outputs)
	for _, f := range l.Fluents {
		slots := [2]int32{-1, -1}
		if f.Node() != 0 {
			r := inputs[f.Node()]
			slots = [2]int32{d.step.Input(r.True), d.step.Input(r.False)}
		}
		d.can = append(d.can, slots)
	}
	d.pool.New = func() any {
		return &distanceScratch{
			decode: make([]network.Block, d.decode.Slots), step: make([]network.Block, d.step.Slots),
			next: make([]network.Block, 2*d.fluents), seen: make([]network.Block, 1+d.parts),
		}
	}
	return d
}

type distanceScratch struct {
	decode, step, next []network.Block
	seen               []network.Block // for won and each conjunct: states where it can hold so far
}

// Append appends the distance of each state.
func (d *Distances[S]) Append(dst []games.Distance, src []S) []games.Distance {
	s := d.pool.Get().(*distanceScratch)
	defer d.pool.Put(s)
	for chunk := range slices.Chunk(src, network.Lanes) {
		dst = d.chunk(dst, s, chunk)
	}
	return dst
}

func (d *Distances[S]) chunk(dst []games.Distance, s *distanceScratch, states []S) []games.Distance {
	load(s.decode, d.state, states)
	d.decode.Run(s.decode, len(states))
	for f, slots := range d.can {
		for w := range network.Words {
			v := d.decode.Output(f).Word(s.decode, w)
			if slots[0] >= 0 {
				s.step[slots[0]][w] = v
			}
			if slots[1] >= 0 {
				s.step[slots[1]][w] = ^v
			}
		}
	}
	clear(s.seen)
	from := len(dst)
	for range states {
		dst = append(dst, games.Distance{LowerBound: -1})
	}
	found := dst[from:]
	level := int32(0)
	for ; level < maxLevels; level++ {
		d.step.Run(s.step, len(states))
		for o := range s.seen {
			for w := 0; 64*w < len(states); w++ {
				news := d.step.Output(o).Word(s.step, w) &^ s.seen[o][w]
				s.seen[o][w] |= news
				if n := len(states) - 64*w; n < 64 {
					news &= 1<<n - 1
				}
				for ; news != 0; news &= news - 1 {
					if at := &found[64*w+bits.TrailingZeros64(news)]; o == 0 {
						at.LowerBound = level
					} else {
						at.Cost += level
					}
				}
			}
		}
		if !d.advance(s, len(states)) {
			break
		}
	}
	if level == maxLevels {
		for i := range found {
			if found[i].LowerBound < 0 {
				found[i].LowerBound = level
			}
		}
	}
	return dst
}

// advance adds the values that become possible after one more ply. It reports
// whether this changed any state where won cannot hold yet.
func (d *Distances[S]) advance(s *distanceScratch, states int) bool {
	changed := false
	for f, slots := range d.can {
		for k, slot := range slots {
			if slot < 0 {
				continue
			}
			next := &s.next[2*f+k]
			for w := range next {
				next[w] = d.step.Output(1+d.parts+2*f+k).Word(s.step, w)
			}
		}
	}
	for f, slots := range d.can {
		for k, slot := range slots {
			if slot < 0 {
				continue
			}
			for w := 0; 64*w < states; w++ {
				news := s.next[2*f+k][w] &^ s.step[slot][w] &^ s.seen[0][w]
				if n := states - 64*w; n < 64 {
					news &= 1<<n - 1
				}
				changed = changed || news != 0
			}
			s.step[slot] = s.next[2*f+k]
		}
	}
	return changed
}
