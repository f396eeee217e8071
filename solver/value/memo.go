package value

import (
	"encoding/binary"
	"slices"

	"zermelo/games"
)

// ruleMemo is a rule that remembers what it has worked out: the values of terminal states
// by payoff and of other states by the exact list of their children; where only one role has a
// choice, by the set of them. One worker's own. It follows the interner when provisional numbers
// become final.
type ruleMemo struct {
	interner  *interner
	solve     func(shape []int32, children []*internEntry) Outcome // works out what is not remembered
	entries   []*internEntry
	finals    Value // the interner's number of final outcomes when last looked at
	terminals map[games.Payoff]Value

	known map[string]Value // by shape and children, 4 bytes a number; a full memo is emptied
	bytes int              // of its keys
	key   []byte
	sizes []int   // how many moves each role has
	set   []Value // room for distinct
	shape []int32
}

// The most that a memo remembers.
const (
	memoLists = 1 << 17
	memoBytes = 1 << 23
)

func newRuleMemo(in *interner, solve func(shape []int32, children []*internEntry) Outcome) *ruleMemo {
	return &ruleMemo{
		interner: in, solve: solve, finals: Value(in.finals.Load()),
		terminals: map[games.Payoff]Value{}, known: map[string]Value{},
	}
}

func (m *ruleMemo) Terminal(p games.Payoff) Value {
	m.follow()
	v, ok := m.terminals[p]
	if !ok {
		o := TerminalOutcome(p, m.interner.roles)
		v = m.interner.Number(&o)
		m.terminals[p] = v
	}
	return v
}

func (m *ruleMemo) Combine(shape []int32, children []Value) (Value, error) {
	m.follow()
	m.sizes = games.Sizes(m.sizes[:0], shape, len(children))
	if slices.Max(m.sizes) == len(children) { // one role has all the choice there is
		shape, children = m.distinct(shape, children)
	}
	m.key = m.key[:0]
	for _, n := range shape {
		m.key = binary.NativeEndian.AppendUint32(m.key, uint32(n))
	}
	for _, c := range children {
		m.key = binary.NativeEndian.AppendUint32(m.key, uint32(c))
	}
	if v, ok := m.known[string(m.key)]; ok {
		return v, nil
	}
	m.entries = m.entries[:0]
	for _, c := range children {
		m.entries = append(m.entries, m.interner.at(c))
	}
	if err := checkLength(shape, m.entries); err != nil {
		return 0, err
	}
	o := m.solve(shape, m.entries)
	v := m.interner.Number(&o)
	if len(m.known) == memoLists || m.bytes+len(m.key) > memoBytes {
		clear(m.known)
		m.bytes = 0
	}
	m.known[string(m.key)] = v
	m.bytes += len(m.key)
	return v, nil
}

// distinct is a state like one where only one role has a choice, and of which that role leaves
// out all children but one of each value.
func (m *ruleMemo) distinct(shape []int32, children []Value) ([]int32, []Value) {
	m.set = append(m.set[:0], children...)
	slices.Sort(m.set)
	m.set = slices.Compact(m.set)
	m.shape = m.shape[:0]
	for _, n := range shape {
		if n > 1 {
			n = int32(len(m.set))
		}
		m.shape = append(m.shape, n)
	}
	return m.shape, m.set
}

// follow renumbers everything if the interner has renumbered since. Numbers that were
// final when last looked at stay, those above were provisional then.
func (m *ruleMemo) follow() {
	finals := Value(m.interner.finals.Load())
	if finals == m.finals {
		return
	}
	final := func(v Value) Value {
		if v < m.finals {
			return v
		}
		return m.interner.final[v]
	}
	for p, v := range m.terminals {
		m.terminals[p] = final(v)
	}
	old := m.known
	m.known = make(map[string]Value, len(old))
	for list, v := range old {
		key := []byte(list)
		for at := 4 * max(1, m.interner.roles-1); at < len(key); at += 4 {
			child := Value(binary.NativeEndian.Uint32(key[at:]))
			binary.NativeEndian.PutUint32(key[at:], uint32(final(child)))
		}
		m.known[string(key)] = final(v)
	}
	m.finals = finals
}
