package write

import "zermelo/reports/model"

// extent is how far the axes of charts reach.
type extent struct {
	layers, plies        int     // the last ones
	states               float64 // the most at one ply
	branching, onlyMoves float64 // the most in one layer
}

// extentOf is that of the report's own charts.
func extentOf(r *model.Report) extent {
	e := extent{layers: len(r.Layers) - 1, plies: len(r.Plies) - 1, states: 1}
	for _, p := range r.Plies {
		e.states = max(e.states, float64(p.RawStates), float64(p.States))
	}
	for i := range r.Layers {
		e.branching = max(e.branching, model.Mean(branching(&r.Layers[i])))
		e.onlyMoves = max(e.onlyMoves, model.Mean(onlyMoves(&r.Layers[i])))
	}
	return e
}

// commonExtent is the one that the charts of all reports fit in, so that they can
// be compared by eye. Layers are only common where they count the same.
func commonExtent(all []*model.Report) func(*model.Report) extent {
	var common extent
	layers := map[string]int{}
	for _, r := range all {
		e := extentOf(r)
		common = extent{
			plies: max(common.plies, e.plies), states: max(common.states, e.states),
			branching: max(common.branching, e.branching), onlyMoves: max(common.onlyMoves, e.onlyMoves),
		}
		layers[r.LayerName] = max(layers[r.LayerName], e.layers)
	}
	return func(r *model.Report) extent {
		e := common
		e.layers = layers[r.LayerName]
		return e
	}
}
