package solver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"zermelo/games"
)

// solveCyclic is Solve for games whose positions can repeat and have no
// numbers: constant sum, one player to move at a time, any payoffs. All states
// that can be reached, up to symmetry, are found breadth first
// (cyclic_states.go) and make one layer. Each knows its children and its
// parents (cyclic_graph.go). Values spread from the terminal states back
// (cyclic_rounds.go).
//
// Cost: everything is in memory, twice the states themselves, 28 bytes a state
// and 8 bytes a ply.
func solveCyclic[S games.State](ctx context.Context, g games.Game[S], work string, p plan, prog *Progress, store Store[S]) (*Solution, error) {
	began, cpu := time.Now(), CPUTime()
	memory := 3 * p.held // the last quarter is for the buffers
	states, err := enumerateCyclic(ctx, g, work, p, memory, prog)
	if err != nil {
		return nil, err
	}
	c := newCyclicSolver(g, states, p, memory, prog)
	if err := c.link(ctx); err != nil {
		return nil, err
	}
	if err := c.decide(ctx); err != nil {
		return nil, err
	}
	stats, digest, err := c.keep(ctx, store)
	if err != nil {
		return nil, err
	}
	if err := store.Sync(); err != nil {
		return nil, err
	}
	prog.phase.Store(int64(Finished))
	return &Solution{
		Outcomes: c.book.outcomes(), Layers: []LayerStats{stats}, RawStates: stats.RawStates, Start: c.startValue(), Digest: digest,
		Method: "retrograde analysis of enumerated positions", Workers: p.workers,
		Elapsed: time.Since(began), CPU: CPUTime() - cpu, PeakMemory: PeakMemory(),
	}, nil
}

// cyclicSolver solves the states of a game whose positions can repeat.
type cyclicSolver[S games.State] struct {
	game     games.Game[S]
	notation games.Notation[S]
	plan     plan
	memory   int64
	prog     *Progress
	book     alternatingBook
	endless  int // what role 0 gets when play never ends

	states  []S     // canonical, ascending
	values  []Value // as the roles of the states see them
	left    []uint32
	pieces  []childList // children, by piece of cyclicPiece states
	ends    []uint64    // of the lists of parents
	parents []uint32
	swapped bool // a symmetry exchanges the roles somewhere
}

func newCyclicSolver[S games.State](g games.Game[S], states []S, p plan, memory int64, prog *Progress) *cyclicSolver[S] {
	return &cyclicSolver[S]{
		game: g, notation: games.NotationOf(g), plan: p, memory: memory, prog: prog, book: alternatingBook{g.Info().Total},
		states: states, values: make([]Value, len(states)), left: make([]uint32, len(states)),
	}
}

// startValue is the value of the start, as its roles see it.
func (c *cyclicSolver[S]) startValue() Value {
	start, swap := games.Canonical(c.game, c.game.Start())
	at, _ := slices.BinarySearchFunc(c.states, start, games.Compare[S])
	if swap {
		return c.book.swap(c.values[at])
	}
	return c.values[at]
}

// keep counts and hashes the values and gives them to the store.
func (c *cyclicSolver[S]) keep(ctx context.Context, store Store[S]) (LayerStats, uint64, error) {
	outcomes := c.book.outcomes()
	canonizer := games.CanonizerOf(c.game)
	tallies, surveys := make([]*tally, c.plan.workers), make([]survey, c.plan.workers)
	orbits, below := make([][]int32, c.plan.workers), make([][]Value, c.plan.workers)
	for w := range tallies {
		tallies[w] = newTally(&outcomes)
	}
	err := parallel(ctx, c.plan.workers, len(c.states), cyclicPiece, func(w, from, to int) error {
		states, values := c.states[from:to], c.values[from:to]
		count(tallies[w], from, states, values)
		orbits[w] = canonizer.Orbits(orbits[w][:0], states)
		first := int32(0)
		list := &c.pieces[from/cyclicPiece]
		for i, end := range list.ends {
			below[w] = c.valuesOf(below[w][:0], list.links[first:end])
			c.survey(&surveys[w], from+i, below[w])
			first = end
			surveys[w].stats.RawStates += int64(orbits[w][i])
			if len(below[w]) == 0 {
				surveys[w].stats.RawTerminals += int64(orbits[w][i])
			}
		}
		return store.Put(0, states, values)
	})
	if err != nil {
		return LayerStats{}, 0, fmt.Errorf("store: %w", err)
	}
	for w := 1; w < len(tallies); w++ {
		tallies[0].add(tallies[w])
		surveys[0].add(&surveys[w])
	}
	stats := surveys[0].stats
	tallies[0].finish(&stats)
	if c.swapped {
		// A class stands for positions with either role to move, and which of
		// them can be reached is not known.
		stats.RawStates, stats.RawTerminals = 0, 0
	}
	return stats, tallies[0].digest, nil
}

// valuesOf appends the values of children as the parent's roles see them.
func (c *cyclicSolver[S]) valuesOf(dst []Value, links []uint32) []Value {
	for _, l := range links {
		v := c.values[l>>1]
		if l&1 != 0 {
			v = c.book.swap(v)
		}
		dst = append(dst, v)
	}
	return dst
}

// survey takes statistics of a state.
func (c *cyclicSolver[S]) survey(v *survey, at int, below []Value) {
	v.stats.Moves += int64(len(below))
	if len(below) == 0 {
		v.stats.Terminals++
		return
	}
	choice(v, c.book, &c.states[at], at, int(c.left[at]&1), c.values[at], below)
}
