package value

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"zermelo/solver/matrix"
)

// interner numbers the outcomes of simultaneous and general-sum games, in which
// a Value is the index of an outcome. Equal outcomes have the same Value.
//
// While workers solve a layer, new outcomes get provisional numbers in order of
// arrival. When all workers have stopped, Renumber sorts the new outcomes and
// assigns final numbers, which follow those of earlier layers. If the set of
// outcomes of each layer does not depend on the number of workers, neither do
// the final numbers.
//
// Looking up an outcome by number and exchanging roles usually take no lock.
type interner struct {
	kind       Kind // Simultaneous or General
	total      int  // sum of the payoffs if it is constant
	roles      int
	stochastic bool

	entries atomic.Pointer[[]*internEntry] // indexed by number; appended to while holding mu
	finals  atomic.Uint32                  // numbers less than finals are final

	mu      sync.RWMutex
	numbers map[string]Value // keyed by the result of appendKey
	final   []Value          // final number of each provisional number; outcomes passed to newInterner keep theirs
	bytes   int              // total size of the keys, which grows with the digits of the fractions
}

type internEntry struct {
	Outcome
	fraction matrix.Fraction // Payoff[0]
	bits     int             // bit length of its longest number
	swapped  atomic.Uint32   // 1 + number of the outcome with exchanged roles; 0 if unknown
}

// newInterner returns an interner in which the final number of each outcome in list
// is its index. The outcomes must be distinct.
func newInterner(kind Kind, total, roles int, list []Outcome) (*interner, error) {
	in := &interner{kind: kind, total: total, roles: roles, numbers: map[string]Value{}}
	in.entries.Store(new([]*internEntry))
	for i := range list {
		if v := in.Number(&list[i]); int(v) != i {
			return nil, fmt.Errorf("outcome %d is a duplicate of outcome %d", i, v)
		}
		in.final = append(in.final, Value(i))
	}
	in.finals.Store(uint32(len(list)))
	return in, nil
}

func (in *interner) Rule() Rule {
	switch {
	case in.kind == General:
		return newGeneralRule(in)
	case in.stochastic:
		return newStochasticRule(in)
	}
	return newSimultaneousRule(in)
}

// entry returns the entry of v, which must not be modified.
func (in *interner) entry(v Value) *internEntry { return (*in.entries.Load())[v] }

func (in *interner) Outcomes() Outcomes {
	all := Outcomes{Kind: in.kind, Total: in.total}
	for _, e := range *in.entries.Load() {
		all.List = append(all.List, e.Outcome)
	}
	return all
}

func (in *interner) Keeps(mover int, parent, child Value) bool {
	p, c := in.entry(parent).Payoff[mover], in.entry(child).Payoff[mover]
	return p == nil || c == nil || compareRats(p, c) == 0
}

// Wins returns false for general-sum games, which have no total.
func (in *interner) Wins(mover int, v Value) bool {
	p := &in.entry(v).Payoff
	return in.kind != General && p[mover].Cmp(p[1-mover]) > 0
}

// Number returns the number of o, which is provisional if o is new. The interner
// retains the fractions in o.
func (in *interner) Number(o *Outcome) Value {
	var space [256]byte
	key := appendKey(space[:0], o)
	in.mu.RLock()
	v, ok := in.numbers[string(key)]
	in.mu.RUnlock()
	if ok {
		return v
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if v, ok = in.numbers[string(key)]; ok {
		return v
	}
	e := &internEntry{Outcome: *o, fraction: fractionOf(o.Payoff[0]), bits: maxBitLen(o)}
	entries := *in.entries.Load()
	v = Value(len(entries))
	entries = append(entries, e)
	in.entries.Store(&entries)
	in.numbers[string(key)] = v
	in.bytes += len(key)
	return v
}

func (in *interner) Swap(v Value) Value {
	e := in.entry(v)
	if s := e.swapped.Load(); s != 0 {
		return Value(s - 1)
	}
	o := e.Outcome.Swapped()
	s := in.Number(&o)
	e.swapped.Store(uint32(s) + 1)
	in.entry(s).swapped.Store(uint32(v) + 1)
	return s
}

// Renumber assigns final numbers to the provisional outcomes. No other method may
// be called concurrently.
func (in *interner) Renumber() []Value {
	base := Value(in.finals.Load())
	old := *in.entries.Load()
	order := make([]Value, len(old)) // the old numbers in the new order
	for v := range order {
		order[v] = Value(v)
	}
	slices.SortFunc(order[base:], func(v, w Value) int {
		return compareOutcomes(&old[v].Outcome, &old[w].Outcome)
	})
	in.finals.Store(uint32(len(old)))
	remap := make([]Value, len(old))
	entries := make([]*internEntry, len(old))
	changed := false
	for n, v := range order {
		remap[v], entries[n] = Value(n), old[v]
		changed = changed || Value(n) != v
	}
	in.final = append(in.final, remap[base:]...)
	if !changed {
		return nil
	}
	for _, e := range entries {
		if s := e.swapped.Load(); s != 0 {
			e.swapped.Store(uint32(remap[s-1]) + 1)
		}
	}
	for key, v := range in.numbers {
		in.numbers[key] = remap[v]
	}
	in.entries.Store(&entries)
	return remap
}

func compareOutcomes(a, b *Outcome) int {
	return cmp.Or(
		slices.CompareFunc(a.Payoff.list(), b.Payoff.list(), compareRats),
		slices.CompareFunc(a.Security.list(), b.Security.list(), compareRats),
		slices.Compare(a.Pure[:], b.Pure[:]),
		slices.Compare(a.Joint[:], b.Joint[:]),
		cmp.Compare(a.Remoteness, b.Remoteness),
		cmp.Compare(a.Plies, b.Plies),
	)
}

// appendKey appends a key that identifies an outcome.
func appendKey(dst []byte, o *Outcome) []byte {
	roles := o.Roles()
	for role := range roles {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(o.Pure[role]))
		dst = binary.LittleEndian.AppendUint16(dst, uint16(o.Joint[role]))
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(o.Remoteness))
	if o.Plies != 0 {
		dst = binary.LittleEndian.AppendUint64(append(dst, '~'), uint64(o.Plies))
	}
	for role := range roles {
		if o.Payoff[role] == nil {
			dst = appendRat(append(dst, '?'), o.Security[role])
			continue
		}
		dst = appendRat(dst, o.Payoff[role])
		if compareRats(o.Security[role], o.Payoff[role]) == 0 {
			dst = append(dst, '=')
		} else {
			dst = appendRat(dst, o.Security[role])
		}
	}
	return dst
}

// appendRat appends a prefix-free encoding of a fraction.
func appendRat(dst []byte, r *big.Rat) []byte {
	num := r.Num()
	if r.IsInt() && num.IsInt64() {
		return binary.LittleEndian.AppendUint64(append(dst, 'i'), uint64(num.Int64()))
	}
	den := r.Denom()
	if num.IsInt64() && den.IsInt64() {
		dst = binary.LittleEndian.AppendUint64(append(dst, 'r'), uint64(num.Int64()))
		return binary.LittleEndian.AppendUint64(dst, uint64(den.Int64()))
	}
	dst = num.Append(append(dst, 'b'), 62)
	return append(den.Append(append(dst, '/'), 62), ';')
}
