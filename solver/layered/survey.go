package layered

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Survey counts what one worker sees of a layer while it is solved.
type Survey struct {
	Stats         job.LayerStats
	CriticalIndex int // index within the layer of Stats.Critical
}

// Choice notes a state where one role is to move, with its value and those of its
// children. Index is its place in the layer.
func Choice[S games.State](v *Survey, b value.OutcomeSet, s *S, index, mover int, value value.Value, below []value.Value) {
	if b.Wins(mover, value) {
		v.Stats.MoverWins++
	}
	if len(below) == 1 {
		return
	}
	keep := 0
	for _, child := range below {
		if b.Keeps(mover, value, child) {
			keep++
		}
	}
	v.Stats.Choices++
	if keep == 1 {
		onlyMove(v, games.Bits(s), index, len(below))
	}
}

// onlyMove notes a state of whose moves only one keeps the value. Where it is not at hand,
// its index has to do.
func onlyMove(v *Survey, state []uint64, index, moves int) {
	v.Stats.OnlyMoves++
	if moves > v.Stats.CriticalMoves || moves == v.Stats.CriticalMoves && index < v.CriticalIndex {
		v.Stats.CriticalMoves = moves
		v.Stats.Critical = append(v.Stats.Critical[:0], state...)
		v.CriticalIndex = index
	}
}

// Add takes over what another worker saw of the same layer.
func (v *Survey) Add(o *Survey) {
	a, b := &v.Stats, &o.Stats
	a.Terminals += b.Terminals
	a.RawStates += b.RawStates
	a.RawTerminals += b.RawTerminals
	a.Moves += b.Moves
	a.Choices += b.Choices
	a.OnlyMoves += b.OnlyMoves
	a.MoverWins += b.MoverWins
	if b.CriticalMoves > a.CriticalMoves || b.CriticalMoves == a.CriticalMoves && b.CriticalMoves > 0 && o.CriticalIndex < v.CriticalIndex {
		a.CriticalMoves, v.CriticalIndex = b.CriticalMoves, o.CriticalIndex
		a.Critical = slices.Clone(b.Critical)
	}
}

// Tally counts the values of a layer, and hashes them. One per worker.
type Tally struct {
	outcomes *value.Outcomes
	Digest   uint64
	values   map[value.Value]*tallied
	recent   [tallyCache]*tallied // those met last
	longest  int                  // greatest remoteness of a decisive state, -1 if none
	index    int                  // the index within the layer of the first such state
	state    []uint64
}

// tallyCache is how many values are found without a map.
const tallyCache = 1 << 8

// tallied is what a tally knows of one value.
type tallied struct {
	value    value.Value
	hash     uint64
	count    int64
	decisive int // remoteness if somebody wins, else -1
}

func NewTally(outcomes *value.Outcomes) *Tally {
	return &Tally{outcomes: outcomes, values: map[value.Value]*tallied{}, longest: -1}
}

// Count adds consecutive states of a layer, the first of them at index.
func Count[S games.State](t *Tally, index int, states []S, values []value.Value) {
	var known *tallied
	var last value.Value
	for i, v := range values {
		if known == nil || v != last {
			known, last = t.look(v), v
		}
		known.count++
		t.Digest += value.PairHash(games.Bits(&states[i]), known.hash)
		if known.decisive > t.longest || known.decisive == t.longest && t.longest >= 0 && index+i < t.index {
			t.longest, t.index = known.decisive, index+i
			t.state = append(t.state[:0], games.Bits(&states[i])...)
		}
	}
}

// look finds or makes what is known of a value.
func (t *Tally) look(v value.Value) *tallied {
	slot := &t.recent[uint32(v)*0x9e3779b1>>24]
	if *slot != nil && (*slot).value == v {
		return *slot
	}
	known := t.values[v]
	if known == nil {
		o := t.outcomes.Of(v)
		known = &tallied{value: v, hash: o.Hash(), decisive: -1}
		if t.outcomes.Kind == value.Alternating && o.Payoff[0].Cmp(o.Payoff[1]) != 0 {
			known.decisive = o.Remoteness
		}
		t.values[v] = known
	}
	*slot = known
	return known
}

// Add takes over what another worker counted of the same layer.
func (t *Tally) Add(o *Tally) {
	t.Digest += o.Digest
	for v, n := range o.values {
		t.look(v).count += n.count
	}
	if o.longest > t.longest || o.longest == t.longest && o.longest >= 0 && o.index < t.index {
		t.longest, t.index, t.state = o.longest, o.index, o.state
	}
}

// Finish completes the statistics of a layer from what was counted.
func (t *Tally) Finish(stats *job.LayerStats) {
	stats.Values = map[string]int64{}
	stats.Remoteness = map[int]int64{}
	for v, n := range t.values {
		o := t.outcomes.Of(v)
		stats.States += n.count
		if o.Solved() {
			stats.Values[o.Payoff[0].RatString()] += n.count
		} else {
			stats.Unsolved += n.count
		}
		if o.Remoteness >= 0 && t.outcomes.Kind != value.Simultaneous {
			stats.Remoteness[o.Remoteness] += n.count
		}
	}
	if t.longest > 0 {
		stats.Longest = t.state
	}
}
