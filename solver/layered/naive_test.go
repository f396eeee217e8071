package layered

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// naiveSolution is the complete solution of a game, computed from Expand and
// the values of the reference solver.
type naiveSolution[S games.State] struct {
	Values map[S]value.Outcome // values of the canonical states
	Layers [][]S               // canonical states to be stored, in ascending order
	stats  []job.LayerStats
	digest uint64
	start  value.Outcome
	plies  []job.PlyStats
	raw    int64
}

// solveNaively solves a layered game by recursion and enumeration.
func solveNaively[S games.State](g games.Game[S]) *naiveSolution[S] {
	v := &naiveSolution[S]{Values: map[S]value.Outcome{}}
	valueOf := solvertest.Naive(g)
	v.start = valueOf(g.Start())
	layers := g.(games.Layered[S])
	for _, s := range solvertest.Reachable(g) {
		c, _ := games.Canonical(g, s)
		if _, known := v.Values[c]; known {
			continue
		}
		v.Values[c] = valueOf(c)
		layer := int(layers.Layers(nil, []S{c})[0])
		for len(v.Layers) <= layer {
			v.Layers = append(v.Layers, nil)
		}
		v.Layers[layer] = append(v.Layers[layer], c)
	}
	for layer, states := range v.Layers {
		slices.SortFunc(states, games.Compare[S])
		stats := layerStats(g, states, valueOf)
		if ender, tells := any(g).(games.TerminalTester[S]); tells && layer > 0 {
			states = slices.DeleteFunc(states, func(s S) bool { return ender.IsTerminal(nil, []S{s})[0] })
			stats.Unstored = stats.Terminals
			v.Layers[layer] = states
		}
		v.stats = append(v.stats, stats)
		for _, s := range states {
			v.digest += value.PairHash(games.Bits(&s), valueOf(s).Hash())
		}
	}
	v.countPlies(g)
	return v
}

// countPlies counts the states by ply. It finds the states of each ply by
// expanding those of the previous one.
func (v *naiveSolution[S]) countPlies(g games.Game[S]) {
	canonizer := games.CanonizerOf(g)
	start, _ := games.Canonical(g, g.Start())
	swaps := false
	parities := map[S][2]bool{}
	for level := []S{start}; len(level) > 0; {
		ply := len(v.plies)
		v.plies = append(v.plies, job.PlyStats{})
		p := &v.plies[ply]
		var next []S
		for _, s := range level {
			orbit := int64(canonizer.Orbits(nil, []S{s})[0])
			children, _ := g.Expand(nil, nil, []S{s})
			p.States++
			p.RawStates += orbit
			if len(children) == 0 {
				p.Terminals++
				p.RawTerminals += orbit
			}
			met := parities[s]
			met[ply%2] = true
			parities[s] = met
			for _, c := range children {
				canonical, swap := games.Canonical(g, c)
				swaps = swaps || swap
				next = append(next, canonical)
			}
		}
		slices.SortFunc(next, games.Compare[S])
		level = slices.Compact(next)
	}
	// A canonical state of an alternating game represents positions with either
	// side to move if it is reached after both even and odd numbers of plies.
	for s, met := range parities {
		orbit := int64(canonizer.Orbits(nil, []S{s})[0])
		v.raw += orbit
		if swaps && value.KindOf(g.Info()) == value.Alternating && met[0] && met[1] {
			v.raw += orbit
		}
	}
}

// layerStats computes the statistics of a layer.
func layerStats[S games.State](g games.Game[S], states []S, valueOf func(S) value.Outcome) job.LayerStats {
	stats := job.LayerStats{States: int64(len(states)), Values: map[string]int64{}, Remoteness: map[int]int64{}}
	kind := value.KindOf(g.Info())
	half := big.NewRat(int64(g.Info().Total), 2)
	longest := 0
	for _, s := range states {
		o := valueOf(s)
		orbit := int64(games.CanonizerOf(g).Orbits(nil, []S{s})[0])
		stats.RawStates += orbit
		if !o.Solved() {
			stats.Unsolved++
		} else {
			stats.Values[o.Payoff[0].RatString()]++
		}
		if kind != value.Simultaneous && o.Remoteness >= 0 {
			stats.Remoteness[o.Remoteness]++
		}
		if kind == value.Alternating && o.Payoff[0].Cmp(half) != 0 && o.Remoteness > longest {
			longest = o.Remoteness
			stats.Longest = slices.Clone(games.Bits(&s))
		}
		children, _ := g.Expand(nil, nil, []S{s})
		stats.Moves += int64(len(children))
		if len(children) == 0 {
			stats.Terminals++
			stats.RawTerminals += orbit
			continue
		}
		at, moves := games.Stage(g, s, len(children))
		mover, choosers := max(0, int(at)), 0
		for role, n := range moves {
			if n > 1 {
				mover, choosers = role, choosers+1
			}
		}
		if choosers > 1 || at == games.Chance {
			continue
		}
		if kind != value.General && o.Payoff[mover].Cmp(half) > 0 {
			stats.MoverWins++
		}
		if len(children) == 1 {
			continue
		}
		stats.Choices++
		keep := 0
		for _, c := range children {
			if !o.Solved() || valueOf(c).Payoff[mover].Cmp(o.Payoff[mover]) == 0 {
				keep++
			}
		}
		if keep == 1 {
			stats.OnlyMoves++
			if len(children) > stats.CriticalMoves {
				stats.CriticalMoves = len(children)
				stats.Critical = slices.Clone(games.Bits(&s))
			}
		}
	}
	return stats
}

// check compares a solution and the contents of a store with v.
func (v *naiveSolution[S]) check(solution *job.Solution, store *solvertest.MemoryStore[S]) error {
	if diff := cmp.Diff(v.stats, solution.Layers); diff != "" {
		return fmt.Errorf("layer statistics (-reference +solver):\n%s", diff)
	}
	for layer, states := range v.Layers {
		got, values := store.Layer(layer)
		if !slices.Equal(got, states) {
			return fmt.Errorf("layer %d: stored states %x, want %x", layer, got, states)
		}
		for i, s := range states {
			if !solution.Outcomes.Valid(values[i]) {
				return fmt.Errorf("layer %d, state %x: value %d means nothing", layer, s, values[i])
			}
			if got, want := solution.Outcomes.Of(values[i]).Key(), v.Values[s].Key(); got != want {
				return fmt.Errorf("layer %d, state %x: %s, want %s", layer, s, got, want)
			}
		}
	}
	if n := len(store.Blocks); n > 0 && store.LastLayer() >= len(v.Layers) {
		return fmt.Errorf("stored layer %d of %d", store.LastLayer(), len(v.Layers))
	}
	if got, want := solution.Outcomes.Of(solution.Start).Key(), v.start.Key(); got != want {
		return fmt.Errorf("start %s, want %s", got, want)
	}
	if solution.Digest != v.digest {
		return fmt.Errorf("digest %016x, want %016x", solution.Digest, v.digest)
	}
	if solution.Plies != nil {
		if diff := cmp.Diff(v.plies, solution.Plies); diff != "" {
			return fmt.Errorf("states by ply (-reference +solver):\n%s", diff)
		}
		if solution.RawStates != v.raw {
			return fmt.Errorf("%d raw states, want %d", solution.RawStates, v.raw)
		}
	}
	return nil
}

// sameContent compares the contents of two stores. Values are compared as
// numbers.
func sameContent[S games.State](a, b *solvertest.MemoryStore[S]) error {
	if a.LastLayer() != b.LastLayer() {
		return fmt.Errorf("last layers %d and %d", a.LastLayer(), b.LastLayer())
	}
	for layer := range a.LastLayer() + 1 {
		states, values := a.Layer(layer)
		others, theirs := b.Layer(layer)
		if !slices.Equal(states, others) || !slices.Equal(values, theirs) {
			return fmt.Errorf("layer %d: other states or values:\n%x %d\n%x %d", layer, states, values, others, theirs)
		}
		for first, block := range a.Blocks[layer] {
			if len(block.States) != len(b.Blocks[layer][first].States) {
				return fmt.Errorf("layer %d: other blocks", layer)
			}
		}
	}
	return nil
}
