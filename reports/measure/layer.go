package measure

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// measuredLayer is a layer with the expectations of its states. States are found by
// hashing, with linear probing at half load at most. What is needed of a state
// lies together, as each look-up mostly waits for memory.
type measuredLayer[S games.State] struct {
	grades *grades
	states []measuredState[S]
	// expectations are those of where the game is over, one for each end that makes a
	// difference, and then of the states that are not over.
	expectations []expectations
	slots        []int32 // number of the state plus 1; 0: empty
}

// measuredState is a state, its grade, and the place of its expectations.
type measuredState[S games.State] struct {
	state S
	grade int32
	place int32
}

// load reads a layer and makes its states ready to be found.
func (m *measuring[S]) load(layer int, stats *job.LayerStats) (*measuredLayer[S], error) {
	l := &measuredLayer[S]{
		grades:       m.grades,
		states:       make([]measuredState[S], 0, stats.Stored()),
		expectations: make([]expectations, 0, int64(len(m.grades.ends))+stats.States-stats.Terminals),
		slots:        make([]int32, 1<<bits.Len(uint(2*stats.Stored()))),
	}
	l.expectations = append(l.expectations, m.grades.ends...)
	for block, err := range m.table.Blocks(layer) {
		if err != nil {
			return nil, err
		}
		for i, s := range block.States {
			l.add(s, block.Values[i])
		}
	}
	return l, nil
}

func (l *measuredLayer[S]) add(s S, v value.Value) {
	grade, over := l.grades.of(v)
	place := len(l.expectations)
	if over {
		place = l.grades.end(grade)
	} else {
		l.expectations = append(l.expectations, expectations{})
	}
	l.states = append(l.states, measuredState[S]{s, grade, int32(place)})
	at := hash(s) & uint64(len(l.slots)-1)
	for l.slots[at] != 0 {
		at = (at + 1) & uint64(len(l.slots)-1)
	}
	l.slots[at] = int32(len(l.states))
}

// isOver reports whether the expectations at a place are those of a terminal state.
func (l *measuredLayer[S]) isOver(place int32) bool { return int(place) < len(l.grades.ends) }

// number is the number of a canonical state of the layer plus 1, or that of
// another one in the place where it would be looked for first; 0 for none.
func (l *measuredLayer[S]) number(s S) int32 { return l.slots[hash(s)&uint64(len(l.slots)-1)] }

// find is a canonical state of the layer, whose number is likely, with the roles
// exchanged on demand.
func (l *measuredLayer[S]) find(s S, number int32, swap bool) (o childView, ok bool) {
	if number == 0 {
		return o, false
	}
	found := &l.states[number-1]
	for at := hash(s); found.state != s; found = &l.states[number-1] {
		at++
		if number = l.slots[at&uint64(len(l.slots)-1)]; number == 0 {
			return o, false
		}
	}
	o = childView{grade: found.grade, over: l.isOver(found.place), expectations: &l.expectations[found.place]}
	if swap { // only in contests
		o.grade, o.swap = -o.grade, 1
	}
	return o, true
}

// hash mixes the words of a state, by the finalizer of MurmurHash3.
func hash[S games.State](s S) uint64 {
	var h uint64
	for _, word := range games.Bits(&s) {
		h = (h ^ word) * 0xff51afd7ed558ccd
		h ^= h >> 33
	}
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
