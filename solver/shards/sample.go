package shards

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/layered"
)

// sampleStates is how many states of a shard are expanded to see where their children are, and
// sampleChildren how many of these are told, at most.
const (
	sampleStates   = 64
	sampleChildren = 64
)

// sampler takes states that are evenly spread over a shard: one in stride, which doubles as often as
// there are too many.
type sampler[S games.State] struct {
	states []S
	seen   int
	stride int
	next   int // that is taken
}

func (s *sampler[S]) add(states []S) {
	s.stride = max(s.stride, 1)
	for s.next < s.seen+len(states) {
		if len(s.states) == 2*sampleStates {
			s.states = everySecond(s.states)
			s.stride *= 2
			s.next += s.next % s.stride
			continue
		}
		s.states = append(s.states, states[s.next-s.seen])
		s.next += s.stride
	}
	s.seen += len(states)
}

// everySecond keeps every second one, from the first.
func everySecond[T any](list []T) []T {
	for i := 0; 2*i < len(list); i++ {
		list[i] = list[2*i]
	}
	return list[:(len(list)+1)/2]
}

// sample expands them.
func (s *sampler[S]) sample(steps *layered.Steps[S], layer int) *Sample {
	sample := &Sample{States: len(s.states)}
	if len(s.states) == 0 {
		return sample
	}
	children, layers := steps.Sample(layer, s.states)
	sample.Children = len(children)
	every := max(1, len(children)/sampleChildren)
	for i := every / 2; i < len(children); i += every {
		sample.Layers = append(sample.Layers, layers[i])
		sample.Words = append(sample.Words, slices.Clone(games.Bits(&children[i])))
	}
	return sample
}

// Sizes says into how many shards layers are divided.
type Sizes struct {
	Shards int   `json:"shards"` // of a large layer, at least where no shard gets more than Most states
	Least  int64 `json:"least"`  // states that a shard is worth
	Most   int64 `json:"most"`   // states that a worker can hold, with their children
	Ended  int64 `json:"ended"`  // stored states up to which terminal states are counted, which are not stored
}

// divide divides a layer by the samples of the shards of an earlier one.
func (z Sizes) divide(number int, merged []*Manifest) *Layer {
	type weighted struct {
		words  []uint64
		weight float64
	}
	var here, all []weighted
	total := 0.0
	for _, m := range merged {
		if m.Sample == nil || len(m.Sample.Words) == 0 {
			continue
		}
		children := float64(m.States) * float64(m.Sample.Children) / float64(m.Sample.States)
		total += children
		for i, words := range m.Sample.Words {
			w := weighted{words, children / float64(len(m.Sample.Words))}
			all = append(all, w)
			if m.Sample.Layers[i] == number {
				here = append(here, w)
			}
		}
	}
	l := &Layer{Number: number}
	shards := min(float64(z.Shards), total/float64(z.Least))
	if z.Most > 0 {
		shards = max(shards, total/float64(z.Most))
	}
	if len(here) < 4*int(shards) {
		here = all
	}
	slices.SortFunc(here, func(a, b weighted) int { return slices.Compare(a.words, b.words) })
	sum, weight := 0.0, 0.0
	for _, w := range here {
		sum += w.weight
	}
	for _, w := range here {
		if n := len(l.Cuts); weight*float64(int(shards)) >= sum*float64(n+1) && n+1 < int(shards) &&
			(n == 0 || slices.Compare(l.Cuts[n-1], w.words) < 0) {
			l.Cuts = append(l.Cuts, w.words)
		}
		weight += w.weight
	}
	return l
}
