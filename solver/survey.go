package solver

import (
	"slices"

	"zermelo/games"
)

// survey counts what one worker sees of a layer while it is solved.
type survey struct {
	stats         LayerStats
	criticalIndex int // index within the layer of stats.Critical
}

// choice notes a state where one role is to move, with its value and those of its
// children. Index is its place in the layer.
func choice[S games.State](v *survey, b book, s *S, index, mover int, value Value, below []Value) {
	if b.wins(mover, value) {
		v.stats.MoverWins++
	}
	if len(below) == 1 {
		return
	}
	keep := 0
	for _, child := range below {
		if b.keeps(mover, value, child) {
			keep++
		}
	}
	v.stats.Choices++
	if keep != 1 {
		return
	}
	v.stats.OnlyMoves++
	if moves := len(below); moves > v.stats.CriticalMoves || moves == v.stats.CriticalMoves && index < v.criticalIndex {
		v.stats.CriticalMoves = moves
		v.stats.Critical = append(v.stats.Critical[:0], games.Bits(s)...)
		v.criticalIndex = index
	}
}

// add takes over what another worker saw of the same layer.
func (v *survey) add(o *survey) {
	a, b := &v.stats, &o.stats
	a.Terminals += b.Terminals
	a.RawStates += b.RawStates
	a.RawTerminals += b.RawTerminals
	a.Moves += b.Moves
	a.Choices += b.Choices
	a.OnlyMoves += b.OnlyMoves
	a.MoverWins += b.MoverWins
	if b.CriticalMoves > a.CriticalMoves || b.CriticalMoves == a.CriticalMoves && b.CriticalMoves > 0 && o.criticalIndex < v.criticalIndex {
		a.CriticalMoves, v.criticalIndex = b.CriticalMoves, o.criticalIndex
		a.Critical = slices.Clone(b.Critical)
	}
}

// tally counts the values of a layer, and hashes them. One per worker.
type tally struct {
	outcomes *Outcomes
	digest   uint64
	values   map[Value]*tallied
	longest  int // greatest remoteness of a decisive state, -1 if none
	index    int // the index within the layer of the first such state
	state    []uint64
}

// tallied is what a tally knows of one value.
type tallied struct {
	hash     uint64
	count    int64
	decisive int // remoteness if somebody wins, else -1
}

func newTally(outcomes *Outcomes) *tally {
	return &tally{outcomes: outcomes, values: map[Value]*tallied{}, longest: -1}
}

// count adds consecutive states of a layer, the first of them at index.
func count[S games.State](t *tally, index int, states []S, values []Value) {
	var known *tallied
	var last Value
	for i, v := range values {
		if known == nil || v != last {
			known, last = t.look(v), v
		}
		known.count++
		t.digest += PairHash(games.Bits(&states[i]), known.hash)
		if known.decisive > t.longest || known.decisive == t.longest && t.longest >= 0 && index+i < t.index {
			t.longest, t.index = known.decisive, index+i
			t.state = append(t.state[:0], games.Bits(&states[i])...)
		}
	}
}

// look finds or makes what is known of a value.
func (t *tally) look(v Value) *tallied {
	known := t.values[v]
	if known == nil {
		o := t.outcomes.Of(v)
		known = &tallied{hash: o.Hash(), decisive: -1}
		if t.outcomes.Kind == Alternating && o.Payoff[0].Cmp(o.Payoff[1]) != 0 {
			known.decisive = o.Remoteness
		}
		t.values[v] = known
	}
	return known
}

// add takes over what another worker counted of the same layer.
func (t *tally) add(o *tally) {
	t.digest += o.digest
	for v, n := range o.values {
		t.look(v).count += n.count
	}
	if o.longest > t.longest || o.longest == t.longest && o.longest >= 0 && o.index < t.index {
		t.longest, t.index, t.state = o.longest, o.index, o.state
	}
}

// finish completes the statistics of a layer from what was counted.
func (t *tally) finish(stats *LayerStats) {
	stats.Values = map[string]int64{}
	stats.Remoteness = map[int]int64{}
	for v, n := range t.values {
		o := t.outcomes.Of(v)
		stats.States += n.count
		stats.Values[o.Payoff[0].RatString()] += n.count
		if o.Remoteness >= 0 && t.outcomes.Kind != Simultaneous {
			stats.Remoteness[o.Remoteness] += n.count
		}
	}
	if t.longest > 0 {
		stats.Longest = t.state
	}
}
