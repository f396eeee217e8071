package shards

import (
	"fmt"
	"slices"

	"zermelo/games"
)

// Graph records the manifests of a solve's tasks and determines the next tasks.
// Layers are processed in order.
type Graph struct {
	sizes  Sizes
	span   int
	layers []*Layer     // indexed by number
	tiers  []games.Tier // tiers of a game with numbered positions, which has no layers
	steps  map[int]int  // for each divided tier in progress, the number of steps that all ranges have completed
	made   map[Task]*Manifest
	last   int // last layer; -1 until all layers are merged
	at     int // current layer

	stage  []Task // tasks of the current kind and layer, of which left are not done
	left   int
	sum    Progress         // sums over all manifests
	merged map[int]layerSum // by layer
	begun  map[int]int64    // for each tier, the indexes counted as solved before it is joined
}

// layerSum counts the results of the Merge tasks of a layer.
type layerSum struct {
	shards int
	states int64
}

// NewGraph returns the graph of a game where each ply advances by at most span
// layers.
func NewGraph(sizes Sizes, span int) *Graph {
	return &Graph{sizes: sizes, span: span, made: map[Task]*Manifest{}, last: -1, merged: map[int]layerSum{}}
}

// NewTierGraph returns the graph of a game with the given tiers.
func NewTierGraph(sizes Sizes, tiers []games.Tier) *Graph {
	return &Graph{sizes: sizes, tiers: tiers, steps: map[int]int{}, made: map[Task]*Manifest{}, last: -1, begun: map[int]int64{}}
}

// nextTiers returns the next tasks of all tiers whose lower tiers are solved.
func (g *Graph) nextTiers() (tasks []Task) {
	open := func(tier int) bool { return g.made[Task{Kind: Tier, Layer: tier}] == nil }
	for number, t := range g.tiers {
		if open(number) && !slices.ContainsFunc(t.Lower, open) {
			tasks = append(tasks, g.nextTierTasks(number)...)
		}
	}
	return tasks
}

// nextTierTasks returns the next tasks of a tier. An undivided tier is a single task.
// In a divided tier, all ranges perform steps until no work is left. Each range then
// has an End task, and finally one task joins the ranges.
func (g *Graph) nextTierTasks(number int) (tasks []Task) {
	ranges := g.sizes.Ranges(g.tiers[number].Size)
	for left := ranges > 1; left; {
		left = false
		for i := range ranges {
			t := Task{Kind: Round, Layer: number, Shard: i, Step: g.steps[number]}
			m := g.made[t]
			if m == nil {
				tasks = append(tasks, t)
			}
			left = left || m == nil || m.hasMore()
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

// ConflictError is returned if a task has two different results. This happens if a
// worker has different rules or a different program, or if a machine is faulty.
type ConflictError struct{ One, Other *Manifest }

func (e *ConflictError) Error() string {
	return fmt.Sprintf("task %s has two results: %s with hash %016x by %s, and %s with hash %016x by %s", e.One.Task,
		e.One.Name, e.One.Hash, e.One.Cost.Worker, e.Other.Name, e.Other.Hash, e.Other.Cost.Worker)
}

// Add records the result of a task. It returns a *ConflictError if a different
// result is already recorded.
func (g *Graph) Add(m *Manifest) error {
	known := g.made[m.Task]
	if known != nil {
		if !known.Same(m) {
			return &ConflictError{known, m}
		}
		return nil
	}
	if m.Kind == Merge && m.Layer+g.span < len(g.layers) {
		m.Sample = nil // all layers that it determines have been divided
	}
	g.made[m.Task] = m
	g.count(m, 1)
	if g.left > 0 && m.Kind == g.stage[0].Kind && m.Layer == g.stage[0].Layer {
		g.left--
	}
	return nil
}

// count adds a manifest to the sums, or subtracts it if n is -1.
func (g *Graph) count(m *Manifest, n int) {
	sign, p := int64(n), &g.sum
	switch m.Kind {
	case Merge:
		p.States += sign * m.States
		l := g.merged[m.Layer]
		g.merged[m.Layer] = layerSum{l.shards + n, l.states + sign*m.States}
	case Expand:
		p.Expanded += sign * m.States
	case Solve:
		p.Solved += sign * m.States
	case Round, End: // each is half of the work until the tier is joined
		if size := g.tiers[m.Layer].Size; m.Step == 0 {
			g.begun[m.Layer] += sign * int64(size) / int64(2*g.sizes.Ranges(size))
		}
	case Search:
		p.Nodes += sign * m.States
	}
	p.Tasks += n
	p.Read, p.Written = p.Read+sign*m.Cost.Read, p.Written+sign*m.Cost.Written
	p.Seconds, p.CPU = p.Seconds+float64(n)*m.Cost.Seconds, p.CPU+float64(n)*m.Cost.CPU
}

// Remove removes the result of a task, so that the task is repeated.
func (g *Graph) Remove(t Task) {
	if m := g.made[t]; m != nil {
		g.count(m, -1)
	}
	delete(g.made, t)
	delete(g.steps, t.Layer)
	g.at, g.last, g.left = 0, -1, 0
}

// Manifest returns the manifest of a task, or nil if the task is not done.
func (g *Graph) Manifest(t Task) *Manifest { return g.made[t] }

// Divide records the division of a layer into shards. Layers must be recorded in
// order.
func (g *Graph) Divide(l *Layer) { g.layers = append(g.layers, l) }

// Divided returns the number of layers recorded by Divide.
func (g *Graph) Divided() int { return len(g.layers) }

// missing sets g.stage to the tasks of the given kind and layer that are not done, and
// returns it.
func (g *Graph) missing(kind Kind, layer int) []Task {
	g.stage = nil // callers retain the previous one
	for i := range g.layers[layer].shards() {
		if t := (Task{Kind: kind, Layer: layer, Shard: i}); g.made[t] == nil {
			g.stage = append(g.stage, t)
		}
	}
	g.left = len(g.stage)
	return g.stage
}

// Next returns the tasks to do next, which may run concurrently in any order, and
// possibly tasks that are done. If fresh is false, it has returned all of them before.
// Alternatively, it returns a newly divided layer, which the caller must store and pass
// to Divide. If there are neither tasks nor a layer, the solve is complete.
func (g *Graph) Next() (tasks []Task, fresh bool, layer *Layer) {
	if g.tiers != nil {
		return g.nextTiers(), true, nil
	}
	if g.left > 0 {
		return g.stage, false, nil
	}
	tasks, layer = g.nextStage()
	return tasks, true, layer
}

func (g *Graph) nextStage() (tasks []Task, layer *Layer) {
	if len(g.layers) == 0 {
		return nil, &Layer{} // layer 0 is one shard
	}
	for g.last < 0 {
		if tasks = g.missing(Merge, g.at); len(tasks) > 0 {
			return tasks, nil
		}
		if n := len(g.layers); n <= g.at+g.span {
			layer := g.sizes.divide(n, g.manifests(Merge, g.at))
			layer.CountTerminals = g.countsTerminals()
			return nil, layer
		}
		if tasks = g.missing(Expand, g.at); len(tasks) > 0 {
			return tasks, nil
		}
		if g.ends() {
			g.last = g.at
			break
		}
		for _, m := range g.manifests(Merge, g.at) {
			m.Sample = nil // samples take most of the memory of manifests
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

func (g *Graph) manifests(kind Kind, layer int) (list []*Manifest) {
	for i := range g.layers[layer].shards() {
		list = append(list, g.made[Task{Kind: kind, Layer: layer, Shard: i}])
	}
	return list
}

// countsTerminals reports whether terminal states are counted. This depends on the
// number of states found so far.
func (g *Graph) countsTerminals() bool {
	sum := int64(0)
	for _, n := range g.LayerSizes() {
		sum += n
	}
	return sum <= g.sizes.MaxCounted
}

// ends reports whether all layers after the current one are empty.
func (g *Graph) ends() bool {
	counting := g.countsTerminals()
	for layer := max(0, g.at-g.span+1); layer <= g.at; layer++ {
		for _, m := range g.manifests(Expand, layer) {
			for step, n := range m.Children {
				if (n > 0 || counting && m.Terminals[step] > 0) && layer+1+step > g.at {
					return false
				}
			}
		}
	}
	return true
}

// LayerSizes returns the number of states in each layer whose shards have been merged.
func (g *Graph) LayerSizes() (sizes []int64) {
	for layer := range g.layers {
		l := g.merged[layer]
		if g.last >= 0 && layer > g.last || l.shards < g.layers[layer].shards() {
			break
		}
		sizes = append(sizes, l.states)
	}
	return sizes
}

// check returns an error unless the Merge tasks of each layer have read all children that
// the Expand tasks have found. All tasks must be done.
func (g *Graph) check() error {
	found, merged, total := make([]int64, len(g.layers)+g.span), make([]int64, len(g.layers)+g.span), int64(0)
	for _, m := range g.made {
		switch m.Kind {
		case Expand:
			for step, n := range m.Children {
				found[m.Layer+1+step] += n
			}
		case Merge:
			merged[m.Layer] += m.Merged
			total += m.Merged
		}
	}
	for layer, n := range found {
		if n != merged[layer] && total > 0 { // manifests of earlier versions have no Merged
			return fmt.Errorf("layer %d: %d children were found, but %d were merged; an object or a manifest is wrong: remove the job with \"zermelo cluster jobs clean\" and solve again", layer, n, merged[layer])
		}
	}
	return nil
}

// Progress summarizes the work done by the tasks of a solve.
type Progress struct {
	Layers   int     `json:"layers"`          // number of layers; 0 until the enumeration is complete
	Layer    int     `json:"layer"`           // current layer
	Tiers    int     `json:"tiers,omitempty"` // number of tiers, if any; States and Solved then count indexes
	States   int64   `json:"states"`          // number of states found
	Expanded int64   `json:"expanded"`        // number of expanded states
	Solved   int64   `json:"solved"`          // number of solved states
	Nodes    int64   `json:"nodes,omitempty"` // number of positions searched
	Tasks    int     `json:"tasks"`           // tasks done
	Read     int64   `json:"read"`            // bytes read by tasks
	Written  int64   `json:"bytes"`           // bytes written by tasks
	Seconds  float64 `json:"seconds"`         // wall-clock time of tasks, in seconds
	CPU      float64 `json:"cpu"`             // processor time of tasks, in seconds
}

// Progress returns the progress of the solve.
func (g *Graph) Progress() Progress {
	p := g.sum
	p.Layer, p.Layers, p.Tiers = max(0, g.at), g.last+1, len(g.tiers)
	for number, t := range g.tiers {
		p.States += int64(t.Size)
		if g.made[Task{Kind: Tier, Layer: number}] != nil {
			p.Solved += int64(t.Size)
		} else {
			p.Solved += g.begun[number]
		}
	}
	return p
}
