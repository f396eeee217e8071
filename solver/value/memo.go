package value

import (
	"slices"

	"zermelo/games"
)

// ruleMemo is a rule that remembers what it has worked out: the values of terminal states
// by payoff and of other states by the exact list of their children. One
// worker's own. It follows the interner when provisional numbers become final.
//
// Memory: 24 bytes and 4 bytes a child for each list. A full memo is emptied.
type ruleMemo struct {
	interner  *interner
	solve     func(rows int, children []*internEntry) Outcome // works out what is not remembered
	entries   []*internEntry
	finals    Value // the interner's number of final outcomes when last looked at
	terminals map[games.Payoff]Value

	slots   []uint32 // open addressing: 1 + index into records, 0 if free
	records []memoRecord
	keys    []Value // the lists of children, back to back
}

type memoRecord struct {
	hash        uint64
	from        uint32 // where its children start in keys
	count, rows uint16
	value       Value
}

// The most that a memo remembers.
const (
	memoRecords = 1 << 17
	memoKeys    = 1 << 21
)

func newRuleMemo(in *interner, solve func(rows int, children []*internEntry) Outcome) *ruleMemo {
	return &ruleMemo{
		interner: in, solve: solve, finals: Value(in.finals.Load()),
		terminals: map[games.Payoff]Value{},
		slots:     make([]uint32, 1<<8),
	}
}

func (m *ruleMemo) Terminal(p games.Payoff) Value {
	m.follow()
	v, ok := m.terminals[p]
	if !ok {
		o := TerminalOutcome(p)
		v = m.interner.intern(&o)
		m.terminals[p] = v
	}
	return v
}

func (m *ruleMemo) Combine(rows int, children []Value) Value {
	v, hash, ok := m.find(rows, children)
	if ok {
		return v
	}
	m.entries = m.entries[:0]
	for _, c := range children {
		m.entries = append(m.entries, m.interner.at(c))
	}
	o := m.solve(rows, m.entries)
	v = m.interner.intern(&o)
	m.add(hash, rows, children, v)
	return v
}

// find looks for a list of children. The hash is for add.
func (m *ruleMemo) find(rows int, children []Value) (v Value, hash uint64, ok bool) {
	m.follow()
	hash = hashChildren(rows, children)
	mask := uint64(len(m.slots) - 1)
	for at := hash & mask; m.slots[at] != 0; at = (at + 1) & mask {
		r := &m.records[m.slots[at]-1]
		if r.hash == hash && int(r.rows) == rows && int(r.count) == len(children) &&
			slices.Equal(m.keys[r.from:int(r.from)+len(children)], children) {
			return r.value, hash, true
		}
	}
	return 0, hash, false
}

// add remembers the value of a list that find did not find.
func (m *ruleMemo) add(hash uint64, rows int, children []Value, v Value) {
	if len(children) > 1<<16-1 {
		return
	}
	if len(m.records) == memoRecords || len(m.keys)+len(children) > memoKeys {
		m.records, m.keys = m.records[:0], m.keys[:0]
		clear(m.slots)
	}
	m.records = append(m.records, memoRecord{hash, uint32(len(m.keys)), uint16(len(children)), uint16(rows), v})
	m.keys = append(m.keys, children...)
	if 2*len(m.records) > len(m.slots) {
		m.slots = make([]uint32, 2*len(m.slots))
		for i := range m.records {
			m.place(i)
		}
		return
	}
	m.place(len(m.records) - 1)
}

// place enters a record into the slots.
func (m *ruleMemo) place(record int) {
	mask := uint64(len(m.slots) - 1)
	at := m.records[record].hash & mask
	for m.slots[at] != 0 {
		at = (at + 1) & mask
	}
	m.slots[at] = uint32(record + 1)
}

// follow renumbers everything if the interner has renumbered since.
func (m *ruleMemo) follow() {
	finals := Value(m.interner.finals.Load())
	if finals == m.finals {
		return
	}
	final := m.interner.final
	for p, v := range m.terminals {
		m.terminals[p] = m.renumber(v, final)
	}
	for i, v := range m.keys {
		m.keys[i] = m.renumber(v, final)
	}
	clear(m.slots)
	for i := range m.records {
		r := &m.records[i]
		r.value = m.renumber(r.value, final)
		r.hash = hashChildren(int(r.rows), m.keys[r.from:int(r.from)+int(r.count)])
		m.place(i)
	}
	m.finals = finals
}

// renumber gives the final number of v. Numbers that were final when last
// looked at stay, those above were provisional then.
func (m *ruleMemo) renumber(v Value, final []Value) Value {
	if v < m.finals {
		return v
	}
	return final[v]
}

func hashChildren(rows int, children []Value) uint64 {
	h := uint64(rows)
	for _, v := range children {
		h = (h ^ uint64(v)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}
