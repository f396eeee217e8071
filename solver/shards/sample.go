package shards

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/layered"
)

const (
	sampleStates   = 64 // minimum number of states sampled from a large shard
	sampleChildren = 64 // approximate number of children in a sample
)

// sampler selects evenly spaced states of a shard. It doubles the stride when too
// many states are selected.
type sampler[S games.State] struct {
	states []S
	seen   int
	stride int
	next   int // index of the next state to select
}

func (s *sampler[S]) add(states []S) {
	s.stride = max(s.stride, 1)
	for s.next < s.seen+len(states) {
		if len(s.states) == 2*sampleStates {
			s.states = keepEveryOther(s.states)
			s.stride *= 2
			s.next += s.next % s.stride
			continue
		}
		s.states = append(s.states, states[s.next-s.seen])
		s.next += s.stride
	}
	s.seen += len(states)
}

func keepEveryOther[T any](list []T) []T {
	for i := 0; 2*i < len(list); i++ {
		list[i] = list[2*i]
	}
	return list[:(len(list)+1)/2]
}

// sample expands the selected states and returns a sample of their children.
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

// Sizes determines the number of shards into which layers are divided.
type Sizes struct {
	Shards     int   `json:"shards"` // number of shards of a large layer; more if a shard would exceed MaxStates states
	MinStates  int64 `json:"least"`  // minimum number of states per shard
	MaxStates  int64 `json:"most"`   // maximum number of states per shard; with their children they must fit into a worker's memory
	MaxCounted int64 `json:"ended"`  // terminal states are counted if at most this many states are stored
}

// divide divides the layer with the given number, based on samples of the shards of
// an earlier layer.
func (z Sizes) divide(number int, merged []*Manifest) *Layer {
	type weighted struct {
		words  []uint64
		weight float64
	}
	var inLayer, all []weighted
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
				inLayer = append(inLayer, w)
			}
		}
	}
	l := &Layer{Number: number}
	shards := min(float64(z.Shards), total/float64(z.MinStates))
	if z.MaxStates > 0 {
		shards = max(shards, total/float64(z.MaxStates))
	}
	if len(inLayer) < 4*int(shards) {
		inLayer = all
	}
	slices.SortFunc(inLayer, func(a, b weighted) int { return slices.Compare(a.words, b.words) })
	sum, weight := 0.0, 0.0
	for _, w := range inLayer {
		sum += w.weight
	}
	for _, w := range inLayer {
		if n := len(l.Cuts); weight*float64(int(shards)) >= sum*float64(n+1) && n+1 < int(shards) &&
			(n == 0 || slices.Compare(l.Cuts[n-1], w.words) < 0) {
			l.Cuts = append(l.Cuts, w.words)
		}
		weight += w.weight
	}
	return l
}
