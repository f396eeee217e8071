package solver

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// verdict is what the referee says about a game: everything that a solution
// has to say, worked out anew from Naive values and Expand.
type verdict[S games.State] struct {
	values map[S]Outcome // of the canonical states
	layers [][]S         // canonical states, ascending
	stats  []LayerStats
	digest uint64
	start  Outcome
	plies  []PlyStats
	raw    int64
}

// judge solves a game the slow way.
func judge[S games.State](g games.Game[S]) *verdict[S] {
	v := &verdict[S]{values: map[S]Outcome{}}
	value := Naive(g)
	v.start = value(g.Start())
	layered := g.(games.Layered[S])
	for _, s := range reachable(g) {
		c, _ := games.Canonical(g, s)
		if _, known := v.values[c]; known {
			continue
		}
		v.values[c] = value(c)
		layer := int(layered.Layers(nil, []S{c})[0])
		for len(v.layers) <= layer {
			v.layers = append(v.layers, nil)
		}
		v.layers[layer] = append(v.layers[layer], c)
	}
	for _, states := range v.layers {
		slices.SortFunc(states, games.Compare[S])
		v.stats = append(v.stats, judgeLayer(g, states, value))
		for _, s := range states {
			v.digest += PairHash(games.Bits(&s), value(s).Hash())
		}
	}
	v.judgePlies(g)
	return v
}

// judgePlies counts the states by ply, each ply's states found from those of
// the ply before.
func (v *verdict[S]) judgePlies(g games.Game[S]) {
	canonizer := games.CanonizerOf(g)
	start, _ := games.Canonical(g, g.Start())
	swaps := false
	parities := map[S][2]bool{}
	for level := []S{start}; len(level) > 0; {
		ply := len(v.plies)
		v.plies = append(v.plies, PlyStats{})
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
	// A canonical state of an alternating game stands for positions with one
	// side to move or with both, if it is met after even and odd plies.
	for s, met := range parities {
		orbit := int64(canonizer.Orbits(nil, []S{s})[0])
		v.raw += orbit
		if swaps && KindOf(g.Info()) == Alternating && met[0] && met[1] {
			v.raw += orbit
		}
	}
}

// judgeLayer works out the statistics of a layer.
func judgeLayer[S games.State](g games.Game[S], states []S, value func(S) Outcome) LayerStats {
	stats := LayerStats{States: int64(len(states)), Values: map[string]int64{}, Remoteness: map[int]int64{}}
	kind := KindOf(g.Info())
	half := big.NewRat(int64(g.Info().Total), 2)
	longest := 0
	for _, s := range states {
		o := value(s)
		orbit := int64(games.CanonizerOf(g).Orbits(nil, []S{s})[0])
		stats.RawStates += orbit
		stats.Values[o.Payoff[0].RatString()]++
		if kind != Simultaneous && o.Remoteness >= 0 {
			stats.Remoteness[o.Remoteness]++
		}
		if kind == Alternating && o.Payoff[0].Cmp(half) != 0 && o.Remoteness > longest {
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
		rows := int(g.Rows(nil, []S{s})[0])
		if rows != 1 && rows != len(children) {
			continue
		}
		mover := 0
		if rows == 1 && (len(children) > 1 || games.NotationOf(g).Moves(s)[0] == nil) {
			mover = 1
		}
		if kind != General && o.Payoff[mover].Cmp(half) > 0 {
			stats.MoverWins++
		}
		if len(children) == 1 {
			continue
		}
		stats.Choices++
		keep := 0
		for _, c := range children {
			if value(c).Payoff[mover].Cmp(o.Payoff[mover]) == 0 {
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

// check compares a solution and what was stored with the verdict.
func (v *verdict[S]) check(solution *Solution, store *memoryStore[S]) error {
	if diff := cmp.Diff(v.stats, solution.Layers); diff != "" {
		return fmt.Errorf("layer statistics (-referee +solver):\n%s", diff)
	}
	for layer, states := range v.layers {
		got, values := store.layer(layer)
		if !slices.Equal(got, states) {
			return fmt.Errorf("layer %d: stored states %x, want %x", layer, got, states)
		}
		for i, s := range states {
			if !solution.Outcomes.Valid(values[i]) {
				return fmt.Errorf("layer %d, state %x: value %d means nothing", layer, s, values[i])
			}
			if got, want := solution.Outcomes.Of(values[i]).key(), v.values[s].key(); got != want {
				return fmt.Errorf("layer %d, state %x: %s, want %s", layer, s, got, want)
			}
		}
	}
	if n := len(store.blocks); n > 0 && store.lastLayer() >= len(v.layers) {
		return fmt.Errorf("stored layer %d of %d", store.lastLayer(), len(v.layers))
	}
	if got, want := solution.Outcomes.Of(solution.Start).key(), v.start.key(); got != want {
		return fmt.Errorf("start %s, want %s", got, want)
	}
	if solution.Digest != v.digest {
		return fmt.Errorf("digest %016x, want %016x", solution.Digest, v.digest)
	}
	if solution.Plies != nil {
		if diff := cmp.Diff(v.plies, solution.Plies); diff != "" {
			return fmt.Errorf("states by ply (-referee +solver):\n%s", diff)
		}
		if solution.RawStates != v.raw {
			return fmt.Errorf("%d raw states, want %d", solution.RawStates, v.raw)
		}
	}
	return nil
}

// reachable lists the states that can be reached from the start.
func reachable[S games.State](g games.Game[S]) []S {
	seen := map[S]bool{g.Start(): true}
	queue := []S{g.Start()}
	for i := 0; i < len(queue); i++ {
		children, _ := g.Expand(nil, nil, queue[i:i+1])
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	return queue
}
