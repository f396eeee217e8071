package export

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/tier"
)

// unit is what a worker makes rows of at once: blocks of a layer, indexes of a tier, or
// positions that play can reach.
type unit[S games.State] struct {
	layer    int // or tier
	from, to int // blocks of the layer
	first    uint64
	end      uint64 // indexes of the tier
	held     [][]value.Cell
	states   []S
}

// rowBytes is about what a row takes on its way from a worker to the file, in bytes.
const rowBytes = 512

// unitStates is how many states a unit has: more where layers do not fit into the cache,
// as the moves of a unit are looked up together.
func (e *export[S]) unitStates() int {
	underWay := int64(3*e.o.Workers + 1)
	most := e.o.Memory / 4 / underWay / rowBytes
	return int(min(max(most, job.BlockStates), 8*job.BlockStates) / job.BlockStates * job.BlockStates)
}

// units gives all units to emit in order.
func (e *export[S]) units(ctx context.Context, emit func(unit[S]) error) error {
	switch {
	case e.o.Raw:
		return e.reach(ctx, emit)
	case e.t.Tiers != nil:
		return e.tierUnits(ctx, emit)
	}
	step := e.unitStates() / job.BlockStates
	for layer := range e.t.Solution().Layers {
		firsts, err := e.t.Directory(layer)
		if err != nil {
			return err
		}
		for from := 0; from < len(firsts); from += step {
			if err := emit(unit[S]{layer: layer, from: from, to: min(from+step, len(firsts))}); err != nil {
				return err
			}
		}
	}
	return nil
}

// tierUnits gives the units of a table of tiers. The cells of a tier and of those that it
// leads to are in memory if they fit into half of it; else children are looked up in the
// table. A tier that is decided at sight has no positions of its own.
func (e *export[S]) tierUnits(ctx context.Context, emit func(unit[S]) error) error {
	tiers := e.t.Tiers.Tiers
	held := make([][]value.Cell, len(tiers))
	step := uint64(e.unitStates() / tier.StripCells * tier.StripCells)
	for number, own := range tiers {
		if own.AtSight {
			continue
		}
		needed := append([]int{number}, own.Lower...)
		bytes := int64(0)
		for _, n := range needed {
			bytes += 2 * int64(tiers[n].Size)
		}
		now := make([][]value.Cell, len(tiers)) // units under way use the one before
		for _, n := range needed {
			if now[n] = held[n]; now[n] == nil && bytes <= e.o.Memory/2 {
				var err error
				if now[n], err = e.t.TierCells(ctx, n, true, e.o.Workers); err != nil {
					return err
				}
			}
		}
		if bytes > e.o.Memory/2 {
			clear(now)
		}
		held = now
		for first := uint64(0); first < own.Size; first += step {
			if err := emit(unit[S]{layer: number, first: first, end: min(first+step, own.Size), held: held}); err != nil {
				return err
			}
		}
	}
	return nil
}

// reach gives all positions that plays from the start reach, layer by layer; where there are
// no layers, by the least number of plies. Those of a layer ascend.
func (e *export[S]) reach(ctx context.Context, emit func(unit[S]) error) error {
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
			if err := emit(unit[S]{layer: int(layer), states: part}); err != nil {
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
			if reachedBytes(pending, visited) > e.o.Memory/4 { // so that this is seldom
				return games.BadInput("%s: too many positions to export all of them with %d MiB of memory: add --memory, or leave --raw out and use the column %s, which says how many positions each row stands for",
					e.info.Label(), e.o.Memory>>20, colWeight)
			}
		}
	}
	return nil
}

// sortByLayer adds the children of positions of a layer to those that are pending.
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

// reachedBytes is about what the positions that are pending and visited take.
func reachedBytes[S games.State](pending map[int32][]S, visited map[S]bool) int64 {
	word := int64(8 * games.Words[S]())
	sum := (2*word + 16) * int64(len(visited))
	for _, list := range pending {
		sum += word * int64(len(list))
	}
	return sum
}

// distinct sorts states and leaves each once.
func distinct[S games.State](states []S) []S {
	slices.SortFunc(states, games.Compare[S])
	return slices.Compact(states)
}

// load finds the positions of a unit: their states, the values that the table has for them,
// and the states that stand for them.
func (w *worker[S]) load(ctx context.Context, u unit[S]) error {
	e := w.e
	w.states, w.own, w.canonical = w.states[:0], w.own[:0], w.canonical[:0]
	switch {
	case e.o.Raw:
		w.states = append(w.states, u.states...)
		return w.loadRaw()
	case e.t.Tiers != nil:
		return w.loadTier(ctx, u)
	}
	for i := u.from; i < u.to; i++ {
		if err := e.t.Reader.Read(&w.block, u.layer, i); err != nil {
			return err
		}
		w.states = append(w.states, w.block.States...)
		for _, v := range w.block.Values {
			w.own = append(w.own, worth{value: v})
		}
	}
	w.canonical = append(w.canonical, w.states...)
	return nil
}

func (w *worker[S]) loadRaw() (err error) {
	w.canonical = append(w.canonical, w.states...)
	w.own, err = w.look(w.own, w.canonical)
	return err
}

// loadTier finds the used indexes of a range, with their states and cells.
func (w *worker[S]) loadTier(ctx context.Context, u unit[S]) error {
	e := w.e
	var cells []value.Cell
	if all := u.held[u.layer]; all != nil {
		cells = all[u.first:u.end]
	} else {
		var err error
		if cells, err = e.t.Tiers.Load(ctx, u.layer, u.first, u.end, true, 1); err != nil {
			return err
		}
	}
	w.indexes = w.indexes[:0]
	w.cells = w.cells[:0]
	for i, c := range cells {
		if c != value.Unused {
			w.indexes, w.cells = append(w.indexes, u.first+uint64(i)), append(w.cells, c)
		}
	}
	w.states, w.used = e.t.Tiers.Game.Unrank(w.states, w.used[:0], u.layer, w.indexes)
	if i := slices.Index(w.used, false); i >= 0 {
		return e.t.Damaged(fmt.Sprintf("index %d of tier %s has a value, and no position has it", w.indexes[i], e.t.Tiers.Tiers[u.layer].Name), nil)
	}
	w.movers = e.game.Movers(w.movers[:0], w.states)
	for i, c := range w.cells {
		w.own = append(w.own, worth{value: c.Value(e.info, int(w.movers[i]))})
	}
	return nil
}

// lookTiers appends the values of states of a table of tiers.
func (w *worker[S]) lookTiers(dst []worth, states []S) ([]worth, error) {
	e := w.e
	w.cells = w.cells[:0]
	w.slots = e.t.Tiers.Game.Rank(w.slots[:0], states)
	if !slices.ContainsFunc(w.slots, func(s games.Slot) bool { return w.held == nil || w.held[s.Tier()] == nil }) {
		for _, s := range w.slots {
			w.cells = append(w.cells, w.held[s.Tier()][s.Index()])
		}
	} else {
		var err error
		if w.cells, err = e.t.Tiers.Cells(w.cells, states, true); err != nil {
			return dst, err
		}
	}
	w.childMovers = e.game.Movers(w.childMovers[:0], states)
	for i, c := range w.cells {
		dst = append(dst, worth{value: c.Value(e.info, int(w.childMovers[i]))})
	}
	return dst, nil
}
