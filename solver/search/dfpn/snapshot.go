package dfpn

import (
	"math/bits"
	"time"

	"zermelo/games"
	"zermelo/solver/search/table"
)

// Most of the progress of a proof-number search consists of the numbers of open
// positions, so resuming it requires a snapshot of the table.

// Question is a table entry: the question whether a position's score reaches a
// threshold, and its proof numbers.
type Question[S games.State] struct {
	State     S
	Threshold int8
	Note      uint32 // numbers and cost, encoded by note
}

// Snapshot returns up to count questions, namely those that took the most nodes. It
// may be called during a search; a single-threaded search pauses meanwhile. If check
// is not nil, Snapshot calls it periodically and returns its error.
func (p *Search[S]) Snapshot(count int, check func() error) (list []Question[S], err error) {
	take := func() { list, err = p.table.mostExpensive(count, check) }
	for {
		if p.running.TryLock() {
			defer p.running.Unlock()
			take()
			return list, err
		}
		done := make(chan struct{})
		select {
		case p.snapshots <- func() { take(); close(done) }:
			<-done
			return list, err
		case <-time.After(time.Millisecond): // the search may have ended
		}
	}
}

func (p *Search[S]) serveSnapshot() {
	select {
	case take := <-p.snapshots:
		take()
	default:
	}
}

// Resume adds a snapshot to the table. It must not be called during a search.
func (p *Search[S]) Resume(list []Question[S]) {
	p.table.Reserve(len(list))
	for i := range list {
		o := &list[i]
		p.table.store(p.table.find(&o.State), &o.State, o.Threshold, numbers{unpackNumber(o.Note >> 20), unpackNumber(o.Note >> 8 & 0xfff)}, table.WorkOf(uint8(o.Note)))
	}
}

// note encodes the numbers of an entry (12 bits each) and its cost (8 bits).
func note(value uint64, cost uint8) uint32 {
	n := numbersOf(value)
	return packNumber(n.proof)<<20 | packNumber(n.disproof)<<8 | uint32(cost)
}

// packNumber encodes a proof number in 12 bits as a logarithm with seven fractional
// bits. The constant infinite and numbers below 256 are encoded exactly.
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

// unpackNumber is the inverse of packNumber, except for rounding.
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

func (t *proofTable[S]) mostExpensive(count int, check func() error) ([]Question[S], error) {
	var number [1 << 8]int // number of entries by cost
	if err := t.Each(check, func(_ *S, _ uint8, _ uint64, cost uint8) { number[cost]++ }); err != nil {
		return nil, err
	}
	minCost, total := len(number), 0
	for minCost > 0 && total+number[minCost-1] <= count {
		minCost--
		total += number[minCost]
	}
	list := make([]Question[S], 0, total)
	err := t.Each(check, func(s *S, tag uint8, value uint64, cost uint8) {
		// Other threads may have added entries in the meantime.
		if int(cost) >= minCost && len(list) < count {
			list = append(list, Question[S]{State: *s, Threshold: int8(tag), Note: note(value, cost)})
		}
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}
