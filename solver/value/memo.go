package value

import (
	"encoding/binary"
	"slices"

	"zermelo/games"
)

// ruleMemo is a Rule that caches its results. The cache key of a terminal state is
// its payoff. The key of any other state is its list of children, or its set of
// children if only one role has a choice. After the interner has renumbered
// outcomes, refresh updates the cache.
type ruleMemo struct {
	interner  *interner
	solve     func(shape []int32, children []*internEntry) Outcome // computes results that are not cached
	entries   []*internEntry
	finals    Value // number of final outcomes when refresh last ran
	terminals map[games.Payoff]Value

	cache map[string]Value // keyed by shape and children, 4 bytes each; cleared when full
	bytes int              // total size of the keys in bytes
	key   []byte
	sizes []int   // number of moves of each role
	set   []Value // result of distinct
	shape []int32
}

// Limits on the number of cached lists and on the total size in bytes of their keys.
const (
	maxMemoLists = 1 << 17
	maxMemoBytes = 1 << 23
)

func newRuleMemo(in *interner, solve func(shape []int32, children []*internEntry) Outcome) *ruleMemo {
	return &ruleMemo{
		interner: in, solve: solve, finals: Value(in.finals.Load()),
		terminals: map[games.Payoff]Value{}, cache: map[string]Value{},
	}
}

func (m *ruleMemo) Terminal(p games.Payoff) Value {
	m.refresh()
	v, ok := m.terminals[p]
	if !ok {
		o := TerminalOutcome(p, m.interner.roles)
		v = m.interner.Number(&o)
		m.terminals[p] = v
	}
	return v
}

func (m *ruleMemo) Combine(shape []int32, children []Value) (Value, error) {
	m.refresh()
	m.sizes = games.Sizes(m.sizes[:0], shape, len(children))
	if slices.Max(m.sizes) == len(children) { // at most one role has a choice
		shape, children = m.distinct(shape, children)
	}
	m.key = m.key[:0]
	for _, n := range shape {
		m.key = binary.NativeEndian.AppendUint32(m.key, uint32(n))
	}
	for _, c := range children {
		m.key = binary.NativeEndian.AppendUint32(m.key, uint32(c))
	}
	if v, ok := m.cache[string(m.key)]; ok {
		return v, nil
	}
	m.entries = m.entries[:0]
	for _, c := range children {
		m.entries = append(m.entries, m.interner.entry(c))
	}
	if err := checkLength(shape, m.entries); err != nil {
		return 0, err
	}
	o := m.solve(shape, m.entries)
	v := m.interner.Number(&o)
	if len(m.cache) == maxMemoLists || m.bytes+len(m.key) > maxMemoBytes {
		clear(m.cache)
		m.bytes = 0
	}
	m.cache[string(m.key)] = v
	m.bytes += len(m.key)
	return v, nil
}

// distinct returns the shape and the children of an equivalent state without
// duplicate children. At most one role may have a choice.
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

// refresh updates the cache if the interner has renumbered outcomes. Numbers less
// than m.finals have not changed.
func (m *ruleMemo) refresh() {
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
	old := m.cache
	m.cache = make(map[string]Value, len(old))
	for list, v := range old {
		key := []byte(list)
		for at := 4 * max(1, m.interner.roles-1); at < len(key); at += 4 {
			child := Value(binary.NativeEndian.Uint32(key[at:]))
			binary.NativeEndian.PutUint32(key[at:], uint32(final(child)))
		}
		m.cache[string(key)] = final(v)
	}
	m.finals = finals
}
