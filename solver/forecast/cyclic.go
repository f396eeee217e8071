package forecast

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"zermelo/games"
)

// Cyclic estimates the number of states of a game whose positions may repeat. It
// enumerates states by distance from the start, using at most half of the processor
// time and at most o.Exact states. If no ply has led back to a known state by then, it
// samples the game as if the distances were layers. Otherwise the estimate is
// uncertain, and Cyclic obtains a lower bound from random plays. The only possible
// error is ctx.Err().
func Cyclic[S games.State](ctx context.Context, g games.Game[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := newForecaster(ctx, g, nil, o)
	var found counts[S]
	found.add(f.start, 1, 0)
	level := []S{f.start}
	for number, back := 0, false; len(level) > 0; number++ {
		k := f.layer(number)
		k.states = len(level)
		var children []S
		for first := 0; first < len(level); first += batch {
			if f.used() > f.options.CPU/3 || found.used > f.options.Exact {
				if o.CPU = f.options.CPU - f.used(); !back && o.CPU > 0 {
					return f.sampleAgain(o, found.used)
				}
				k.states += len(children)
				f.unsure = true
				return f.playRandom()
			}
			terminal, plies, err := f.expand(level[first:min(first+batch, len(level))], number, 1, func(_ int, child S, _ int) {
				before := found.used
				f.vary(&child)
				if previous, sibling := found.add(child, 1, int32(number)+1); previous > 0 && !sibling {
					back = true
				}
				if found.used > before {
					children = append(children, child)
				}
			})
			k = f.layer(number)
			if err != nil {
				k.states += len(children)
				return f.result(false, err)
			}
			k.terminal += terminal
			k.plies += plies
		}
		level = children
	}
	return f.estimate(true), nil
}

// sampleAgain samples the game from the start. At least the given number of states exist.
func (f *forecaster[S]) sampleAgain(o Options, known int) (*Estimate, error) {
	again := newForecaster(f.ctx, f.game, nil, o)
	if f.outside { // answers may be cached
		again.expanded, again.childCount, again.expanding = f.expanded, f.childCount, f.expanding
		again.recentTime, again.recentStates = f.recentTime, f.recentStates
	}
	e, err := sampled(again)
	if err == nil && e.Uncertain {
		e.Low = max(e.Low, float64(known))
		e.States = max(e.States, e.Low)
	}
	return e, err
}

// Random plays ignore the states before ply minPly, which repeat too often. A
// play ends after maxPlayPlies plies, and a new play begins.
const (
	randomPlays  = 1 << 10
	minPly       = 16
	maxPlayPlies = 1 << 9
)

// playRandom plays at random until the forecast's time is used up. The number of states
// is at least n²/2p, where n is the number of plies and p is the number of pairs of
// plies from different plays that lead to the same state. Equality holds if all states
// are equally likely.
func (f *forecaster[S]) playRandom() (*Estimate, error) {
	random := rand.New(rand.NewPCG(1, 2))
	var found counts[S]
	n := randomPlays
	if f.outside { // a round must not take long
		n = max(0, min(n, int(float64(f.options.CPU-f.used())/f.perState()/(2*minPly))))
	}
	now, plies := make([]S, n), make([]int, n)
	for i := range now {
		now[i] = f.start
	}
	passed, pairs := 0.0, 0.0
	for round := 0; n > 0 && f.used() < f.options.CPU && found.used < f.options.Exact; round++ {
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		f.children, f.ends = f.game.Expand(f.children[:0], f.ends[:0], now)
		from := int32(0)
		for i, end := range f.ends {
			now[i] = f.start
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
				f.vary(&now[i])
				if previous, same := found.add(s, 1, int32(i)); !same {
					pairs += float64(previous)
				}
			}
		}
	}
	e := f.estimate(false)
	e.Low = max(e.Low, float64(found.used))
	if likely := pairs + 3*math.Sqrt(pairs) + 5; passed > 0 {
		e.Low = max(e.Low, passed*passed/(2*likely))
	}
	e.States = e.Low
	e.High = max(e.High, e.Low)
	return e, nil
}
