package value

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"zermelo/games"
)

// Interval contains the payoff of role 0 under perfect play. Low and High are in units of
// 2^-Outcomes.Bits.
type Interval struct {
	Low, High int64
	Plies     int64 // see Outcome.Plies
}

const (
	payoffBits  = 60             // all payoffs are less than 2^payoffBits units
	payoffShift = payoffBits - 7 // see Outcomes.Rounded
)

// UnitBits returns the number of binary places of the bounds in the Intervals of a game. All
// payoffs are less than 2^60 units; the unit is smaller if the payoffs are known.
func UnitBits(info *games.Info) int {
	greatest := 1 << 15
	if n := len(info.Payoffs); n > 0 {
		greatest = max(1, -info.Payoffs[0], info.Payoffs[n-1], info.Total-info.Payoffs[0], info.Payoffs[n-1]-info.Total, info.Total, -info.Total)
	}
	if info.Endless != nil {
		e := *info.Endless
		greatest = max(greatest, e, -e, info.Total-e, e-info.Total)
	}
	return payoffBits - bits.Len(uint(greatest))
}

func terminalInterval(payoff int16, places int) Interval {
	x := int64(payoff) << places
	return Interval{Low: x, High: x}
}

// IntervalOf returns the smallest interval that contains the payoff of role 0 in o, which must
// be exact.
func IntervalOf(o *Outcome, places int) Interval {
	n, rest := new(big.Int).Lsh(o.Payoff[0].Num(), uint(places)), new(big.Int)
	n.DivMod(n, o.Payoff[0].Denom(), rest) // the rest is not negative
	return Interval{n.Int64(), n.Int64() + int64(rest.Sign()), o.Plies}
}

func (i Interval) outcome(total, places int) Outcome {
	unit := new(big.Int).Lsh(big.NewInt(1), uint(places+1))
	half := func(n int64) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(n), unit) }
	o := Outcome{Remoteness: -1, Plies: i.Plies}
	o.Payoff[0] = half(i.Low + i.High)
	o.Payoff[1] = complement(total, o.Payoff[0])
	o.Security = o.Payoff
	if i.Low < i.High {
		o.Error = half(i.High - i.Low)
	}
	if o.Error == nil && i.Plies == 0 { // terminal
		p := games.Payoff{int16(i.Low >> places), int16(int64(total) - i.Low>>places)}
		o.Pure, o.Joint, o.Remoteness = p, p, 0
	}
	return o
}

// swapped returns the interval with the roles exchanged.
func (i Interval) swapped(total int64) Interval {
	return Interval{total - i.High, total - i.Low, i.Plies}
}

// MaxExact is the size of the exact fractions of a game, in bytes, above which a
// constant-sum game with chance uses intervals for further values.
const MaxExact = 1 << 18

// boundedSet is the OutcomeSet of constant-sum games with chance. At first, it numbers
// exact outcomes. After the first layer in which their fractions exceed MaxExact bytes, it
// numbers intervals, which follow the exact outcomes. The value of an interval with the roles
// exchanged is that of the interval plus exchanged.
type boundedSet struct {
	*interner
	bits  int
	sum   int64 // total in units
	limit int   // MaxExact, except in tests

	frozen bool       // intervals are in use; set while no workers run
	known  []Interval // of the exact outcomes
	lock   sync.RWMutex
	list   atomic.Pointer[[]Interval]
	places map[Interval]Value // indexes in list of the intervals since kept
	kept   int                // number of intervals with final numbers
}

const exchanged = 1 << 31

func newBoundedSet(in *interner, bits int, found []Interval) *boundedSet {
	b := &boundedSet{interner: in, bits: bits, sum: int64(in.total) << bits, limit: MaxExact, places: map[Interval]Value{}}
	b.list.Store(&found)
	b.kept = len(found)
	if b.Full() || len(found) > 0 {
		b.Freeze()
	}
	return b
}

func (b *boundedSet) Exact(v Value) Outcome { return b.entry(v).Outcome }

func (b *boundedSet) Full() bool { return b.bytes > b.limit && !b.Frozen() }

func (b *boundedSet) Freeze() {
	for _, e := range *b.entries.Load() {
		b.known = append(b.known, IntervalOf(&e.Outcome, b.bits))
	}
	b.frozen = true
}

func (b *boundedSet) Frozen() bool { return b.frozen }

func (b *boundedSet) Bounds(v Value) Interval {
	if v&exchanged != 0 {
		return b.Bounds(v &^ exchanged).swapped(b.sum)
	}
	if n := Value(len(b.known)); v >= n {
		return (*b.list.Load())[v-n]
	}
	return b.known[v]
}

func (b *boundedSet) Settle(v Value) Value {
	if v&exchanged == 0 {
		return v
	}
	return b.NumberBounds(b.Bounds(v))
}

func (b *boundedSet) NumberBounds(x Interval) Value {
	b.lock.RLock()
	n, ok := b.places[x]
	b.lock.RUnlock()
	if !ok {
		b.lock.Lock()
		defer b.lock.Unlock()
		if n, ok = b.places[x]; !ok {
			list := *b.list.Load()
			n = Value(len(list))
			list = append(list, x)
			b.list.Store(&list)
			b.places[x] = n
		}
	}
	return Value(len(b.known)) + n
}

func (b *boundedSet) Swap(v Value) Value {
	if !b.Frozen() {
		return b.interner.Swap(v)
	}
	return v ^ exchanged
}

func (b *boundedSet) Renumber() []Value {
	if !b.Frozen() {
		renamed := b.interner.Renumber()
		if b.Full() {
			b.Freeze()
		}
		return renamed
	}
	list := *b.list.Load()
	order := make([]Value, len(list)-b.kept) // the old numbers in the new order
	for i := range order {
		order[i] = Value(b.kept + i)
	}
	slices.SortFunc(order, func(v, w Value) int {
		x, y := &list[v], &list[w]
		return cmp.Or(cmp.Compare(x.Low, y.Low), cmp.Compare(x.High, y.High), cmp.Compare(x.Plies, y.Plies))
	})
	first := Value(len(b.known))
	renamed := make([]Value, int(first)+len(list))
	for v := range first + Value(b.kept) {
		renamed[v] = v
	}
	added := make([]Interval, len(order))
	for i, v := range order {
		renamed[first+v], added[i] = first+Value(b.kept+i), list[v]
	}
	copy(list[b.kept:], added)
	clear(b.places)
	b.kept = len(list)
	return renamed
}

func (b *boundedSet) Outcomes() Outcomes {
	all := b.interner.Outcomes()
	all.Intervals, all.Bits = *b.list.Load(), b.bits
	return all
}

func (b *boundedSet) Keeps(mover int, parent, child Value) bool {
	if !b.Frozen() {
		return b.interner.Keeps(mover, parent, child)
	}
	p, c := b.Bounds(parent), b.Bounds(child)
	if mover == 0 {
		return c.High >= p.Low
	}
	return c.Low <= p.High
}

func (b *boundedSet) Wins(mover int, v Value) bool {
	if !b.Frozen() {
		return b.interner.Wins(mover, v)
	}
	x := b.Bounds(v)
	if mover == 0 {
		return 2*x.Low > b.sum
	}
	return 2*x.High < b.sum
}

func (b *boundedSet) Rule() Rule { return &boundedRule{set: b, exact: b.interner.Rule()} }

// boundedRule uses exact arithmetic until its set uses intervals.
type boundedRule struct {
	set         *boundedSet
	exact       Rule
	low, high   []int64
	matrixGames intervalMatrix
}

func (r *boundedRule) Terminal(p games.Payoff) Value {
	if !r.set.Frozen() {
		return r.exact.Terminal(p)
	}
	return r.set.NumberBounds(terminalInterval(p[0], r.set.bits))
}

func (r *boundedRule) Average(odds []uint32, children []Value) (Value, error) {
	if !r.set.Frozen() {
		return r.exact.Average(odds, children)
	}
	var low, high weighted
	for i, n := range odds {
		x := r.set.Bounds(children[i])
		low.add(n, x.Low)
		high.add(n, x.High)
	}
	var x Interval
	x.Low, _ = low.mean()
	up, rounded := high.mean()
	if x.High = up; rounded {
		x.High++
	}
	x.Plies = addPlyUnit(meanPlies(odds, func(i int) int64 { return r.set.Bounds(children[i]).Plies }))
	return r.set.NumberBounds(x), nil
}

func (r *boundedRule) Combine(shape []int32, children []Value) (Value, error) {
	if !r.set.Frozen() {
		return r.exact.Combine(shape, children)
	}
	mover := MoverOf(shape, len(children))
	if mover < 0 {
		r.low, r.high = r.low[:0], r.high[:0]
		for _, c := range children {
			x := r.set.Bounds(c)
			r.low, r.high = append(r.low, x.Low), append(r.high, x.High)
		}
		rows := int(shape[0])
		return r.set.NumberBounds(Interval{r.matrixGames.value(rows, r.low, false), r.matrixGames.value(rows, r.high, true), -1}), nil
	}
	var best, bounds Interval // the preferred child, and the bounds of the greatest payoff of the mover
	for i, c := range children {
		x := r.set.Bounds(c)
		if mover == 1 {
			x = x.swapped(r.set.sum)
		}
		if i == 0 {
			best, bounds = x, x
			continue
		}
		bounds.Low, bounds.High = max(bounds.Low, x.Low), max(bounds.High, x.High)
		order := cmp.Or(cmp.Compare(x.Low, best.Low), cmp.Compare(x.High, best.High))
		if order > 0 || order == 0 && prefersPlies(2*x.Low >= r.set.sum, x.Plies, best.Plies) {
			best = x
		}
	}
	bounds.Plies = addPlyUnit(best.Plies)
	if mover == 1 {
		bounds = bounds.swapped(r.set.sum)
	}
	return r.set.NumberBounds(bounds), nil
}
