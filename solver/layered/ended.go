package layered

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Terminal states that the game tells are valued where they are met. They are neither
// joined nor stored. Where they are counted, they are sorted into runs as the others are,
// and merged.

// endedPath is the scratch file of what was counted of the terminal states of a layer.
func endedPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.ended", layer))
}

// collectEnded adds the terminal children that x found in a layer to the buffers of
// worker w.
func (e *enumeration[S]) collectEnded(w, layer int, x *Expander[S]) error {
	if !e.counting {
		return nil
	}
	e.swaps[w] = Resize(e.swaps[w], len(x.ended))
	x.Canonizer.Canonize(x.ended, e.swaps[w])
	if x.Span == 1 {
		e.ended[w][0] = e.filters[w].add(e.ended[w][0], x.ended)
		return nil
	}
	e.layers[w] = x.layered.Layers(e.layers[w][:0], x.ended)
	for i, l := range e.layers[w] {
		step := int(l) - layer - 1
		if step < 0 || step >= x.Span {
			return errWrongLayer(int(l), layer, x.ended[i])
		}
		if int(l) > e.complete && e.filters[w].isNew(x.ended[i]) {
			e.ended[w][step] = append(e.ended[w][step], x.ended[i])
		}
	}
	return nil
}

// countEnded merges the terminal states of a layer and counts them.
func (e *enumeration[S]) countEnded(ctx context.Context, layer int) (job.LayerStats, error) {
	if !e.counting {
		return uncounted(), saveEnded(e.work, layer, uncounted())
	}
	stats, err := countStates(e.expanders[0], func(count func([]S) error) error {
		return e.mergeRuns(ctx, e.pendingEnded, layer, count)
	})
	if err != nil {
		return stats, err
	}
	return stats, saveEnded(e.work, layer, stats)
}

// countStates counts the terminal states that merge gives to count.
func countStates[S games.State](x *Expander[S], merge func(count func([]S) error) error) (job.LayerStats, error) {
	stats := job.LayerStats{Values: map[string]int64{}, Remoteness: map[int]int64{}}
	var orbits []int32
	var payoffs []games.Payoff
	var payoff int16
	var same int64 // as often as it was met running
	note := func() {
		if same > 0 {
			stats.Values[fmt.Sprint(payoff)] += same
		}
		same = 0
	}
	err := merge(func(states []S) error {
		orbits = x.Canonizer.Orbits(orbits[:0], states)
		payoffs = x.Game.Payoffs(payoffs[:0], states)
		if len(payoffs) != len(states) {
			return errPayoffs(len(payoffs), len(states))
		}
		for i, p := range payoffs {
			stats.RawTerminals += int64(orbits[i])
			if p[0] != payoff {
				note()
				payoff = p[0]
			}
			same++
		}
		stats.Terminals += int64(len(states))
		return nil
	})
	if err = cmp.Or(err, games.Failure(x.Game)); err != nil {
		return stats, err
	}
	note()
	stats.States, stats.RawStates, stats.Unstored = stats.Terminals, stats.RawTerminals, stats.Terminals
	if stats.Terminals > 0 && value.KindOf(x.Game.Info()) != value.Simultaneous {
		stats.Remoteness[0] = stats.Terminals
	}
	return stats, nil
}

// uncounted stands for the statistics of a layer whose terminal states are not counted.
func uncounted() job.LayerStats { return job.LayerStats{Unstored: -1} }

// stopCounting ends the counting of terminal states where there are too many states
// to do it unasked.
func (e *enumeration[S]) stopCounting(states int64) {
	if states <= e.plan.Counted {
		return
	}
	e.counting = false
	for layer, pending := range e.pendingEnded {
		for _, r := range pending {
			e.release(r)
		}
		delete(e.pendingEnded, layer)
	}
	clear(e.counted)
}

// saveEnded writes what was counted of a layer, for later runs.
func saveEnded(work string, layer int, stats job.LayerStats) error {
	text, err := json.Marshal(stats)
	if err != nil {
		return err
	}
	w, err := runs.CreateScratch[byte](endedPath(work, layer))
	if err != nil {
		return err
	}
	return w.End(w.Append(text))
}

// openEnded reads what an earlier run counted of a layer; nil if there is nothing whole.
func openEnded(work string, layer int) (*job.LayerStats, error) {
	c, err := runs.OpenScratch[byte](endedPath(work, layer))
	if c == nil || err != nil {
		return nil, err
	}
	text, err := c.Read(nil, 0, c.N)
	c.Close()
	if err != nil {
		return nil, err
	}
	stats := new(job.LayerStats)
	if json.Unmarshal(text, stats) != nil {
		return nil, nil
	}
	return stats, nil
}

// addEnded adds the terminal states that are not stored to the statistics of a layer.
func addEnded(stats, ended *job.LayerStats) {
	stats.States += ended.States
	stats.Terminals += ended.Terminals
	stats.RawStates += ended.RawStates
	stats.RawTerminals += ended.RawTerminals
	stats.Unstored += ended.Unstored
	if stats.Values == nil {
		stats.Values, stats.Remoteness = map[string]int64{}, map[int]int64{}
	}
	for payoff, n := range ended.Values {
		stats.Values[payoff] += n
	}
	for plies, n := range ended.Remoteness {
		stats.Remoteness[plies] += n
	}
}
