package forecast

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"zermelo/games"
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

// Measurement of the reach ends after minReachStates states or maxReachTime.
const (
	minReachStates = 5000
	maxReachTime   = 150 * time.Millisecond
	reachShare     = 0.99
)

// measureReach sets f.reach to the maximum ply length, in layers, that is needed to
// reach a fraction reachShare of the first states. Longer plies are ignored during
// sampling. They would make samples of later layers far from uniform, and most
// children would be in the wrong layers.
func (f *forecaster[S]) measureReach() error {
	if f.span == 1 {
		return nil
	}
	layers := map[int]map[S]int{0: {f.start: 0}} // with the maximum layer of a parent
	lengths := make([]int, f.span+1)
	states := 0
	for number := 0; len(layers) > 0 && states < minReachStates && f.used() < maxReachTime; number++ {
		list := slices.Collect(maps.Keys(layers[number]))
		if f.outside {
			list = list[:f.affordableStates(len(list), maxReachTime, 1)]
		}
		for _, parent := range layers[number] {
			lengths[number-parent]++
		}
		states += len(layers[number])
		delete(layers, number)
		if _, _, err := f.expand(list, number, f.span, func(_ int, child S, at int) {
			if layers[at] == nil {
				layers[at] = map[S]int{}
			}
			layers[at][child] = number
		}); err != nil {
			return err
		}
	}
	covered := 0
	for length, n := range lengths {
		if covered += n; float64(covered) >= reachShare*float64(states) {
			f.reach = max(1, length)
			return nil
		}
	}
	return nil
}

// farWeight is the weight of plies beyond the reach, which must be positive.
const farWeight = 1e-9

// enumerate enumerates layers until the thread time reaches the limit until. It stops
// before a layer that it is unlikely to complete. It reports whether all layers have
// been enumerated. Layer 0 must contain the start.
func (f *forecaster[S]) enumerate(until time.Duration) (complete bool, err error) {
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
		terminal, plies, err := f.expand(states, number, f.span, func(_ int, child S, at int) {
			next := f.layer(at)
			if at > number+f.reach {
				next.found.add(child, farWeight, 0)
				return
			}
			next.into++
			previous, _ := next.found.add(child, 1, 0)
			next.pairs += float64(previous)
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
	if f.expanded == 0 || f.outside && number < minDegrees { // expand limits the time
		return true
	}
	return float64(f.used())+1.2*f.perState()*states < float64(until)
}

// variation returns the squared coefficient of variation of the number of plies that
// lead to a state.
func (k *enumerated[S]) variation() float64 {
	if k.into == 0 {
		return 0
	}
	return max(0, float64(k.states)*2*k.pairs/(k.into*k.into)+1/(k.into/float64(k.states))-1)
}
