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

// Cyclic estimates the number of states of a game whose positions may repeat.
// It enumerates states by distance from the start, using at most half of the
// processor time and at most o.Exact states. If no ply has led back to a known
// state by then, it samples the game like a layered game in which the distance
// is the layer. Otherwise the estimate is unsure, and Cyclic obtains a lower
// bound from random plays. The only possible error is ctx.Err().
func Cyclic[S games.State](ctx context.Context, g games.Game[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	o = o.withDefaults()
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
				return f.playRandom(start, began+2*o.CPU)
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

// Random plays ignore the states before ply minPly, which repeat too often. A
// play ends after maxPlayPlies plies, and a new play begins.
const (
	randomPlays  = 1 << 10
	minPly       = 16
	maxPlayPlies = 1 << 9
)

// playRandom plays at random until the thread has used the given processor
// time. The number of states is at least n²/2p, where n is the number of plies
// and p is the number of pairs of plies, in different plays, that lead to the
// same state. Equality holds if all states are equally likely.
func (f *forecaster[S]) playRandom(start S, until time.Duration) (*Estimate, error) {
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
			if plies[i]++; from < end && plies[i] < maxPlayPlies {
				now[i] = f.children[from+random.Int32N(end-from)]
			} else {
				plies[i] = 0
			}
			from = end
		}
		f.canonizer.Canonize(now, make([]bool, len(now)))
		for i, s := range now {
			if plies[i] >= minPly {
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
