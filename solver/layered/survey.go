package layered

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Survey collects statistics about the states of a layer while their values are
// computed. It is not safe for concurrent use; combine the surveys of several
// workers with Add.
type Survey struct {
	Stats         job.LayerStats
	CriticalIndex int    // index of Stats.Critical in the layer
	Digest        uint64 `json:",string,omitempty"` // digest of the values, if Stats includes a Tally
	LongestPlies  int    `json:",omitempty"`        // remoteness of Stats.Longest, or 0
}

// RecordChoice records a state where one role moves, given its value, its index
// in the layer, and the values of its children.
func RecordChoice[S games.State](v *Survey, b value.OutcomeSet, s *S, index, mover int, value value.Value, childValues []value.Value) {
	if b.Wins(mover, value) {
		v.Stats.MoverWins++
	}
	if len(childValues) == 1 {
		return
	}
	keep := 0
	for _, child := range childValues {
		if b.Keeps(mover, value, child) {
			keep++
		}
	}
	v.Stats.Choices++
	if keep == 1 {
		addOnlyMove(v, games.Bits(s), index, len(childValues))
	}
}

// addOnlyMove records a state where only one move keeps the value. If state
// is nil, setCritical must be called later to read the state at index.
func addOnlyMove(v *Survey, state []uint64, index, moves int) {
	v.Stats.OnlyMoves++
	if moves > v.Stats.CriticalMoves || moves == v.Stats.CriticalMoves && index < v.CriticalIndex {
		v.Stats.CriticalMoves = moves
		v.Stats.Critical = append(v.Stats.Critical[:0], state...)
		v.CriticalIndex = index
	}
}

// Add adds the statistics of another survey of the same layer. If the statistics include
// tallies, the states of o must follow those of v.
func (v *Survey) Add(o *Survey) {
	a, b := &v.Stats, &o.Stats
	addCounts(a, b)
	v.Digest += o.Digest
	if o.LongestPlies > v.LongestPlies {
		v.LongestPlies, a.Longest = o.LongestPlies, b.Longest
	}
	a.Moves += b.Moves
	a.Choices += b.Choices
	a.OnlyMoves += b.OnlyMoves
	a.MoverWins += b.MoverWins
	if b.CriticalMoves > a.CriticalMoves || b.CriticalMoves == a.CriticalMoves && b.CriticalMoves > 0 && o.CriticalIndex < v.CriticalIndex {
		a.CriticalMoves, v.CriticalIndex = b.CriticalMoves, o.CriticalIndex
		a.Critical = slices.Clone(b.Critical)
	}
}

// AddTally adds a tally of consecutive states of a layer, which starts at the given
// index, to a survey of these states.
func AddTally[S games.State](v *Survey, outcomes *value.Outcomes, index int, states []S, values []value.Value) {
	t := NewTally(outcomes)
	CountStates(t, index, states, values)
	t.Finish(&v.Stats)
	v.Digest, v.LongestPlies = t.Digest, max(0, t.longest)
	if v.Stats.CriticalMoves > 0 {
		v.Stats.Critical = slices.Clone(games.Bits(&states[v.CriticalIndex-index]))
	}
}

// setCritical reads the critical state if only its index is recorded.
func setCritical[S games.State](v *Survey, states *runs.Column[S]) error {
	if v.Stats.CriticalMoves == 0 || v.Stats.Critical != nil {
		return nil
	}
	state, err := states.Read(nil, v.CriticalIndex, v.CriticalIndex+1)
	if err == nil {
		v.Stats.Critical = slices.Clone(games.Bits(&state[0]))
	}
	return err
}

// Tally counts and hashes the values of a layer. It is not safe for concurrent
// use; combine the tallies of several workers with Add.
type Tally struct {
	outcomes *value.Outcomes
	Digest   uint64
	values   map[value.Value]*valueCount
	rounded  map[int64]int64 // counts of states whose values are intervals; see value.Outcomes.Rounded
	recent   [tallyCache]*valueCount
	longest  int      // maximum remoteness of a decisive state, or -1
	index    int      // index in the layer of the first state with this remoteness
	state    []uint64 // words of that state
}

const tallyCache = 1 << 8 // number of slots; the shift in lookup depends on it
type valueCount struct {
	value    value.Value
	hash     uint64
	count    int64
	decisive int // remoteness if one role gets more than the other, or -1
}

// NewTally returns an empty tally. The outcomes define the meaning of the values.
func NewTally(outcomes *value.Outcomes) *Tally {
	return &Tally{outcomes: outcomes, values: map[value.Value]*valueCount{}, rounded: map[int64]int64{}, longest: -1}
}

// CountStates adds consecutive states of a layer to t. The argument index is the
// first state's index in the layer.
func CountStates[S games.State](t *Tally, index int, states []S, values []value.Value) {
	var known *valueCount
	var last value.Value
	for i, v := range values {
		if t.outcomes.Bounded(v) {
			t.rounded[t.outcomes.Rounded(v)]++
			t.Digest += value.PairHash(games.Bits(&states[i]), t.outcomes.Hash(v))
			continue
		}
		if known == nil || v != last {
			known, last = t.lookup(v), v
		}
		known.count++
		t.Digest += value.PairHash(games.Bits(&states[i]), known.hash)
		if known.decisive > t.longest || known.decisive == t.longest && t.longest >= 0 && index+i < t.index {
			t.longest, t.index = known.decisive, index+i
			t.state = append(t.state[:0], games.Bits(&states[i])...)
		}
	}
}

func (t *Tally) lookup(v value.Value) *valueCount {
	slot := &t.recent[uint32(v)*0x9e3779b1>>24]
	if *slot != nil && (*slot).value == v {
		return *slot
	}
	known := t.values[v]
	if known == nil {
		known = &valueCount{value: v, hash: t.outcomes.Hash(v), decisive: -1}
		if t.outcomes.Kind == value.Alternating {
			if o := t.outcomes.Of(v); o.Payoff[0].Cmp(o.Payoff[1]) != 0 {
				known.decisive = o.Remoteness
			}
		}
		t.values[v] = known
	}
	*slot = known
	return known
}

// Add adds the counts of another tally of the same layer.
func (t *Tally) Add(o *Tally) {
	t.Digest += o.Digest
	for v, n := range o.values {
		t.lookup(v).count += n.count
	}
	for payoff, n := range o.rounded {
		t.rounded[payoff] += n
	}
	if o.longest > t.longest || o.longest == t.longest && o.longest >= 0 && o.index < t.index {
		t.longest, t.index, t.state = o.longest, o.index, o.state
	}
}

// Finish adds the counts to the statistics of the layer.
func (t *Tally) Finish(stats *job.LayerStats) {
	stats.Values = map[string]int64{}
	stats.Remoteness = map[int]int64{}
	for payoff, n := range t.rounded {
		stats.States += n
		x := new(big.Rat).SetFrac(big.NewInt(payoff), new(big.Int).Lsh(big.NewInt(1), uint(t.outcomes.Bits)))
		stats.Values[x.RatString()] += n
	}
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
