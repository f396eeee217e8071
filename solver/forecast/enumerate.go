package forecast

import (
	"cmp"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// enumerated is an enumerated layer and its statistics.
type enumerated[S games.State] struct {
	found    counts[S] // cleared once the layer is too early to be sampled
	sample   []S       // a sample of the states
	states   int
	terminal int
	plies    int // number of plies from the layer to distinct children
	into     float64
	pairs    float64 // number of pairs of plies into the layer that lead to the same state
}

// enumerate enumerates layers. It stops before a layer that is unlikely to be
// completed by until, measured in the thread's processor time. The result
// complete reports whether all layers have been enumerated.
func (f *forecaster[S]) enumerate(until time.Duration) (complete bool, err error) {
	start, _ := games.Canonical(f.game, f.game.Start())
	f.layer(0).found.add(start, 1, 0)
	total := 0
	for number := 0; number < len(f.enumerated); number++ {
		k := &f.enumerated[number]
		k.states = k.found.used
		k.sample, _ = k.found.sample(f.options.Sample)
		slices.SortFunc(k.sample, func(a, b S) int { return cmp.Compare(choice(a), choice(b)) })
		total += k.states
		if k.states == 0 {
			continue
		}
		if !f.affordable(number, total, until) {
			f.enumerated = f.enumerated[:number+1]
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
		f.enumerated[number].terminal, f.enumerated[number].plies = terminal, plies
		if back := number - f.span; back >= 0 {
			f.enumerated[back].found = counts[S]{}
		}
	}
	return true, nil
}

// layer returns the enumerated layer with the given number, creating it if
// necessary. Pointers to other layers may become invalid.
func (f *forecaster[S]) layer(number int) *enumerated[S] {
	for len(f.enumerated) <= number {
		f.enumerated = append(f.enumerated, enumerated[S]{})
	}
	return &f.enumerated[number]
}

// affordable reports whether the children of a layer can be enumerated within
// the remaining time and memory. It assumes that the number of states grows as
// it did in the previous layer.
func (f *forecaster[S]) affordable(number, total int, until time.Duration) bool {
	states := float64(f.enumerated[number].states)
	growth := 2.0
	if number > 1 && f.enumerated[number-1].states > 0 {
		growth = states / float64(f.enumerated[number-1].states)
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

// variation returns the square of the coefficient of variation of the plies
// into each state.
func (k *enumerated[S]) variation() float64 {
	return max(0, float64(k.states)*2*k.pairs/(k.into*k.into)+1/(k.into/float64(k.states))-1)
}
