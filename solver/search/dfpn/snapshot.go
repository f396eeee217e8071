package dfpn

import (
	"math/bits"
	"time"

	"zermelo/games"
	"zermelo/solver/search/table"
)

// A proof-number search finds few answers before the last one: what it has
// learned is the numbers of positions that are still open. So what a later
// search needs to go on is a snapshot of its table. On Breakthrough with captures
// on 5x5 a search that was stopped at 75 % and began with the answers alone did
// all of it again, with the million dearest entries nothing.

// Question is what a proof-number search knows of a question about a position.
type Question[S games.State] struct {
	State     S
	Threshold int8
	Note      uint32 // the numbers and the cost, see note
}

// Snapshot returns what is known of the questions that took the most nodes, at
// most so many. A search may be running; it is stopped meanwhile if it has one
// thread.
func (p *Search[S]) Snapshot(count int) []Question[S] {
	for {
		if p.running.TryLock() {
			defer p.running.Unlock()
			return p.table.dearest(count)
		}
		answer := make(chan []Question[S])
		select {
		case p.asked <- snapshotRequest[S]{count, answer}:
			return <-answer
		case <-time.After(time.Millisecond): // it may have ended
		}
	}
}

// snapshotRequest asks a thread for a snapshot.
type snapshotRequest[S games.State] struct {
	count  int
	answer chan []Question[S]
}

// serve takes a snapshot if one is asked for.
func (p *Search[S]) serve() {
	select {
	case r := <-p.asked:
		r.answer <- p.table.dearest(r.count)
	default:
	}
}

// Resume takes over a snapshot. No search may be running.
func (p *Search[S]) Resume(list []Question[S]) {
	p.table.Reserve(len(list))
	for i := range list {
		o := &list[i]
		p.table.store(p.table.find(&o.State), &o.State, o.Threshold, numbers{unpackNumber(o.Note >> 20), unpackNumber(o.Note >> 8 & 0xfff)}, table.WorkOf(uint8(o.Note)))
	}
}

// note packs the numbers of an entry, 12 bits each, and its cost, 8 bits.
func note(value uint64, cost uint8) uint32 {
	n := numbersOf(value)
	return packNumber(n.proof)<<20 | packNumber(n.disproof)<<8 | uint32(cost)
}

// packNumber is a proof number in 12 bits: its logarithm with seven bits behind
// the point. 0, infinite and numbers below 256 stay exact.
func packNumber(n uint32) uint32 {
	const mantissa = 7
	if n < 1<<(mantissa+1) {
		return n
	}
	if n == infinite {
		return 1<<12 - 1
	}
	log := uint32(bits.Len32(n)) - 1 - mantissa
	return log<<mantissa + n>>log
}

// unpackNumber is the inverse of packNumber, but for rounding.
func unpackNumber(p uint32) uint32 {
	const mantissa = 7
	switch {
	case p < 1<<(mantissa+1):
		return p
	case p == 1<<12-1:
		return infinite
	}
	log := p>>mantissa - 1
	return (p - log<<mantissa) << log
}

// dearest lists the entries that took the most nodes, at most so many.
func (t *proofTable[S]) dearest(count int) []Question[S] {
	var number [1 << 8]int // of entries, by cost
	t.Each(func(_ *S, _ uint8, _ uint64, cost uint8) { number[cost]++ })
	least, total := len(number), 0
	for least > 0 && total+number[least-1] <= count {
		least--
		total += number[least]
	}
	list := make([]Question[S], 0, total)
	t.Each(func(s *S, tag uint8, value uint64, cost uint8) {
		// Other threads may have added to it.
		if int(cost) >= least && len(list) < count {
			list = append(list, Question[S]{State: *s, Threshold: int8(tag), Note: note(value, cost)})
		}
	})
	return list
}
