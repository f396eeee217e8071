package solver

import (
	"context"
	"slices"

	"zermelo/games"
)

// mergeRuns merges sorted runs into one ascending sequence without duplicates
// and gives it to emit, piece by piece. The key space is cut into parts of
// about partStates states; workers gather and sort one part each, and the
// parts are emitted in order. Sorting a part again costs about the same as
// merging many runs with a loser tree and needs no second algorithm.
func mergeRuns[S games.State](ctx context.Context, workers, partStates int, runs []*column[S], emit func([]S) error) error {
	bounds, err := cut(runs, partStates)
	if err != nil {
		return err
	}
	type buffers struct{ states, spare []S }
	own := make([]buffers, workers)
	results := make([][]S, workers)
	for first := 0; first+1 < len(bounds); first += workers {
		wave := min(workers, len(bounds)-1-first)
		err := parallel(ctx, workers, wave, 1, func(_, from, _ int) error {
			b := &own[from]
			b.states = b.states[:0]
			low, high := bounds[first+from], bounds[first+from+1]
			for i, r := range runs {
				var err error
				if b.states, err = r.appendTo(b.states, low[i], high[i]); err != nil {
					return err
				}
			}
			b.states, b.spare = sortStates(b.states, b.spare)
			results[from] = b.states
			return nil
		})
		if err != nil {
			return err
		}
		for _, r := range results[:wave] {
			if err := emit(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendTo appends the values from..to.
func (c *column[T]) appendTo(dst []T, from, to int) ([]T, error) {
	n := len(dst)
	if from == to {
		return dst, nil
	}
	if c.mem != nil {
		return append(dst, c.mem[from:to]...), nil
	}
	var zero T
	for len(dst) < n+to-from {
		dst = append(dst, zero)
	}
	_, err := c.read(dst[n:n:len(dst)], from, to)
	return dst, err
}

// cut returns the indexes in all runs at which parts of about partStates
// states begin, and at last their ends. The states where parts begin come from
// a sample of all runs. One run would not do as a sample: each holds the
// children of some consecutive states, often a stretch of the key space of its
// own, and nearly all other states can fall into a single part.
func cut[S games.State](runs []*column[S], partStates int) ([][]int, error) {
	total := 0
	ends := make([]int, len(runs))
	for i, r := range runs {
		total += r.n
		ends[i] = r.n
	}
	if total == 0 {
		return nil, nil
	}
	// Each run brings a part up to grain states more than its samples say, but
	// some bring more and some less: the sum grows like the root of the number
	// of runs.
	perPart := min(max(len(runs), 16), 256)
	grain := max(1, partStates/perPart)
	sample, err := sampleOf(runs, grain)
	if err != nil {
		return nil, err
	}
	bounds := [][]int{make([]int, len(runs))}
	for p := max(1, partStates/grain); p < len(sample); p += max(1, partStates/grain) {
		last := bounds[len(bounds)-1]
		bound := make([]int, len(runs))
		moved := false
		for i, r := range runs {
			if bound[i], err = search(r, last[i], sample[p]); err != nil {
				return nil, err
			}
			moved = moved || bound[i] > last[i]
		}
		if moved {
			bounds = append(bounds, bound)
		}
	}
	return append(bounds, ends), nil
}

// sampleOf is every grain-th state of each run, sorted.
func sampleOf[S games.State](runs []*column[S], grain int) ([]S, error) {
	var sample []S
	for _, r := range runs {
		for i := grain / 2; i < r.n; i += grain {
			var err error
			if sample, err = r.appendTo(sample, i, i+1); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(sample, games.Compare[S])
	return sample, nil
}

// search returns the index of the first state of a sorted run, from low on,
// that is not less than s.
func search[S games.State](r *column[S], low int, s S) (int, error) {
	high := r.n
	var buf [1]S
	for low < high {
		mid := int(uint(low+high) >> 1)
		at, err := r.read(buf[:], mid, mid+1)
		if err != nil {
			return 0, err
		}
		if games.Less(at[0], s) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, nil
}
