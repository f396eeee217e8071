// Package tablebasetest provides random games with naively computed solutions, and
// checks of tables against these solutions.
package tablebasetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Dag is a random layered game. The last word of a state is layer<<32 | number<<1 |
// side. If states have several words, the other words contain noise. In mirrored
// games, states with side 1 have the roles exchanged, and states with side 0 are
// canonical.
type Dag[S games.State] struct {
	Description games.Info
	children    map[S][]S // children of states with side 0
	rows        map[S]int32
	PayoffOf    map[S]games.Payoff
	start       S
	span        int
}

// Mirrored is a Dag with symmetric roles.
type Mirrored[S games.State] struct{ *Dag[S] }

func Last[S games.State](s *S) *uint64 { return &games.Bits(s)[games.Words[S]()-1] }

// NewDag returns a random game with the given number of layers and at most width
// states per layer.
func NewDag[S games.State](seed uint64, kind value.Kind, layers, width int, mirror bool) *Dag[S] {
	rng := rand.New(rand.NewPCG(seed, uint64(kind)))
	g := &Dag[S]{children: map[S][]S{}, rows: map[S]int32{}, PayoffOf: map[S]games.Payoff{}, span: 1 + int(seed%2)}
	g.Description = games.Info{
		Name: fmt.Sprintf("dag:seed=%d,kind=%d", seed, kind), Title: "Dag", Roles: []string{"white", "black"}, Total: 100,
		GeneralSum: kind == value.General, Simultaneous: kind != value.Alternating,
	}
	// The noise is a nondecreasing function of the number, so that layers are
	// sorted runs.
	at := func(layer, n int) (s S) {
		for i := range games.Bits(&s) {
			games.Bits(&s)[i] = uint64(layer)<<48 | uint64(n/7*(i+1))
		}
		*Last(&s) = uint64(layer)<<32 | uint64(n)<<1
		return s
	}
	made := map[S]bool{}
	var make func(layer int) S
	make = func(layer int) S {
		s := at(layer, rng.IntN(width))
		if made[s] {
			return s
		}
		made[s] = true
		if layer >= layers-1 || layer > 1 && rng.IntN(4) == 0 {
			p := int16(rng.IntN(5) * 25)
			g.PayoffOf[s] = games.Payoff{p, 100 - p}
			if kind == value.General {
				g.PayoffOf[s] = games.Payoff{p, int16(rng.IntN(5) * 10)}
			}
			return s
		}
		rows, cols := 1+rng.IntN(3), 1
		if kind != value.Alternating {
			cols = 1 + rng.IntN(3)
		} else if rng.IntN(2) == 0 {
			rows, cols = cols, rows
		}
		g.rows[s] = int32(rows)
		for range rows * cols {
			c := make(layer + 1 + rng.IntN(g.span))
			if mirror && rng.IntN(2) == 0 {
				*Last(&c) |= 1
			}
			g.children[s] = append(g.children[s], c)
		}
		return s
	}
	g.start = make(0)
	if mirror && seed%3 == 0 {
		*Last(&g.start) |= 1
	}
	return g
}

func (g *Dag[S]) Info() *games.Info { return &g.Description }
func (g *Dag[S]) Start() S          { return g.start }
func (g *Dag[S]) Span() int         { return g.span }

func (g *Dag[S]) side(s S) (S, bool) {
	odd := *Last(&s)&1 == 1
	*Last(&s) &^= 1
	return s, odd
}

func (g *Dag[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		s, odd := g.side(s)
		children := g.children[s]
		if !odd {
			dst = append(dst, children...)
		} else if rows := int(g.rows[s]); rows > 0 {
			for col := range len(children) / rows {
				for row := range rows {
					c := children[row*(len(children)/rows)+col]
					*Last(&c) ^= 1
					dst = append(dst, c)
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *Dag[S]) Movers(dst []int8, src []S) []int8 {
	for _, s := range src {
		s, odd := g.side(s)
		mover := int8(value.MoverOf([]int32{g.rows[s]}, len(g.children[s])))
		if odd && mover != games.Both {
			mover = 1 - mover
		}
		dst = append(dst, mover)
	}
	return dst
}

func (g *Dag[S]) Rows(dst []int32, src []S) []int32 {
	for _, s := range src {
		s, odd := g.side(s)
		rows := g.rows[s]
		if odd && rows > 0 {
			rows = int32(len(g.children[s])) / rows
		}
		dst = append(dst, rows)
	}
	return dst
}

func (g *Dag[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	for _, s := range src {
		s, odd := g.side(s)
		p := g.PayoffOf[s]
		if odd {
			p[0], p[1] = p[1], p[0]
		}
		dst = append(dst, p)
	}
	return dst
}

func (g *Dag[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(*Last(&s)>>32))
	}
	return dst
}

func (g Mirrored[S]) Canonize(states []S, swaps []bool) {
	for i := range states {
		states[i], swaps[i] = g.side(states[i])
	}
}

func (g Mirrored[S]) Orbits(dst []int32, src []S) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}

// Solution is the solution of a game, computed by plain recursion.
type Solution[S games.State] struct {
	*job.Solution
	StatesOf  [][]S
	ValuesOf  [][]value.Value
	OutcomeOf map[S]value.Outcome // outcomes of canonical states
}

// Naive solves a small game. It computes the value of a state from the values of
// its children with value.Analyze, which is tested in package solver.
func Naive[S games.State](g games.Game[S]) *Solution[S] {
	info := g.Info()
	out := &Solution[S]{Solution: &job.Solution{Method: "naive"}, OutcomeOf: map[S]value.Outcome{}}
	out.Outcomes = value.Outcomes{Kind: value.KindOf(info), Total: info.Total}
	var walk func(s S) value.Outcome
	walk = func(s S) value.Outcome {
		s, swap := games.Canonical(g, s)
		o, ok := out.OutcomeOf[s]
		if !ok {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				p := g.Payoffs(nil, []S{s})[0]
				o = (&value.Outcomes{Kind: value.Alternating, Total: int(p[0]) + int(p[1])}).Of(Packed(p[0], 0))
			} else {
				var below []value.Outcome
				for _, c := range children {
					below = append(below, walk(c))
				}
				_, moves := games.Stage(g, s, len(children))
				o = value.Analyze(out.Outcomes.Kind, info.Total, []int32{int32(moves[0])}, below).Value
				o.Pure, o.Joint = pureAndJoint(out.Outcomes.Kind, o)
			}
			out.OutcomeOf[s] = o
		}
		if swap {
			o = o.Swapped()
		}
		return o
	}
	start := walk(g.Start())
	numbers := map[string]value.Value{}
	valueOf := func(o value.Outcome) value.Value {
		if out.Outcomes.Kind == value.Alternating {
			return Packed(int16(o.Payoff[0].Num().Int64()), o.Remoteness)
		}
		key := fmt.Sprint(o)
		v, ok := numbers[key]
		if !ok {
			v = value.Value(len(out.Outcomes.List))
			numbers[key] = v
			out.Outcomes.List = append(out.Outcomes.List, o)
		}
		return v
	}
	for s := range out.OutcomeOf {
		layer := int(g.(games.Layered[S]).Layers(nil, []S{s})[0])
		for len(out.StatesOf) <= layer {
			out.StatesOf = append(out.StatesOf, nil)
		}
		out.StatesOf[layer] = append(out.StatesOf[layer], s)
	}
	out.Layers = make([]job.LayerStats, len(out.StatesOf))
	out.ValuesOf = make([][]value.Value, len(out.StatesOf))
	for layer, states := range out.StatesOf {
		slices.SortFunc(states, games.Compare[S])
		stats := &out.Layers[layer]
		stats.States = int64(len(states))
		for i, s := range states {
			out.ValuesOf[layer] = append(out.ValuesOf[layer], valueOf(out.OutcomeOf[s]))
			out.Digest += value.PairHash(games.Bits(&states[i]), out.OutcomeOf[s].Hash())
			children, _ := g.Expand(nil, nil, []S{s})
			stats.Moves += int64(len(children))
			if len(children) == 0 {
				stats.Terminals++
			}
		}
	}
	out.Start = valueOf(start)
	return out
}

// pureAndJoint returns the Pure and Joint payoffs of an outcome. In alternating
// games, both are equal to its payoff.
func pureAndJoint(kind value.Kind, o value.Outcome) (pure, joint games.Payoff) {
	if kind != value.Alternating {
		return o.Pure, o.Joint
	}
	p := games.Payoff{int16(o.Payoff[0].Num().Int64()), int16(o.Payoff[1].Num().Int64())}
	return p, p
}

// Packed returns the encoding of a value in an alternating game.
func Packed(payoff int16, remoteness int) value.Value {
	return value.Value(uint32(uint16(payoff)^0x8000)<<16 | uint32(remoteness))
}

// Put stores the layers of a solution in b in descending order. from is the last
// layer stored.
func (s *Solution[S]) Put(tb testing.TB, b job.Store[S], from int) {
	tb.Helper()
	for layer := len(s.StatesOf) - 1; layer >= from; layer-- {
		if err := b.Put(layer, s.StatesOf[layer], s.ValuesOf[layer]); err != nil {
			tb.Fatal(err)
		}
		if err := b.Sync(); err != nil {
			tb.Fatal(err)
		}
	}
}

// Build stores the solution in b and commits the table.
func (s *Solution[S]) Build(tb testing.TB, b interface {
	job.Store[S]
	Commit(*job.Solution) error
}) {
	tb.Helper()
	s.Put(tb, b, 0)
	if err := b.Commit(s.Solution); err != nil {
		tb.Fatal(err)
	}
}

// Kinds returns all kinds of games.
func Kinds() []value.Kind {
	return []value.Kind{value.Alternating, value.Simultaneous, value.General}
}
