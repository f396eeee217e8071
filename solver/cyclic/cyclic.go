// Package cyclic solves games whose positions are not numbered and may repeat.
//
// It enumerates the reachable states breadth-first and links each state to its
// children and parents. In alternating games, which may have arbitrary payoffs,
// values are propagated in descending order of gain. States that propagation
// does not reach have the value of endless play. In other games, the value of a
// state is computed when all of its children have values. If positions repeat in a
// game with chance, some values are bounds. All states and links must fit into memory.
package cyclic

import (
	"context"
	"fmt"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/machine"
	"zermelo/solver/parallel"
	"zermelo/solver/stochastic"
	"zermelo/solver/value"
)

// Solve solves a game that has neither layers nor indexes. It enumerates the
// reachable states up to symmetry as one layer (states.go), links them (graph.go),
// and propagates values from the terminal states (rounds.go, induct.go).
//
// All data is kept in memory: twice the size of the states, plus 28 bytes per state
// and 8 bytes per ply. Games that are not alternating take 5 more bytes per state,
// plus 4 for each role beyond the second. A state whose value depends on itself
// takes a few kilobytes. In games with chance, it takes 88 bytes, and each ply 4 more.
//
// Solve returns a *LoopError if the game is not alternating and repetition
// leaves values undetermined.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	p, err := job.MakePlan[S](work, 1, o)
	if err != nil {
		return nil, err
	}
	return solvePlanned(ctx, g, work, p, o.Tracker(), store)
}

func solvePlanned[S games.State](ctx context.Context, g games.Game[S], work string, p job.Plan, prog *job.Progress, store job.Store[S]) (*job.Solution, error) {
	began, cpu := time.Now(), machine.TreeCPUTime()
	memory := 3 * p.RunMemory // the remaining quarter is for buffers
	states, err := enumerate(ctx, g, work, p, memory, prog)
	if err != nil {
		return nil, err
	}
	c, err := newSolver(g, states, p, memory, prog)
	if err != nil {
		return nil, err
	}
	if err := c.link(ctx); err != nil {
		return nil, err
	}
	method, decide := "retrograde analysis of enumerated positions", c.decide
	if c.kind != value.Alternating {
		method, decide = "backward induction on enumerated positions", c.induct
	}
	if err := decide(ctx); err != nil {
		return nil, err
	}
	stats, digest, err := c.storeValues(ctx, store)
	if err != nil {
		return nil, err
	}
	if err := store.Sync(); err != nil {
		return nil, err
	}
	prog.Phase.Store(int64(job.Finished))
	return &job.Solution{
		Outcomes: c.outcomes.Outcomes(), Layers: []job.LayerStats{stats}, RawStates: stats.RawStates, Start: c.startValue(), Digest: digest,
		Method: method, Workers: p.Workers,
		Elapsed: time.Since(began), CPU: machine.TreeCPUTime() - cpu, PeakMemory: machine.PeakMemory(),
	}, nil
}

type solver[S games.State] struct {
	game     games.Game[S]
	plan     job.Plan
	memory   int64
	prog     *job.Progress
	kind     value.Kind
	outcomes value.OutcomeSet
	endless  int // payoff of role 0 if play never ends

	states  []S           // canonical states in ascending order
	values  []value.Value // indexed by state
	left    []uint32
	pieces  []stochastic.Piece // children, in pieces of pieceStates states
	ends    []uint64           // end of each state's list in parents
	parents []uint32
	swapped bool // canonization exchanged the roles of some child

	// The remaining fields are used if the game is not alternating: the
	// concatenated matrix shapes of the states (see games.Stages), and the role
	// that chooses in each state (-1 if several do, or games.Chance).
	shapes   []int32
	choosers []int8
}

func newSolver[S games.State](g games.Game[S], states []S, p job.Plan, memory int64, prog *job.Progress) (*solver[S], error) {
	outcomes, err := value.NewOutcomeSet(g.Info(), value.Outcomes{})
	return &solver[S]{
		game: g, plan: p, memory: memory, prog: prog, kind: value.KindOf(g.Info()), outcomes: outcomes,
		states: states, values: make([]value.Value, len(states)), left: make([]uint32, len(states)),
	}, err
}

func (c *solver[S]) startValue() value.Value {
	start, swap := games.Canonical(c.game, c.game.Start())
	at, _ := slices.BinarySearchFunc(c.states, start, games.Compare[S])
	if swap {
		return value.Swapped(c.outcomes, c.values[at])
	}
	return c.values[at]
}

func (c *solver[S]) storeValues(ctx context.Context, store job.Store[S]) (job.LayerStats, uint64, error) {
	outcomes := c.outcomes.Outcomes()
	canonizer := games.CanonizerOf(c.game)
	tallies, surveys := make([]*layered.Tally, c.plan.Workers), make([]layered.Survey, c.plan.Workers)
	orbits, childValues := make([][]int32, c.plan.Workers), make([][]value.Value, c.plan.Workers)
	for w := range tallies {
		tallies[w] = layered.NewTally(&outcomes)
	}
	err := parallel.For(ctx, c.plan.Workers, len(c.states), pieceStates, func(w, from, to int) error {
		states, values := c.states[from:to], c.values[from:to]
		layered.CountStates(tallies[w], from, states, values)
		orbits[w] = canonizer.Orbits(orbits[w][:0], states)
		first := int32(0)
		list := &c.pieces[from/pieceStates]
		for i, end := range list.Ends {
			childValues[w] = c.valuesOf(childValues[w][:0], list.Links[first:end])
			c.survey(&surveys[w], from+i, childValues[w])
			first = end
			surveys[w].Stats.RawStates += int64(orbits[w][i])
			if len(childValues[w]) == 0 {
				surveys[w].Stats.RawTerminals += int64(orbits[w][i])
			}
		}
		return store.Put(0, states, values)
	})
	if err != nil {
		return job.LayerStats{}, 0, fmt.Errorf("store: %w", err)
	}
	for w := 1; w < len(tallies); w++ {
		tallies[0].Add(tallies[w])
		surveys[0].Add(&surveys[w])
	}
	stats := surveys[0].Stats
	tallies[0].Finish(&stats)
	if c.swapped {
		// Each class of symmetric states contains positions with either role to
		// move. It is unknown which of them are reachable.
		stats.RawStates, stats.RawTerminals = 0, 0
	}
	return stats, tallies[0].Digest, nil
}

// valuesOf appends to dst the values of the children that links refers to, as seen by
// their parent.
func (c *solver[S]) valuesOf(dst []value.Value, links []uint32) []value.Value {
	for _, l := range links {
		v := c.values[l>>1]
		if l&1 != 0 {
			v = c.outcomes.Swap(v)
		}
		dst = append(dst, v)
	}
	return dst
}

func (c *solver[S]) children(at uint32) []uint32 {
	links, _ := c.pieces[at/pieceStates].Children(at % pieceStates)
	return links
}

// odds returns the weights of the children of a state in which chance moves.
func (c *solver[S]) odds(at uint32) []uint32 {
	_, odds := c.pieces[at/pieceStates].Children(at % pieceStates)
	return odds
}

func (c *solver[S]) parentsOf(at uint32) []uint32 {
	first := uint64(0)
	if at > 0 {
		first = c.ends[at-1]
	}
	return c.parents[first:c.ends[at]]
}

func (c *solver[S]) survey(v *layered.Survey, at int, childValues []value.Value) {
	v.Stats.Moves += int64(len(childValues))
	if len(childValues) == 0 {
		v.Stats.Terminals++
		return
	}
	mover := int(c.left[at] & 1)
	if c.choosers != nil {
		mover = int(c.choosers[at])
	}
	if mover >= 0 {
		layered.RecordChoice(v, c.outcomes, &c.states[at], at, mover, c.values[at], childValues)
	}
}
