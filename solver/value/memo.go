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
	mean      mean
	entries   []*internEntry
	finals    Value // number of final outcomes when refresh last ran
	terminals map[games.Payoff]Value

	// The keys of cache are the shape and the children of a state, 4 bytes each, or a 0,
	// the weights and the children. The cache is cleared when full.
	cache map[string]Value
	bytes int // total size of the keys in bytes
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
	m.load(children)
	if err := checkLength(shape, m.entries); err != nil {
		return 0, err
	}
	return m.number(m.solve(shape, m.entries)), nil
}

func (m *ruleMemo) Average(odds []uint32, children []Value) (Value, error) {
	m.refresh()
	m.key = append(m.key[:0], 0, 0, 0, 0)
	for _, n := range odds {
		m.key = binary.NativeEndian.AppendUint32(m.key, n)
	}
	for _, c := range children {
		m.key = binary.NativeEndian.AppendUint32(m.key, uint32(c))
	}
	if v, ok := m.cache[string(m.key)]; ok {
		return v, nil
	}
	m.load(children)
	o := m.mean.of(odds, m.entries, m.interner.roles)
	if m.interner.kind == General {
		guaranteed(&o, m.entries, m.interner.roles)
	}
	if n := maxBitLen(&o); n > maxBits {
		return 0, &LengthError{Digits: digits(n)}
	}
	return m.number(o), nil
}

func (m *ruleMemo) load(children []Value) {
	m.entries = m.entries[:0]
	for _, c := range children {
		m.entries = append(m.entries, m.interner.entry(c))
	}
}

// number returns the value of o, the result for m.key, and caches it.
func (m *ruleMemo) number(o Outcome) Value {
	v := m.interner.Number(&o)
	if len(m.cache) == maxMemoLists || m.bytes+len(m.key) > maxMemoBytes {
		clear(m.cache)
		m.bytes = 0
	}
	m.cache[string(m.key)] = v
	m.bytes += len(m.key)
	return v
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
		first := 4 * max(1, m.interner.roles-1)
		if binary.NativeEndian.Uint32(key) == 0 {
			first = (len(key) + 4) / 2
		}
		for at := first; at < len(key); at += 4 {
			child := Value(binary.NativeEndian.Uint32(key[at:]))
			binary.NativeEndian.PutUint32(key[at:], uint32(final(child)))
		}
		m.cache[string(key)] = final(v)
	}
	m.finals = finals
}
