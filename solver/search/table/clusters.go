package table

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Clusters are the memory of tables that hold whole states, so that a wrong hit
// is impossible. An entry is a state and one word more:
//
//	tag (8 bits) | cost (8) | value (48)
//
// An entry answers for a state together with its tag. A last word of 0 is an
// empty entry, so that a cost is at least 1. A cluster has two cache lines: 8
// entries for states of one word, 5 for two, 3 for four. Threads lock a cluster by
// a word of a small array.
// (With the locks beside the entries, 130 bytes a cluster on normal pages, a
// search on a board of 36 cells spent half of its time waiting for memory.)
//
// A large table begins with a small part of its memory and takes eight times as much
// when clusters overflow: a short search touches few of its pages.
type Clusters[S games.State] struct {
	machine.Slab
	most      uint64        // clusters there is memory for
	count     atomic.Uint64 // of them in use
	overflows atomic.Uint64 // since the last growth, while there is more memory
	growing   sync.Mutex
	keys      []*wordKeys     // by word of a state
	locks     []atomic.Uint32 // nil for a single thread
}

const (
	clusterWords = 16
	clusterLocks = 1 << 12
	costShift    = 48
	tagShift     = 56
	valueMask    = 1<<costShift - 1

	// growBits is the logarithm of how much larger a table becomes when it grows.
	growBits = 3
	// growAt is the part of the clusters of which one more entry does not fit when a table
	// grows: 1/growAt. About half of the entries are in use then.
	growAt = 16
	// beginWords is about how many words a large table begins with: 2 to 16 MiB.
	beginWords = 1 << 18
)

// NewClusters makes clusters of at most size bytes, but one at least, for several
// threads or for one.
func NewClusters[S games.State](size int64, shared bool) *Clusters[S] {
	n := uint64(max(1, size/(8*clusterWords)))
	grows := growthsOf(n * clusterWords)
	n = n >> (growBits * grows) << (growBits * grows) // each cluster becomes eight
	c := &Clusters[S]{Slab: machine.NewSlab(int(n) * clusterWords), most: n}
	c.count.Store(n >> (growBits * grows))
	for i := range games.Words[S]() {
		c.keys = append(c.keys, newWordKeys(randomWords(i, 64)))
	}
	if shared {
		c.locks = make([]atomic.Uint32, clusterLocks)
	}
	return c
}

// Key is the Zobrist key of a state. Different states can have the same.
func (c *Clusters[S]) Key(s *S) uint64 {
	key := uint64(0)
	for i, w := range games.Bits(s) {
		key ^= c.keys[i].of(w)
	}
	return key
}

// growthsOf is how often a table of so many words can grow, from beginWords or more.
func growthsOf(words uint64) int {
	return max(0, bits.Len64(words/beginWords)-1) / growBits
}

// index is the number of the cluster for states of a key.
func (c *Clusters[S]) index(key uint64) uint64 {
	i, _ := bits.Mul64(key, c.count.Load())
	return i
}

// Prefetch begins to read the cluster for states of a key.
func (c *Clusters[S]) Prefetch(key uint64) {
	at := unsafe.Pointer(&c.Words[c.index(key)*clusterWords])
	prefetch(at)
	prefetch(unsafe.Add(at, 64))
}

// Entries is how many entries there is room for.
func (c *Clusters[S]) Entries() uint64 {
	return c.most * (clusterWords / uint64(games.Words[S]()+1))
}

// Load returns the value and the cost of a state, of this key, with a tag; ok is false
// if there is no such entry.
func (c *Clusters[S]) Load(key uint64, s *S, tag uint8) (value uint64, cost uint8, ok bool) {
	cluster, lock := c.enter(key)
	if e := c.find(cluster, s, tag); e != nil {
		last := e[len(e)-1]
		value, cost, ok = last&valueMask, uint8(last>>costShift), true
	}
	leave(lock)
	return value, cost, ok
}

// AnyTag is in place of a tag that Update prefers to keep.
const AnyTag = -1

// Update stores what next makes of the value and the cost of a state, of this key, with
// a tag; both are 0 if there is no such entry. A new entry replaces the one that
// cost least in the cluster, one with another tag than keep first. Update reports
// whether it was empty.
func (c *Clusters[S]) Update(key uint64, s *S, tag uint8, keep int, next func(value uint64, cost uint8) (uint64, uint8)) (empty bool) {
	cluster, lock := c.enter(key)
	last, full := games.Words[S](), false
	e := c.find(cluster, s, tag)
	if e == nil {
		e = c.victim(cluster, keep)
		empty = e[last] == 0
		full = !empty && (keep == AnyTag || e[last]>>tagShift == uint64(keep))
		copy(e, games.Bits(s))
		e[last] = 0
	}
	value, cost := next(e[last]&valueMask, uint8(e[last]>>costShift))
	e[last] = uint64(tag)<<tagShift | uint64(cost)<<costShift | value
	leave(lock)
	if full {
		if count := c.count.Load(); count < c.most && c.overflows.Add(1) > count/growAt {
			c.grow(count)
		}
	}
	return empty
}

// enter locks the cluster for states of a key and returns it and its lock.
func (c *Clusters[S]) enter(key uint64) ([]uint64, *atomic.Uint32) {
	i := c.index(key)
	if c.locks == nil {
		return c.cluster(i), nil
	}
	for {
		lock := c.lock(i)
		now := c.index(key)
		if now == i {
			return c.cluster(i), lock
		}
		leave(lock) // the table has grown
		i = now
	}
}

// cluster is the words of cluster i.
func (c *Clusters[S]) cluster(i uint64) []uint64 { return c.Words[i*clusterWords:][:clusterWords] }

// lock locks cluster i and returns its lock, nil for a single thread.
func (c *Clusters[S]) lock(i uint64) *atomic.Uint32 {
	if c.locks == nil {
		return nil
	}
	lock := &c.locks[i%clusterLocks]
	for !lock.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	return lock
}

// leave unlocks.
func leave(lock *atomic.Uint32) {
	if lock != nil {
		lock.Store(0)
	}
}

// find returns the entry of a state with this tag in a cluster; nil if there is
// none.
func (c *Clusters[S]) find(cluster []uint64, s *S, tag uint8) []uint64 {
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

// victim returns the entry of a cluster to replace.
func (c *Clusters[S]) victim(cluster []uint64, keep int) (victim []uint64) {
	last, least := games.Words[S](), uint64(1)<<8
	for e := cluster; len(e) > last; e = e[last+1:] {
		cost := e[last] >> costShift & 0xff
		if keep != AnyTag && e[last]>>tagShift != uint64(keep) {
			cost = 0
		}
		if cost < least {
			victim, least = e[:last+1], cost
		}
	}
	return victim
}

// CostOf is a number of nodes in 8 bits, from 1: its logarithm with two bits behind
// the point.
func CostOf(work uint64) uint8 {
	log := bits.Len64(work)
	if log < 3 {
		return uint8(max(1, min(work, 3)))
	}
	return uint8(uint64(log-2)<<2 | work>>(log-3)&3)
}

// WorkOf is about the number of nodes that a cost stands for.
func WorkOf(cost uint8) uint64 {
	c := uint64(cost)
	if c < 4 {
		return c
	}
	return (4 | c&3) << (c>>2 - 1)
}

// Each calls f for each entry.
func (c *Clusters[S]) Each(f func(s *S, tag uint8, value uint64, cost uint8)) {
	n := games.Words[S]() + 1
	for i := range c.count.Load() {
		lock := c.lock(i)
		cluster := c.cluster(i)
		for e := cluster; len(e) >= n; e = e[n:] {
			if last := e[n-1]; last != 0 {
				f((*S)(unsafe.Pointer(&e[0])), uint8(last>>tagShift), last&valueMask, uint8(last>>costShift))
			}
		}
		leave(lock)
	}
}

// Reserve makes room for so many entries, before they would push out each other.
func (c *Clusters[S]) Reserve(entries int) {
	each := uint64(clusterWords / (games.Words[S]() + 1))
	for count := c.count.Load(); count < c.most && count*each < 4*uint64(entries); count = c.count.Load() {
		c.grow(count)
	}
}

// grow makes a table of count clusters eight times as large, unless another thread has
// done so. No entry is lost.
func (c *Clusters[S]) grow(count uint64) {
	c.growing.Lock()
	defer c.growing.Unlock()
	if c.count.Load() != count {
		return
	}
	for i := range c.locks {
		c.lock(uint64(i))
	}
	size := games.Words[S]() + 1
	for i := count - 1; i < count; i-- {
		// All clusters that its entries go to come later, and are those of no others.
		cluster := c.cluster(i)
		var old [clusterWords]uint64
		copy(old[:], cluster)
		clear(cluster)
		for e := old[:]; len(e) >= size; e = e[size:] {
			if e[size-1] == 0 {
				continue
			}
			to, _ := bits.Mul64(c.Key((*S)(unsafe.Pointer(&e[0]))), count<<growBits)
			for free := c.cluster(to); len(free) >= size; free = free[size:] {
				if free[size-1] == 0 {
					copy(free, e[:size])
					break
				}
			}
		}
	}
	c.overflows.Store(0)
	c.count.Store(count << growBits)
	for i := range c.locks {
		leave(&c.locks[i])
	}
}
