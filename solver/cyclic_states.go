package solver

import (
	"context"
	"path/filepath"
	"slices"

	"zermelo/games"
)

// stateSet is a set of states in sorted runs, each at least twice as long as
// the next, so that a state moves from run to run a few times only. Cost: 8, 16
// or 32 bytes a state and up to as much again while runs are merged.
type stateSet[S games.State] struct{ runs [][]S }

// add adds sorted states that are not in the set. It keeps the slice.
func (t *stateSet[S]) add(states []S) {
	t.runs = append(t.runs, states)
	for n := len(t.runs); n > 1 && len(t.runs[n-2]) < 2*len(t.runs[n-1]); n-- {
		t.runs[n-2] = mergeTwo(t.runs[n-2], t.runs[n-1])
		t.runs = t.runs[:n-1]
	}
}

// all are the states of the set, ascending; the set is empty then.
func (t *stateSet[S]) all() []S {
	for n := len(t.runs); n > 1; n-- {
		t.runs[n-2] = mergeTwo(t.runs[n-2], t.runs[n-1])
		t.runs = t.runs[:n-1]
	}
	all := t.runs[0]
	t.runs = nil
	return all
}

// without removes from sorted states those that are in the set, in place.
func (t *stateSet[S]) without(states []S) []S {
	for _, run := range t.runs {
		at, n := 0, 0
		for _, s := range states {
			at += gallop(run[at:], s)
			if at == len(run) || run[at] != s {
				states[n] = s
				n++
			}
		}
		states = states[:n]
	}
	return states
}

// gallop is the index of the first state of a sorted run that is not less than
// s. It looks near the beginning first.
func gallop[S games.State](run []S, s S) int {
	high := 1
	for high <= len(run) && games.Less(run[high-1], s) {
		high *= 2
	}
	low := high / 2
	at, _ := slices.BinarySearchFunc(run[low:min(high, len(run))], s, games.Compare[S])
	return low + at
}

// mergeTwo merges two sorted runs without common states.
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

// cyclicBytes is the memory for a state of so many words, and for a ply, in
// bytes: see solveCyclic.
func cyclicBytes(words int) int64 { return int64(2*8*words + 28) }

const plyBytes = 8

// enumerateCyclic finds all states that can be reached, up to symmetry, and
// returns them sorted. When it is done it leaves them in a scratch file, so
// that a later sitting need not look for them again.
func enumerateCyclic[S games.State](ctx context.Context, g games.Game[S], work string, p plan, memory int64, prog *Progress) ([]S, error) {
	path := filepath.Join(work, "states")
	if known, err := openScratch[S](path); err != nil {
		return nil, err
	} else if known != nil {
		defer known.close()
		return known.read(nil, 0, known.n)
	}
	prog.enter(Enumerating, 0, 0)
	start, _ := games.Canonical(g, g.Start())
	set := &stateSet[S]{}
	expanders := make([]*expander[S], p.workers)
	for w := range expanders {
		expanders[w] = &expander[S]{game: g, canonizer: games.CanonizerOf(g), span: 1}
	}
	sizes, total := []int64{}, int64(0)
	for frontier := []S{start}; len(frontier) > 0; {
		set.add(frontier)
		sizes, total = append(sizes, int64(len(frontier))), total+int64(len(frontier))
		prog.layer.Store(int64(len(sizes) - 1))
		prog.states.Store(total)
		if byMemory := memory / cyclicBytes(p.words); total > min(p.limit, byMemory) {
			return nil, &TooLargeError{
				Sizes: sizes, Found: total, Estimate: estimateStates(sizes), Limit: min(p.limit, byMemory),
				Disk: p.disk && p.limit < byMemory, Memory: byMemory < p.limit,
			}
		}
		var err error
		if frontier, err = expandCyclic(ctx, frontier, expanders, set, p, prog); err != nil {
			return nil, err
		}
	}
	states := set.all()
	return states, saveColumn(&column[S]{n: len(states), mem: states}, path)
}

// expandCyclic finds the children of sorted states that are not in the set,
// sorted.
func expandCyclic[S games.State](ctx context.Context, frontier []S, expanders []*expander[S], set *stateSet[S], p plan, prog *Progress) ([]S, error) {
	buffers, spares := make([][]S, p.workers), make([][]S, p.workers)
	runs := make([][]*run[S], p.workers)
	flush := func(w int) {
		if len(buffers[w]) > 0 {
			buffers[w], spares[w] = sortStates(buffers[w], spares[w])
			fresh := slices.Clone(set.without(buffers[w]))
			runs[w] = append(runs[w], &run[S]{n: len(fresh), mem: fresh})
			buffers[w] = buffers[w][:0]
		}
	}
	grain := min(p.chunk, max(64, len(frontier)/(4*p.workers)))
	err := parallel(ctx, p.workers, len(frontier), grain, func(w, from, to int) error {
		expanders[w].expand(frontier[from:to])
		prog.done.Add(int64(to - from))
		if buffers[w] = append(buffers[w], expanders[w].children...); len(buffers[w]) >= p.buffer {
			flush(w)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = parallel(ctx, p.workers, p.workers, 1, func(_, w, _ int) error { flush(w); return nil })
	var next []S
	if err == nil {
		err = newMerger[S](p.workers, p.buffer).merge(ctx, slices.Concat(runs...), func(states []S) error { next = append(next, states...); return nil })
	}
	return next, err
}
