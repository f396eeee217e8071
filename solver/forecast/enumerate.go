package forecast

import (
	"cmp"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// known is an enumerated layer.
type known[S games.State] struct {
	found    counts[S] // empty once the layer is too far back to sample
	some     []S       // a sample of them
	states   int
	terminal int
	plies    int // plies from it to different states
	into     float64
	pairs    float64 // of plies into it that lead to the same state
}

// enumerate finds whole layers while the processor time of the thread is below a
// limit, and as far as the next layer is likely to be within it. It returns whether
// these are all layers.
func (f *forecaster[S]) enumerate(until time.Duration) (complete bool, err error) {
	start, _ := games.Canonical(f.game, f.game.Start())
	f.layer(0).found.add(start, 1, 0)
	total := 0
	for number := 0; number < len(f.known); number++ {
		k := &f.known[number]
		k.states = k.found.used
		k.some, _ = k.found.sample(f.options.Sample)
		slices.SortFunc(k.some, func(a, b S) int { return cmp.Compare(choice(a), choice(b)) })
		total += k.states
		if k.states == 0 {
			continue
		}
		if !f.affordable(number, total, until) {
			f.known = f.known[:number+1]
			return false, nil
		}
		states, _ := k.found.sample(k.states)
		terminal, plies, err := f.expand(states, number, func(parent int, child S, at int) {
			next := f.layer(at)
			next.into++
			next.pairs += float64(next.found.add(child, 1, -1-int32(parent)))
		})
		if err != nil {
			return false, err
		}
		f.known[number].terminal, f.known[number].plies = terminal, plies
		if back := number - f.span; back >= 0 {
			f.known[back].found = counts[S]{}
		}
	}
	return true, nil
}

// layer is the enumerated layer of a number. It may move the others.
func (f *forecaster[S]) layer(number int) *known[S] {
	for len(f.known) <= number {
		f.known = append(f.known, known[S]{})
	}
	return &f.known[number]
}

// affordable says whether the children of a layer can be enumerated in the time and
// memory left. It expects as many of them a state as in the layers before.
func (f *forecaster[S]) affordable(number, total int, until time.Duration) bool {
	states := float64(f.known[number].states)
	growth := 2.0
	if number > 1 && f.known[number-1].states > 0 {
		growth = states / float64(f.known[number-1].states)
	}
	if float64(total)+states*growth > float64(f.options.Exact) {
		return false
	}
	if states < batch {
		return true
	}
	now := machine.ThreadTime()
	perState := float64(now-f.began) / float64(max(1, f.expanded))
	return float64(now)+1.2*perState*states < float64(until)
}

// variation is the square of the coefficient of variation of that number.
func (k *known[S]) variation() float64 {
	return max(0, float64(k.states)*2*k.pairs/(k.into*k.into)+1/(k.into/float64(k.states))-1)
}
