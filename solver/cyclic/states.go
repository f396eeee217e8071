package cyclic

import (
	"context"
	"path/filepath"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// stateSet is a set of states, stored as sorted runs. Each run is at least
// twice as long as the next one, so each state is merged only a few times. The
// set takes 8, 16 or 32 bytes per state, and up to twice as much during a
// merge.
type stateSet[S games.State] struct{ runs [][]S }

// add adds sorted states and takes ownership of the slice. None of the states may be in
// the set.
func (t *stateSet[S]) add(states []S) {
	t.runs = append(t.runs, states)
	for n := len(t.runs); n > 1 && len(t.runs[n-2]) < 2*len(t.runs[n-1]); n-- {
		t.runs[n-2] = mergeTwo(t.runs[n-2], t.runs[n-1])
		t.runs = t.runs[:n-1]
	}
}

// all returns the states in ascending order and empties the set.
func (t *stateSet[S]) all() []S {
	for n := len(t.runs); n > 1; n-- {
		t.runs[n-2] = mergeTwo(t.runs[n-2], t.runs[n-1])
		t.runs = t.runs[:n-1]
	}
	all := t.runs[0]
	t.runs = nil
	return all
}

// without removes, in place, those states of a sorted slice that are in the set.
func (t *stateSet[S]) without(states []S) []S {
	for _, run := range t.runs {
		at, n := 0, 0
		for _, s := range states {
			if at = runs.Seek(run, at, s); at == len(run) || run[at] != s {
				states[n] = s
				n++
			}
		}
		states = states[:n]
	}
	return states
}

func mergeTwo[S games.State](a, b []S) []S {
	merged := make([]S, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if games.Less(a[0], b[0]) {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// stateBytes returns the memory in bytes that a game takes per state; see Solve. In
// addition, each ply takes plyBytes.
func stateBytes[S games.State](g games.Game[S]) int64 {
	n := int64(2*8*games.Words[S]() + 28)
	if value.KindOf(g.Info()) != value.Alternating {
		n += int64(4*max(1, len(g.Info().Roles)-1) + 1)
	}
	return n
}

const plyBytes = 8

// enumerate returns the canonical states of all reachable positions in
// ascending order. It saves them in a scratch file for later runs.
func enumerate[S games.State](ctx context.Context, g games.Game[S], work string, p job.Plan, memory int64, prog *job.Progress) ([]S, error) {
	path := filepath.Join(work, "states")
	if known, err := runs.OpenScratch[S](path); err != nil {
		return nil, err
	} else if known != nil {
		defer known.Close()
		return known.Read(nil, 0, known.N)
	}
	prog.Enter(job.Enumerating, 0, 0)
	start, _ := games.Canonical(g, g.Start())
	set := &stateSet[S]{}
	expanders := make([]*layered.Expander[S], p.Workers)
	for w := range expanders {
		expanders[w] = &layered.Expander[S]{Game: g, Canonizer: games.CanonizerOf(g), Span: 1}
	}
	sizes, total := []int64{}, int64(0)
	for frontier := []S{start}; len(frontier) > 0; {
		set.add(frontier)
		sizes, total = append(sizes, int64(len(frontier))), total+int64(len(frontier))
		prog.Layer.Store(int64(len(sizes) - 1))
		prog.States.Store(total)
		if byMemory := memory / stateBytes(g); total > min(p.Limit, byMemory) {
			return nil, &job.TooLargeError{
				Sizes: sizes, Found: total, Estimate: job.EstimateStates(sizes), Limit: min(p.Limit, byMemory),
				Disk: p.Disk && p.Limit < byMemory, Memory: byMemory < p.Limit,
			}
		}
		if err := p.Endless(sizes, func() (string, error) { return games.NotationOf(g).FormatState(frontier[0]), nil }); err != nil {
			return nil, err
		}
		var err error
		if frontier, err = expandNew(ctx, frontier, expanders, set, p, prog); err != nil {
			return nil, err
		}
	}
	states := set.all()
	return states, runs.SaveColumns(path, &runs.Column[S]{N: len(states), Mem: states})
}

// expandNew expands the sorted states in frontier and returns the children that
// are not in the set, in ascending order.
func expandNew[S games.State](ctx context.Context, frontier []S, expanders []*layered.Expander[S], set *stateSet[S], p job.Plan, prog *job.Progress) ([]S, error) {
	buffers, spares := make([][]S, p.Workers), make([][]S, p.Workers)
	parts := make([][]*runs.Run[S], p.Workers)
	flush := func(w int) {
		if len(buffers[w]) > 0 {
			buffers[w], spares[w] = runs.SortStates(buffers[w], spares[w])
			added := slices.Clone(set.without(buffers[w]))
			parts[w] = append(parts[w], &runs.Run[S]{N: len(added), Mem: added})
			buffers[w] = buffers[w][:0]
		}
	}
	grain := min(p.Chunk, max(64, len(frontier)/(4*p.Workers)))
	err := parallel.For(ctx, p.Workers, len(frontier), grain, func(w, from, to int) error {
		expanders[w].Expand(frontier[from:to])
		prog.Done.Add(int64(to - from))
		if buffers[w] = append(buffers[w], expanders[w].Children...); len(buffers[w]) >= p.Buffer {
			flush(w)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = parallel.For(ctx, p.Workers, p.Workers, 1, func(_, w, _ int) error { flush(w); return nil })
	var next []S
	if err == nil {
		err = runs.NewMerger[S](p.Workers, p.Buffer).Merge(ctx, slices.Concat(parts...), func(states []S) error { next = append(next, states...); return nil })
	}
	return next, err
}
