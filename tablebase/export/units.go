package export

import (
	"context"
	"maps"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase"
)

// unit is the input of a batch of rows: a range of the table, or a list of reachable positions.
type unit[S games.State] struct {
	tablebase.Range
	cells  tablebase.Cells
	states []S // set if Options.Raw is set
}

const rowBytes = 512 // approximate size of an unwritten row in memory, in bytes

// unitStates returns the number of states per unit. The children of a unit are looked up
// together, so larger units are faster if layers exceed the cache.
func (e *export[S]) unitStates() int {
	underWay := int64(3*e.o.Workers + 1)
	most := e.o.Memory / 4 / underWay / rowBytes
	return int(min(max(most, job.BlockStates), 8*job.BlockStates) / job.BlockStates * job.BlockStates)
}

// units calls emit for each unit, in order. If the table is tiered, units also loads the cells
// that each tier depends on, if they fit into half of the memory.
func (e *export[S]) units(ctx context.Context, emit func(unit[S]) error) (err error) {
	if e.o.Raw {
		return e.reach(emit)
	}
	var cells tablebase.Cells
	s := e.t.Solution()
	for number := range max(len(s.Layers), len(s.Tiers)) {
		if e.t.Tiers != nil {
			if e.t.Tiers.Tiers[number].Immediate { // the tier has no positions of its own
				continue
			}
			// Units in progress still use the previous cells.
			if cells, err = e.t.LoadReach(ctx, slices.Clone(cells), number, e.o.Memory/2, e.o.Workers); err != nil {
				return err
			}
		}
		for _, r := range e.t.Ranges(number, uint64(e.unitStates())) {
			if err := emit(unit[S]{Range: r, cells: cells}); err != nil {
				return err
			}
		}
	}
	return nil
}

// reach calls emit for the reachable positions, ordered by layer or, if the game has no layers, by
// distance from the start. Within a layer, positions are in ascending order.
func (e *export[S]) reach(emit func(unit[S]) error) error {
	layered, _ := e.game.(games.Layered[S])
	pending := map[int32][]S{0: {e.game.Start()}}
	visited := map[S]bool{}
	for len(pending) > 0 {
		layer := slices.Min(slices.Collect(maps.Keys(pending)))
		states := distinct(pending[layer])
		delete(pending, layer)
		if layered == nil {
			states = slices.DeleteFunc(states, func(s S) bool { return visited[s] })
			for _, s := range states {
				visited[s] = true
			}
		}
		for part := range slices.Chunk(states, e.unitStates()) {
			if err := emit(unit[S]{Range: tablebase.Range{Layer: int(layer)}, states: part}); err != nil {
				return err
			}
			children, _ := e.game.Expand(nil, nil, part)
			sortByLayer(pending, children, layer, layered)
			if reachedBytes(pending, visited) <= e.o.Memory/2 {
				continue
			}
			for l, list := range pending {
				pending[l] = slices.Clone(distinct(list))
			}
			if reachedBytes(pending, visited) > e.o.Memory/4 { // compacting has freed too little memory
				return games.BadInput("%s: too many positions to export with %d MiB of memory; increase --memory, or omit --raw and use column %s (positions per row)",
					e.info.Label(), e.o.Memory>>20, colWeight)
			}
		}
	}
	return nil
}

func sortByLayer[S games.State](pending map[int32][]S, children []S, layer int32, layered games.Layered[S]) {
	if len(children) == 0 {
		return
	}
	met := map[int32][]S{}
	if layered == nil {
		met[layer+1] = children
	} else {
		for i, l := range layered.Layers(nil, children) {
			met[l] = append(met[l], children[i])
		}
	}
	for l, list := range met {
		pending[l] = append(pending[l], distinct(list)...)
	}
}

// reachedBytes estimates the memory of pending and visited, in bytes.
func reachedBytes[S games.State](pending map[int32][]S, visited map[S]bool) int64 {
	word := int64(8 * games.Words[S]())
	sum := (2*word + 16) * int64(len(visited))
	for _, list := range pending {
		sum += word * int64(len(list))
	}
	return sum
}

// distinct sorts states and removes duplicates.
func distinct[S games.State](states []S) []S {
	slices.SortFunc(states, games.Compare[S])
	return slices.Compact(states)
}

// load loads the positions of a unit and their values. Unless the table is tiered, it also sets
// their canonical states.
func (w *worker[S]) load(ctx context.Context, u unit[S]) (err error) {
	w.own, w.layer, w.cells = w.own[:0], u.Layer, u.cells
	if w.e.o.Raw {
		w.states = append(w.states[:0], u.states...)
		w.canonical = append(w.canonical[:0], u.states...)
		w.own, err = w.look(w.own, w.canonical)
		return err
	}
	w.batch.Reset()
	if err := w.batch.Append(ctx, w.e.t, u.Range, u.cells); err != nil {
		return err
	}
	w.states, w.canonical = w.batch.States, w.batch.States
	for _, v := range w.batch.Values {
		w.own = append(w.own, worth{value: v})
	}
	return nil
}
