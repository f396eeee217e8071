package shards

import (
	"fmt"
	"slices"

	"zermelo/games"
)

// Graph is how far a solve is by the manifests of its tasks, and what can be done next. Layers are done
// one after the other.
type Graph struct {
	sizes  Sizes
	span   int
	layers []*Layer     // by number
	tiers  []games.Tier // of a game with numbered positions, which has no layers
	steps  map[int]int  // of the tiers that are divided and at work: how many are done by all ranges
	made   map[Task]*Manifest
	last   int // the last layer, once all are merged; else -1
	at     int // the layer at work
}

// NewGraph is the graph of a game whose plies lead up to span layers on.
func NewGraph(sizes Sizes, span int) *Graph {
	return &Graph{sizes: sizes, span: span, made: map[Task]*Manifest{}, last: -1}
}

// NewTierGraph is the graph of a game with these tiers.
func NewTierGraph(sizes Sizes, tiers []games.Tier) *Graph {
	return &Graph{sizes: sizes, tiers: tiers, steps: map[int]int{}, made: map[Task]*Manifest{}, last: -1}
}

// nextTiers lists what can be done of the tiers whose lower ones are solved.
func (g *Graph) nextTiers() (tasks []Task) {
	open := func(tier int) bool { return g.made[Task{Kind: Tier, Layer: tier}] == nil }
	for number, t := range g.tiers {
		if open(number) && !slices.ContainsFunc(t.Lower, open) {
			tasks = append(tasks, g.nextOfTier(number)...)
		}
	}
	return tasks
}

// nextOfTier lists what can be done of a tier: it is one task, or steps of its ranges until there is nothing left to
// do, then the ends of all ranges, then one task that joins them.
func (g *Graph) nextOfTier(number int) (tasks []Task) {
	ranges := g.sizes.Ranges(g.tiers[number].Size)
	for left := ranges > 1; left; {
		left = false
		for i := range ranges {
			t := Task{Kind: Round, Layer: number, Shard: i, Step: g.steps[number]}
			m := g.made[t]
			if m == nil {
				tasks = append(tasks, t)
			}
			left = left || m == nil || m.left()
		}
		if len(tasks) > 0 {
			return tasks
		}
		if left {
			g.steps[number]++
		}
	}
	for i := range ranges {
		if t := (Task{Kind: End, Layer: number, Shard: i}); ranges > 1 && g.made[t] == nil {
			tasks = append(tasks, t)
		}
	}
	if len(tasks) == 0 {
		tasks = []Task{{Kind: Tier, Layer: number}}
	}
	return tasks
}

// ConflictError says that a task has two results, which must not be: a worker has other rules, another
// program or a broken machine.
type ConflictError struct{ One, Other *Manifest }

func (e *ConflictError) Error() string {
	return fmt.Sprintf("task %s has two results: %s with hash %016x by %s, and %s with hash %016x by %s", e.One.Task,
		e.One.Name, e.One.Hash, e.One.Cost.Worker, e.Other.Name, e.Other.Hash, e.Other.Cost.Worker)
}

// Add notes what a task has made. It returns a *ConflictError if it has made something else before.
func (g *Graph) Add(m *Manifest) error {
	if known := g.made[m.Task]; known != nil && !known.Same(m) {
		return &ConflictError{known, m}
	}
	g.made[m.Task] = m
	return nil
}

// Forget says that what a task has made is lost. It has to be done again.
func (g *Graph) Forget(t Task) {
	delete(g.made, t)
	delete(g.steps, t.Layer)
	g.at, g.last = 0, -1
}

// Made is the manifest of a task; nil if it is not done.
func (g *Graph) Made(t Task) *Manifest { return g.made[t] }

// Divide notes how a layer is divided. Layers come in order.
func (g *Graph) Divide(l *Layer) { g.layers = append(g.layers, l) }

// Divided is how many layers are divided.
func (g *Graph) Divided() int { return len(g.layers) }

// missing lists the tasks of a kind and a layer that are not done.
func (g *Graph) missing(kind Kind, layer int) (tasks []Task) {
	for i := range g.layers[layer].Shards() {
		if t := (Task{Kind: kind, Layer: layer, Shard: i}); g.made[t] == nil {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// Next is what is to be done now: tasks, in any order and at the same time, or else a layer that is to
// be divided, which is to be stored and given to Divide. If it is neither, all is done.
func (g *Graph) Next() (tasks []Task, layer *Layer) {
	if g.tiers != nil {
		return g.nextTiers(), nil
	}
	if len(g.layers) == 0 {
		return nil, &Layer{} // the start
	}
	for g.last < 0 {
		if tasks = g.missing(Merge, g.at); len(tasks) > 0 {
			return tasks, nil
		}
		if n := len(g.layers); n <= g.at+g.span {
			layer := g.sizes.divide(n, g.of(Merge, g.at))
			layer.Ended = g.countsEnded()
			return nil, layer
		}
		if tasks = g.missing(Expand, g.at); len(tasks) > 0 {
			return tasks, nil
		}
		if g.ends() {
			g.last = g.at
			break
		}
		g.at++
	}
	for ; g.at >= 0; g.at-- {
		if tasks = g.missing(Solve, g.at); len(tasks) > 0 {
			return tasks, nil
		}
	}
	return nil, nil
}

// of lists what the tasks of a kind have made of a layer, by shard.
func (g *Graph) of(kind Kind, layer int) (list []*Manifest) {
	for i := range g.layers[layer].Shards() {
		list = append(list, g.made[Task{Kind: kind, Layer: layer, Shard: i}])
	}
	return list
}

// countsEnded reports whether the layers so far have no more states than those of which terminal states are counted.
func (g *Graph) countsEnded() bool {
	sum := int64(0)
	for _, n := range g.LayerSizes() {
		sum += n
	}
	return sum <= g.sizes.Ended
}

// ends reports whether no state is in a layer behind the one at work.
func (g *Graph) ends() bool {
	counting := g.countsEnded()
	for layer := max(0, g.at-g.span+1); layer <= g.at; layer++ {
		for _, m := range g.of(Expand, layer) {
			for step, n := range m.Children {
				if (n > 0 || counting && m.Over[step] > 0) && layer+1+step > g.at {
					return false
				}
			}
		}
	}
	return true
}

// LayerSizes is how many states each layer has whose shards are merged.
func (g *Graph) LayerSizes() (sizes []int64) {
	for layer := range g.layers {
		if g.last >= 0 && layer > g.last || len(g.missing(Merge, layer)) > 0 {
			break
		}
		n := int64(0)
		for _, m := range g.of(Merge, layer) {
			n += m.States
		}
		sizes = append(sizes, n)
	}
	return sizes
}

// Far is how far a solve is.
type Far struct {
	Layers   int     `json:"layers"`          // of the game; 0 while they are being enumerated
	Layer    int     `json:"layer"`           // at work
	Tiers    int     `json:"tiers,omitempty"` // of a game that has these; States and Solved are then indexes
	States   int64   `json:"states"`          // found
	Expanded int64   `json:"expanded"`
	Solved   int64   `json:"solved"`
	Nodes    int64   `json:"nodes,omitempty"` // of a search
	Tasks    int     `json:"tasks"`           // done
	Read     int64   `json:"read"`            // bytes
	Wrote    int64   `json:"bytes"`
	Seconds  float64 `json:"seconds"` // that tasks took, on the clock
	CPU      float64 `json:"cpu"`     // seconds of processor time of their threads
}

// Far adds up what is done.
func (g *Graph) Far() (f Far) {
	f.Layer, f.Layers, f.Tiers, f.Tasks = max(0, g.at), g.last+1, len(g.tiers), len(g.made)
	for _, t := range g.tiers {
		f.States += int64(t.Size)
	}
	for t, m := range g.made {
		switch t.Kind {
		case Merge:
			f.States += m.States
		case Expand:
			f.Expanded += m.States
		case Solve:
			f.Solved += m.States
		case Tier:
			f.Solved += int64(g.tiers[t.Layer].Size)
		case Round, End: // half of the work each, while the tier is not joined
			if size := g.tiers[t.Layer].Size; t.Step == 0 && g.made[Task{Kind: Tier, Layer: t.Layer}] == nil {
				f.Solved += int64(size) / int64(2*g.sizes.Ranges(size))
			}
		case Search:
			f.Nodes += m.States
		}
		f.Read, f.Wrote = f.Read+m.Cost.Read, f.Wrote+m.Cost.Written
		f.Seconds, f.CPU = f.Seconds+m.Cost.Seconds, f.CPU+m.Cost.CPU
	}
	return f
}
