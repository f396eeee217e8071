package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// The rules digest covers only the first positions of a game. Rules that are not
// built in can change for other positions without a change of name, for example if a
// program imports a file. Therefore Open compares the table with the rules at random
// positions, and lookups compare each position.

const (
	// sampleRuns is the number of runs of consecutive positions that Open checks. For a table in
	// an object store, Open checks only one run, because each block of children requires a
	// request.
	sampleRuns = 4
	runStates  = 64 // number of positions in a run
)

// Open opens the table of a game; see [tablebase.Open]. If the game is not built in, Open checks
// random positions, or all positions of a small table. It returns a [*store.ForeignError] if the
// children, the payoffs or the value of a position do not match the table.
func Open[S games.State](db string, g games.Game[S]) (*tablebase.Table[S], error) {
	t, err := tablebase.Open(db, g)
	if g.Info().External == nil {
		return t, err
	}
	if failed := games.Failure(g); failed != nil {
		if err == nil {
			err = t.Close()
		}
		return nil, errors.Join(failed, err)
	}
	if err != nil || t.Tiers != nil {
		return t, err
	}
	if err := newSampler(t).random(); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// Follow checks the values of stored states against the rules, as Open does.
func Follow[S games.State](t *tablebase.Table[S], states []S) error {
	w := newSampler(t)
	canonical := append([]S(nil), states...)
	w.v.canonizer.Canonize(canonical, make([]bool, len(states)))
	layers := t.LayersOf(nil, canonical)
	values, indices, err := t.Values(nil, nil, canonical, layers)
	if err != nil {
		return err
	}
	for i := range canonical {
		if indices[i] < 0 {
			continue
		}
		if _, err := w.check(int(layers[i]), 0, canonical[i:i+1], values[i:i+1]); err != nil {
			return err
		}
	}
	return w.difference()
}

// newSampler returns a verifier for single positions.
func newSampler[S games.State](t *tablebase.Table[S]) *verifier[S] {
	v := &verification[S]{findings: findings[S]{t: t}, canonizer: games.CanonizerOf(t.Game)}
	_, v.layered = t.Game.(games.Layered[S])
	w := &verifier[S]{v: v, state: newStateVerifier(t, sampleRuns*runStates)}
	w.state.secured = mayLoop(t) && t.Solution().Outcomes.Kind == value.General
	return w
}

func (w *verifier[S]) random() error {
	layers := w.v.t.Solution().Layers
	total := int64(0)
	for i := range layers {
		total += layers[i].Stored()
	}
	runs := int64(sampleRuns)
	if w.v.t.Remote() {
		runs = 1
	}
	if total <= runs*runStates {
		return cmp.Or(w.run(0, total), w.difference())
	}
	for range runs {
		if err := w.run(rand.Int64N(total), runStates); err != nil {
			return err
		}
	}
	return w.difference()
}

// run checks up to count consecutive positions in the table, starting at index from.
func (w *verifier[S]) run(from, count int64) error {
	for layer, stats := range w.v.t.Solution().Layers {
		if from >= stats.Stored() {
			from -= stats.Stored()
			continue
		}
		first := uint64(from) / job.BlockStates * job.BlockStates
		w.batch.Reset()
		if err := w.batch.Append(context.Background(), w.v.t, tablebase.Range{Layer: layer, First: first, End: first + job.BlockStates}, nil); err != nil {
			return err
		}
		n := int64(len(w.batch.States))
		from = min(from%job.BlockStates, max(0, n-count))
		to := min(from+count, n)
		if _, err := w.check(layer, 0, w.batch.States[from:to], w.batch.Values[from:to]); err != nil {
			return err
		}
		if count -= to - from; count == 0 {
			return nil
		}
		from = 0
	}
	return nil
}

// difference returns an error that describes the first finding, if any.
func (w *verifier[S]) difference() error {
	t := w.v.t
	if failed := games.Failure(t.Game); failed != nil {
		return t.Foreign(fmt.Sprintf("the rules fail in a stored position (%v)", failed))
	}
	if w.v.report.Wrong > 0 {
		return t.Foreign(w.v.first[0])
	}
	return nil
}
