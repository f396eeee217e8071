package measure

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// measuredLayer holds the states of a layer and their expectations. It is a hash table with linear
// probing and a load factor of at most one half. Each state's fields are stored together, because
// lookups are limited by memory latency.
type measuredLayer[S games.State] struct {
	grades *grades
	states []measuredState[S]
	// expectations holds the elements of grades.ends, followed by one element per nonterminal
	// state.
	expectations []expectations
	luck         []luck  // as expectations, if grades.chance is set
	slots        []int32 // index into states plus 1, or 0
}

type measuredState[S games.State] struct {
	state S
	grade int64
	place int32
}

func (m *measuring[S]) load(layer int, stats *job.LayerStats) (*measuredLayer[S], error) {
	l := &measuredLayer[S]{
		grades:       m.grades,
		states:       make([]measuredState[S], 0, stats.Stored()),
		expectations: make([]expectations, 0, int64(len(m.grades.ends))+stats.States-stats.Terminals),
		slots:        make([]int32, 1<<bits.Len(uint(2*stats.Stored()))),
	}
	l.expectations = append(l.expectations, m.grades.ends...)
	if m.grades.chance {
		l.luck = append(make([]luck, 0, cap(l.expectations)), m.endLuck...)
	}
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
	grade, terminal := l.grades.of(v)
	place := len(l.expectations)
	if terminal {
		place = l.grades.end(grade)
	} else {
		l.expectations = append(l.expectations, expectations{})
		if l.grades.chance {
			l.luck = append(l.luck, luck{})
		}
	}
	l.states = append(l.states, measuredState[S]{s, grade, int32(place)})
	at := hash(s) & uint64(len(l.slots)-1)
	for l.slots[at] != 0 {
		at = (at + 1) & uint64(len(l.slots)-1)
	}
	l.slots[at] = int32(len(l.states))
}

// isTerminal reports whether place is the index of the expectations of a terminal state.
func (l *measuredLayer[S]) isTerminal(place int32) bool { return int(place) < len(l.grades.ends) }

// number returns the content of the first slot examined for s: 1 plus the index of s or of a
// colliding state, or 0 if s is not in the layer.
func (l *measuredLayer[S]) number(s S) int32 { return l.slots[hash(s)&uint64(len(l.slots)-1)] }

// find looks up a canonical state, given the result of l.number(s). If swap is set, the roles are
// exchanged in the result.
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
	o = childView{grade: found.grade, terminal: l.isTerminal(found.place), expectations: &l.expectations[found.place]}
	if l.luck != nil {
		o.luck = &l.luck[found.place]
	}
	if swap { // only in contests
		o.grade, o.swap = -o.grade, 1
	}
	return o, true
}

// hash mixes the words of s as in the finalizer of MurmurHash3.
func hash[S games.State](s S) uint64 {
	var h uint64
	for _, word := range games.Bits(&s) {
		h = (h ^ word) * 0xff51afd7ed558ccd
		h ^= h >> 33
	}
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
