package solver

import (
	"context"

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
// states begin, and at last their ends. The parts are those of the largest
// run, which is a fair sample of the rest.
func cut[S games.State](runs []*column[S], partStates int) ([][]int, error) {
	total, largest := 0, 0
	ends := make([]int, len(runs))
	for i, r := range runs {
		total += r.n
		ends[i] = r.n
		if r.n > runs[largest].n {
			largest = i
		}
	}
	if total == 0 {
		return nil, nil
	}
	parts := min((total+partStates-1)/partStates, runs[largest].n)
	bounds := [][]int{make([]int, len(runs))}
	for p := 1; p < parts; p++ {
		at, err := runs[largest].read(nil, p*runs[largest].n/parts, p*runs[largest].n/parts+1)
		if err != nil {
			return nil, err
		}
		bound := make([]int, len(runs))
		for i, r := range runs {
			if bound[i], err = search(r, at[0]); err != nil {
				return nil, err
			}
		}
		bounds = append(bounds, bound)
	}
	return append(bounds, ends), nil
}

// search returns the index of the first state of a sorted run that is not
// less than s.
func search[S games.State](r *column[S], s S) (int, error) {
	low, high := 0, r.n
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
