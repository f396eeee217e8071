package search

import (
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"zermelo/games"
)

// clusters are the memory of tables that hold whole states, so that a wrong hit
// is impossible. An entry is a state and one word more, of which two bytes are
// known here:
//
//	tag (8 bits) | cost (8) | 48 bits of the table's own
//
// An entry answers for a state together with its tag. A last word of 0 is an
// empty entry. A cluster has two cache lines: 8 entries for states of one word,
// 5 for two, 3 for four. Threads lock a cluster by a word of a small array.
// (With the locks beside the entries, 130 bytes a cluster on normal pages, a
// search on a board of 36 cells spent half of its time waiting for memory.)
type clusters[S games.State] struct {
	slab
	count uint64
	locks []atomic.Uint32 // nil for a single thread
}

const (
	clusterWords = 16
	clusterLocks = 1 << 12
	costShift    = 48
	tagShift     = 56
)

// newClusters makes clusters of at most size bytes, but one at least.
func newClusters[S games.State](size int64, shared bool) clusters[S] {
	n := max(1, size/(8*clusterWords))
	c := clusters[S]{slab: newSlab(int(n) * clusterWords), count: uint64(n)}
	if shared {
		c.locks = make([]atomic.Uint32, clusterLocks)
	}
	return c
}

// hash is a hash of a state.
func (c *clusters[S]) hash(s *S) uint64 {
	h := uint64(0)
	for _, w := range games.Bits(s) {
		high, low := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	return h * 0x9e3779b97f4a7c15
}

// number is the number of the cluster for states of a hash.
func (c *clusters[S]) number(hash uint64) uint64 {
	i, _ := bits.Mul64(hash, c.count)
	return i
}

// enter locks a cluster and returns it and its lock.
func (c *clusters[S]) enter(i uint64) ([]uint64, *atomic.Uint32) {
	cluster := c.words[i*clusterWords:][:clusterWords]
	if c.locks == nil {
		return cluster, nil
	}
	lock := &c.locks[i%clusterLocks]
	for !lock.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	return cluster, lock
}

// leave unlocks.
func leave(lock *atomic.Uint32) {
	if lock != nil {
		lock.Store(0)
	}
}

// ahead returns the number of the cluster for states of a hash and begins to
// read it.
func (c *clusters[S]) ahead(hash uint64) uint64 {
	i := c.number(hash)
	at := unsafe.Pointer(&c.words[i*clusterWords])
	prefetch(at)
	prefetch(unsafe.Add(at, 64))
	return i
}

// find returns the entry of a state with this tag in a cluster; nil if there is
// none.
func (c *clusters[S]) find(cluster []uint64, s *S, tag uint8) []uint64 {
	words := games.Bits(s)
	for e := cluster; len(e) > len(words); e = e[len(words)+1:] {
		if e[0] == words[0] && uint8(e[len(words)]>>tagShift) == tag && e[len(words)] != 0 {
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

// victim returns the entry of a cluster to give up: the one that cost the least
// work, of those with other tags than current if there are any; -1 stands for
// all tags.
func (c *clusters[S]) victim(cluster []uint64, current int) (victim []uint64) {
	last, least := games.Words[S](), uint64(1)<<8
	for e := cluster; len(e) > last; e = e[last+1:] {
		cost := e[last] >> costShift & 0xff
		if current >= 0 && e[last]>>tagShift != uint64(current) {
			cost = 0
		}
		if cost < least {
			victim, least = e[:last+1], cost
		}
	}
	return victim
}

// costOf is a number of nodes in 8 bits, from 1: its logarithm with two bits
// behind the point.
func costOf(work uint64) uint64 {
	log := bits.Len64(work)
	if log < 3 {
		return max(1, min(work, 3))
	}
	return uint64(log-2)<<2 | work>>(log-3)&3
}

// workOf is about the number of nodes that an entry's last word tells of.
func workOf(w uint64) uint64 {
	cost := w >> costShift & 0xff
	if cost < 4 {
		return cost
	}
	return (4 | cost&3) << (cost>>2 - 1)
}
