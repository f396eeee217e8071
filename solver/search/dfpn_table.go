package search

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"zermelo/games"
)

// proofTable keeps the proof numbers of positions. An entry holds the whole
// state, so a wrong hit is impossible, and one word more:
//
//	threshold (8 bits) | work (8) | disproof (24) | proof (24)
//
// A cluster has two cache lines: 8 entries for states of one word, 5 for two, 3
// for four. A full cluster gives up the entry that cost the least work. Threads
// lock a cluster by a word of a small array. (With the locks beside the
// entries, 130 bytes a cluster on normal pages, a search on a board of 36 cells
// spent half of its time waiting for memory.)
type proofTable[S games.State] struct {
	slab
	clusters uint64
	locks    []atomic.Uint32 // nil for a single thread
}

const (
	proofClusterWords = 16
	numberBits        = 24
	proofLocks        = 1 << 12
)

// numbers are what is known of the question whether the side to move scores
// more than a threshold: proof is a lower estimate of how many positions must
// be decided to prove it, disproof to disprove it. 0 is done, infinite never.
type numbers struct{ proof, disproof uint32 }

const infinite = 1<<numberBits - 1

// done reports whether the question is answered.
func (n numbers) done() bool { return n.proof == 0 || n.disproof == 0 }

// answered are the numbers of an answered question.
func answered(yes bool) numbers {
	if yes {
		return numbers{0, infinite}
	}
	return numbers{infinite, 0}
}

// newProofTable makes a table of at most size bytes, but one cluster at least.
func newProofTable[S games.State](size int64, shared bool) *proofTable[S] {
	n := max(1, size/(8*proofClusterWords))
	t := &proofTable[S]{slab: newSlab(int(n) * proofClusterWords), clusters: uint64(n)}
	if shared {
		t.locks = make([]atomic.Uint32, proofLocks)
	}
	return t
}

// enter locks the cluster of a state and returns it and its lock.
func (t *proofTable[S]) enter(s *S) ([]uint64, *atomic.Uint32) {
	h := uint64(0)
	for _, w := range games.Bits(s) {
		high, low := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	i, _ := bits.Mul64(h*0x9e3779b97f4a7c15, t.clusters)
	cluster := t.words[i*proofClusterWords:][:proofClusterWords]
	if t.locks == nil {
		return cluster, nil
	}
	lock := &t.locks[i%proofLocks]
	for !lock.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	return cluster, lock
}

func leave(lock *atomic.Uint32) {
	if lock != nil {
		lock.Store(0)
	}
}

// find returns the entry of a question in a cluster; nil if there is none.
func (t *proofTable[S]) find(cluster []uint64, s *S, threshold int8) []uint64 {
	words := games.Bits(s)
	for e := cluster; len(e) > len(words); e = e[len(words)+1:] {
		if e[0] == words[0] && int8(e[len(words)]>>56) == threshold && e[len(words)] != 0 {
			same := true
			for i, w := range words {
				same = same && e[i] == w
			}
			if same {
				return e[:len(words)+1]
			}
		}
	}
	return nil
}

// numbersOf reads the numbers of an entry's last word.
func numbersOf(w uint64) numbers {
	return numbers{uint32(w) & infinite, uint32(w>>numberBits) & infinite}
}

// probe returns what is known of a question.
func (t *proofTable[S]) probe(s *S, threshold int8) (n numbers, ok bool) {
	cluster, lock := t.enter(s)
	if e := t.find(cluster, s, threshold); e != nil {
		n, ok = numbersOf(e[len(e)-1]), true
	}
	leave(lock)
	return n, ok
}

// store keeps what work more nodes have brought. An answer is never replaced by
// an estimate.
func (t *proofTable[S]) store(s *S, threshold int8, n numbers, work uint64) {
	cluster, lock := t.enter(s)
	words := games.Bits(s)
	last := len(words)
	e := t.find(cluster, s, threshold)
	if e != nil {
		work += workOf(e[last])
		if known := numbersOf(e[last]); known.done() {
			n = known
		}
	} else {
		least := uint64(1) << 8
		for c := cluster; len(c) > last; c = c[last+1:] {
			if cost := c[last] >> (2 * numberBits) & 0xff; cost < least {
				e, least = c[:last+1], cost
			}
		}
		copy(e, words)
	}
	e[last] = uint64(uint8(threshold))<<56 | costOf(work)<<(2*numberBits) | uint64(n.disproof)<<numberBits | uint64(n.proof)
	leave(lock)
}

// costOf is a number of nodes in 8 bits, from 1: its logarithm with two bits
// behind the point.
func costOf(work uint64) uint64 {
	log := bits.Len64(work)
	if log < 3 {
		return min(work, 3)
	}
	return uint64(log-2)<<2 | work>>(log-3)&3
}

// workOf is about the number of nodes that an entry's last word tells of.
func workOf(w uint64) uint64 {
	cost := w >> (2 * numberBits) & 0xff
	if cost < 4 {
		return cost
	}
	return (4 | cost&3) << (cost>>2 - 1)
}
