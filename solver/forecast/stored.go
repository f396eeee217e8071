package forecast

import (
	"cmp"
	"context"
	"io/fs"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/runs"
)

// Stored estimates the number of states that a solve will store, using the layers
// enumerated so far. It expands samples of these layers instead of enumerating them
// again, and calibrates the estimates with their known sizes. If the game implements
// games.TerminalTester, terminal states do not count. The function open opens an
// enumerated layer. It must return nil for the first incomplete layer. Stored closes
// the opened layers. Its only possible errors are those of open, ctx.Err(), and
// fs.ErrNotExist if there are no layers.
func Stored[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], open func(layer int) (*runs.Column[S], error), o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := newForecaster(ctx, g, l, o)
	if err := f.measureReach(); err != nil && err != errLate {
		return nil, err
	}
	f.terminals, _ = g.(games.TerminalTester[S])
	for layer := 0; ; layer++ {
		c, err := open(layer)
		if err != nil {
			return nil, err
		}
		if c == nil {
			break
		}
		k, err := sampleOf(c, f.options.Sample)
		if err = cmp.Or(err, c.Close()); err != nil {
			return nil, err
		}
		f.enumerated = append(f.enumerated, k)
	}
	if len(f.enumerated) == 0 {
		return nil, fs.ErrNotExist
	}
	err := f.surveyEnumerated()
	if err == nil {
		err = f.sample()
	}
	return f.result(false, err)
}

// sampleOf returns the layer stored in c, with a sample of about n of its states.
func sampleOf[S games.State](c *runs.Column[S], n int) (k enumerated[S], err error) {
	k.states = c.N
	limit := choiceLimit(n, c.N)
	var buf []S
	for from := 0; from < c.N; from += batch {
		piece, err := c.Read(&buf, from, min(from+batch, c.N))
		if err != nil {
			return k, err
		}
		for _, s := range piece {
			if choice(s) <= limit {
				k.sample = append(k.sample, s)
			}
		}
	}
	slices.SortFunc(k.sample, func(a, b S) int { return cmp.Compare(choice(a), choice(b)) })
	return k, nil
}

// maxSurveyed is the maximum number of states expanded per enumerated layer to
// estimate the number of plies into each state of the next layer. Fewer states
// are expanded if necessary to use at most half of the time.
const maxSurveyed = 10_000

// surveyEnumerated estimates the number of plies that lead to the states of
// each enumerated layer.
func (f *forecaster[S]) surveyEnumerated() error {
	next := map[int]*counts[S]{}
	until := f.used() + f.options.CPU/3
	for number := range f.enumerated[:len(f.enumerated)-1] {
		k := &f.enumerated[number]
		if len(k.sample) == 0 {
			continue
		}
		sample := k.sample[:f.affordableStates(min(maxSurveyed, len(k.sample)), until, len(f.enumerated)-1-number)]
		weight := float32(k.states) / float32(len(sample))
		terminal, plies, err := f.expand(sample, number, f.reach, func(_ int, child S, at int) {
			if at >= len(f.enumerated) {
				return
			}
			if next[at] == nil {
				next[at] = new(counts[S])
			}
			f.enumerated[at].into += float64(weight)
			previous, _ := next[at].add(child, weight, 0)
			f.enumerated[at].pairs += float64(weight * previous)
		})
		if err != nil {
			return err
		}
		k.terminal, k.plies = int(weight*float32(terminal)), int(weight*float32(plies))
		delete(next, number+1)
	}
	return nil
}
