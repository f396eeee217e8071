package forecast

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/machine"
	"zermelo/solver/runs"
)

// Stored estimates the states that a solve stores which has enumerated some layers:
// terminal states do not count where the game tells them, see games.Ender. Open opens
// an enumerated layer, which Stored closes; it returns nil for the first one that is
// not complete. These layers are not enumerated again: samples of them are expanded,
// and what those tell of the next layer is calibrated by the count of its states. Its
// errors are those of open and that of the context.
func Stored[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], open func(layer int) (*runs.Column[S], error), o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	o = o.orDefault()
	f := &forecaster[S]{
		ctx: ctx, game: g, layered: l, canonizer: games.CanonizerOf(g), span: l.Span(), options: o, began: machine.ThreadTime(),
	}
	f.ender, _ = g.(games.Ender[S])
	for layer := 0; ; layer++ {
		c, err := open(layer)
		if err != nil {
			return nil, err
		}
		if c == nil {
			break
		}
		k, err := sampleOf(c, o.Sample)
		if err = cmp.Or(err, c.Close()); err != nil {
			return nil, err
		}
		f.known = append(f.known, k)
	}
	if err := f.surveyKnown(); err != nil {
		return nil, err
	}
	if err := f.sample(f.began + o.CPU); err != nil {
		return nil, err
	}
	return f.estimate(false), nil
}

// sampleOf draws about n states of a layer.
func sampleOf[S games.State](c *runs.Column[S], n int) (k known[S], err error) {
	k.states = c.N
	most := share(n, c.N)
	var piece []S
	for from := 0; from < c.N; from += batch {
		if piece, err = c.Read(piece, from, min(from+batch, c.N)); err != nil {
			return k, err
		}
		for _, s := range piece {
			if choice(s) <= most {
				k.some = append(k.some, s)
			}
		}
	}
	slices.SortFunc(k.some, func(a, b S) int { return cmp.Compare(choice(a), choice(b)) })
	return k, nil
}

// surveyed is how many states of a known layer are expanded at most to see how many plies
// lead to a state of the next one: fewer where half of the time is not enough for that.
const surveyed = 10_000

// surveyKnown finds how many plies lead to the states of the known layers.
func (f *forecaster[S]) surveyKnown() error {
	next := map[int]*counts[S]{}
	until := machine.ThreadTime() + f.options.CPU/2
	for number := range f.known[:len(f.known)-1] {
		k := &f.known[number]
		if len(k.some) == 0 {
			continue
		}
		some := k.some[:f.affords(min(surveyed, len(k.some)), until, len(f.known)-1-number)]
		weight := float32(k.states) / float32(len(some))
		terminal, plies, err := f.expand(some, number, func(parent int, child S, at int) {
			if at >= len(f.known) {
				return
			}
			if next[at] == nil {
				next[at] = new(counts[S])
			}
			f.known[at].into += float64(weight)
			f.known[at].pairs += float64(weight * next[at].add(child, weight, -1-int32(parent)))
		})
		if err != nil {
			return err
		}
		k.terminal, k.plies = int(weight*float32(terminal)), int(weight*float32(plies))
		delete(next, number+1)
	}
	return nil
}
