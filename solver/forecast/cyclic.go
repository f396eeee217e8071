package forecast

import (
	"context"
	"runtime"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Cyclic counts the states of a game whose positions can come back, or of which that
// is not known, as far as the processor time and o.Exact allow. The layers of the
// estimate are numbered by the fewest plies from the start. Where the count comes to
// no end the estimate is unsure: such a game gives no hint of how many states are
// still to come. Its only error is that of the context.
func Cyclic[S games.State](ctx context.Context, g games.Game[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	o = o.orDefault()
	began := machine.ThreadTime()
	f := &forecaster[S]{ctx: ctx, game: g, canonizer: games.CanonizerOf(g), span: 1, options: o}
	start, _ := games.Canonical(g, g.Start())
	var found counts[S]
	found.add(start, 1, 0)
	level := []S{start}
	for number := 0; len(level) > 0; number++ {
		k := f.layer(number)
		k.states = len(level)
		var next []S
		for first := 0; first < len(level); first += batch {
			if machine.ThreadTime() > began+o.CPU || found.used > o.Exact {
				k.states += len(next)
				f.unsure = true
				return f.estimate(false), nil
			}
			terminal, plies, err := f.expand(level[first:min(first+batch, len(level))], number, func(_ int, child S, _ int) {
				if before := found.used; found.add(child, 1, 0) == 0 && found.used > before {
					next = append(next, child)
				}
			})
			if err != nil {
				return nil, err
			}
			k = f.layer(number)
			k.terminal += terminal
			k.plies += plies
		}
		level = next
	}
	return f.estimate(true), nil
}
