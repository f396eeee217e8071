package runs

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"zermelo/games"
	"zermelo/solver/parallel"
)

// MaxFanIn is the maximum number of runs in files that are merged together. Each
// requires an open file and a window in memory.
const MaxFanIn = 64

// Merger merges sorted runs into one ascending sequence without duplicates.
//
// Each run has a window of its next states. Each step finds the lowest of the
// windows' last states and merges all states up to it. These states are divided among
// the workers by value. If few runs have states in a worker's range, the worker
// merges these runs in pairs with branch-free code. Otherwise it concatenates and
// sorts the states. Sorting takes about as long as a loser tree, regardless of the
// number of runs.
type Merger[S games.State] struct {
	workers int
	fanIn   int // maximum number of files merged together
	states  int // capacity of the windows, and of the buffers of the parts, in states

	Work  mergeWork
	slab  []S            // windows of the runs in files
	parts []mergePart[S] // indexed by worker
}

type mergeWork struct {
	States int64 // number of states merged, counted once per pass
	reads  int64 // number of file reads
	Open   int   // maximum number of open files
}

// mergePart holds the buffers in which a worker gathers and sorts states.
type mergePart[S games.State] struct{ states, spare, sorted []S }

// NewMerger returns a Merger with the given number of workers. It uses memory
// for 2*buffer states per worker.
func NewMerger[S games.State](workers, buffer int) *Merger[S] {
	return &Merger[S]{workers: workers, fanIn: MaxFanIn, states: max(1, workers*buffer*4/7), parts: make([]mergePart[S], workers)}
}

// Merge merges runs and passes the distinct states to emit in ascending order,
// in blocks.
func (m *Merger[S]) Merge(ctx context.Context, runs []*Run[S], emit func([]S) error) error {
	window := max(1, m.states/max(m.fanIn, len(runs)))
	files := 0
	for _, r := range runs {
		if r.path != "" {
			files++
		}
	}
	m.Work.Open = max(m.Work.Open, files)
	if len(m.slab) < files*window {
		m.slab = make([]S, files*window)
	}
	var cursors []*cursor[S]
	defer func() {
		for _, c := range cursors {
			m.Work.States += int64(c.next - len(c.window))
			m.Work.reads += c.reads
			c.close()
		}
	}()
	slab := m.slab
	for _, r := range runs {
		c := &cursor[S]{run: r}
		if r.path != "" {
			if err := c.open(slab[:window]); err != nil {
				return err
			}
			slab = slab[window:]
		}
		cursors = append(cursors, c)
	}
	for {
		done, err := m.step(ctx, cursors, window, emit)
		if err != nil || done {
			return err
		}
	}
}

// step merges the states that are ready. It reports whether no states are left.
func (m *Merger[S]) step(ctx context.Context, cursors []*cursor[S], window int, emit func([]S) error) (done bool, err error) {
	var short []*cursor[S]
	for _, c := range cursors {
		if c.needsFill(window) {
			short = append(short, c)
		}
	}
	err = parallel.For(ctx, m.workers, len(short), 1, func(_, i, _ int) error { return short[i].fill(window) })
	if err != nil {
		return false, err
	}
	ready := readyStates(cursors)
	if len(ready) == 0 {
		return true, nil
	}
	bounds := Divide(ready, m.workers)
	err = parallel.For(ctx, m.workers, len(bounds)-1, 1, func(_, part, _ int) error {
		m.parts[part].gather(ready, bounds[part], bounds[part+1])
		return nil
	})
	if err != nil {
		return false, err
	}
	for part := range bounds[1:] {
		if err := emit(m.parts[part].sorted); err != nil {
			return false, err
		}
	}
	return false, nil
}

// readyStates removes states from the windows and returns them. It selects the states
// that are less than or equal to all states not yet in a window.
func readyStates[S games.State](cursors []*cursor[S]) [][]S {
	var bound *S
	for _, c := range cursors {
		if c.next < c.run.N {
			if last := &c.window[len(c.window)-1]; bound == nil || games.Less(*last, *bound) {
				bound = last
			}
		}
	}
	var ready [][]S
	for _, c := range cursors {
		n := len(c.window)
		if bound != nil {
			at, found := slices.BinarySearchFunc(c.window, *bound, games.Compare[S])
			if n = at; found {
				n++
			}
		}
		if n > 0 {
			ready = append(ready, c.window[:n:n])
			c.window = c.window[n:]
		}
	}
	return ready
}

const minPart = 1 << 10

// Divide divides sorted lists into at most the given number of parts of about
// equal size, using a sample of the states. It returns the start of each part
// in each list, followed by the ends of the lists.
func Divide[S games.State](lists [][]S, parts int) [][]int {
	begin, end, total := make([]int, len(lists)), make([]int, len(lists)), 0
	for i, list := range lists {
		end[i] = len(list)
		total += len(list)
	}
	parts = min(parts, total/minPart)
	bounds := [][]int{begin}
	if parts > 1 {
		const perPart = 64
		stride := max(1, total/(parts*perPart))
		var sample []S
		skip := stride / 2
		for _, list := range lists {
			for ; skip < len(list); skip += stride {
				sample = append(sample, list[skip])
			}
			skip -= len(list)
		}
		slices.SortFunc(sample, games.Compare[S])
		for part := 1; part < parts; part++ {
			bound := make([]int, len(lists))
			for i, list := range lists {
				bound[i], _ = slices.BinarySearchFunc(list, sample[part*len(sample)/parts], games.Compare[S])
			}
			bounds = append(bounds, bound)
		}
	}
	return append(bounds, end)
}

// gather merges the states between the bounds low and high of each list into
// p.sorted.
func (p *mergePart[S]) gather(lists [][]S, low, high []int) {
	p.states = p.states[:0]
	count := 0
	for i, list := range lists {
		if low[i] < high[i] {
			count++
			p.sorted = list[low[i]:high[i]]
		}
	}
	if count == 1 {
		return // only one run has states in this range
	}
	if count <= maxPairLists && games.Words[S]() == 1 {
		var parts [][]uint64
		for i, list := range lists {
			if low[i] < high[i] {
				parts = append(parts, any(list[low[i]:high[i]]).([]uint64))
			}
		}
		p.mergePairs(parts)
		return
	}
	for i, list := range lists {
		p.states = append(p.states, list[low[i]:high[i]]...)
	}
	p.states, p.spare = SortStates(p.states, p.spare)
	p.sorted = p.states
}

// maxPairLists is the maximum number of lists to merge in pairs.
const maxPairLists = 8

// mergePairs merges sorted lists of words in pairs until one list is left.
func (p *mergePart[S]) mergePairs(lists [][]uint64) {
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	to, other := any(slices.Grow(p.states[:0], total)).([]uint64), any(slices.Grow(p.spare[:0], total)).([]uint64)
	for len(lists) > 1 {
		n := 0
		for i := 0; i < len(lists); i += 2 {
			part := to[n:total]
			if i+1 == len(lists) {
				part = part[:copy(part, lists[i])]
			} else {
				part = part[:mergeWords(part, lists[i], lists[i+1])]
			}
			lists[i/2] = part
			n += len(part)
		}
		lists = lists[:(len(lists)+1)/2]
		to, other = other, to
	}
	p.states, p.spare = any(other[:0]).([]S), any(to[:0]).([]S)
	p.sorted = any(lists[0]).([]S)
}

// mergeWords merges two sorted lists into dst, without duplicates, and returns
// the number of words written. dst must be long enough for both lists.
func mergeWords(dst, a, b []uint64) int {
	n, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		dst[n] = min(x, y)
		n++
		one, other := 0, 0
		if x <= y {
			one = 1
		}
		if y <= x {
			other = 1
		}
		i, j = i+one, j+other
	}
	n += copy(dst[n:], a[i:])
	return n + copy(dst[n:], b[j:])
}

// MergeToFile merges runs into the file at path. If an error occurs, it removes the
// file.
func (m *Merger[S]) MergeToFile(ctx context.Context, runs []*Run[S], path string) (*Run[S], error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("merge runs to disk: %w", err)
	}
	merged := &Run[S]{path: path}
	buf := bufio.NewWriterSize(file, 1<<18)
	err = m.Merge(ctx, runs, func(states []S) error {
		merged.N += len(states)
		_, err := buf.Write(BytesOf(states))
		return err
	})
	if err = errors.Join(err, buf.Flush(), file.Close()); err != nil {
		os.Remove(path) // the disk may be full
		return nil, fmt.Errorf("merge runs to disk: %w", err)
	}
	return merged, nil
}

// ReduceRuns merges runs in files, smallest first, until at most fanIn runs in
// files are left. Runs in memory are kept. ReduceRuns calls path for the name of
// each new file and done for each run that has been merged. It returns the
// remaining runs, even if an error occurs.
func (m *Merger[S]) ReduceRuns(ctx context.Context, runs []*Run[S], path func() string, done func(*Run[S])) ([]*Run[S], error) {
	for {
		var inMemory, files []*Run[S]
		for _, r := range runs {
			if r.path != "" {
				files = append(files, r)
			} else {
				inMemory = append(inMemory, r)
			}
		}
		if len(files) <= m.fanIn {
			return runs, nil
		}
		slices.SortStableFunc(files, func(a, b *Run[S]) int { return cmp.Compare(a.N, b.N) })
		// Merge no more runs than necessary, so that most states are merged in
		// one fewer pass.
		group := files[:min(m.fanIn, len(files)-m.fanIn+1)]
		merged, err := m.MergeToFile(ctx, group, path())
		if err != nil {
			return runs, err
		}
		for _, r := range group {
			done(r)
		}
		runs = append(append(inMemory, files[len(group):]...), merged)
	}
}
