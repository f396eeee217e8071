package forecast

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Cyclic estimates the states of a game whose positions can come back, or of which that
// is not known. It counts them by the fewest plies from the start, which number the layers
// of the estimate, as far as half of the processor time and o.Exact allow. Where no ply
// has led back till then, the game is sampled like one with layers. Else the estimate is
// unsure: random plays tell how many states there are at least. Its only error is that of
// the context.
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
	for number, back := 0, false; len(level) > 0; number++ {
		k := f.layer(number)
		k.states = len(level)
		var children []S
		for first := 0; first < len(level); first += batch {
			if machine.ThreadTime() > began+o.CPU/2 || found.used > o.Exact {
				if o.CPU /= 2; !back {
					return sampled(ctx, g, nil, 1, o)
				}
				k.states += len(children)
				f.unsure = true
				return f.plays(start, began+2*o.CPU)
			}
			terminal, plies, err := f.expand(level[first:min(first+batch, len(level))], number, func(_ int, child S, _ int) {
				before := found.used
				if found.add(child, 1, int32(number)+1) > 0 {
					back = true
				}
				if found.used > before {
					children = append(children, child)
				}
			})
			if err != nil {
				return nil, err
			}
			k = f.layer(number)
			k.terminal += terminal
			k.plies += plies
		}
		level = children
	}
	return f.estimate(true), nil
}

// A random play counts from its firstMet ply on, as plays meet too often before. It begins
// again after longestPlay plies.
const (
	randomPlays = 1 << 10
	firstMet    = 16
	longestPlay = 1 << 9
)

// plays goes on with random plays until a processor time. The states that they pass are at
// least the square of the number of plies, divided by twice the pairs that meet, of
// different plays: as many, if all are passed as often.
func (f *forecaster[S]) plays(start S, until time.Duration) (*Estimate, error) {
	random := rand.New(rand.NewPCG(1, 2))
	var found counts[S]
	now, plies := make([]S, randomPlays), make([]int, randomPlays)
	for i := range now {
		now[i] = start
	}
	passed, pairs := 0.0, 0.0
	for round := 0; machine.ThreadTime() < until && found.used < f.options.Exact; round++ {
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		f.children, f.ends = f.game.Expand(f.children[:0], f.ends[:0], now)
		from := int32(0)
		for i, end := range f.ends {
			now[i] = start
			if plies[i]++; from < end && plies[i] < longestPlay {
				now[i] = f.children[from+random.Int32N(end-from)]
			} else {
				plies[i] = 0
			}
			from = end
		}
		f.canonizer.Canonize(now, make([]bool, len(now)))
		for i, s := range now {
			if plies[i] >= firstMet {
				passed++
				pairs += float64(found.add(s, 1, int32(i)))
			}
		}
	}
	e := f.estimate(false)
	e.Low = max(e.Low, float64(found.used))
	if likely := pairs + 3*math.Sqrt(pairs) + 5; passed > 0 {
		e.Low = max(e.Low, passed*passed/(2*likely))
	}
	e.States = e.Low
	return e, nil
}
