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

// Clusters is a table that stores whole states, so that false hits are
// impossible. An entry consists of a state and one additional word:
//
//	tag (8 bits) | cost (8) | value (48)
//
// Entries are identified by state and tag. The cost of an entry is at least 1, and an
// empty entry has the word 0. A cluster has two cache lines: 8 entries for one-word
// states, 5 for two-word states, 3 for four-word states. The locks are in a small array
// shared by all clusters, because locks next to the entries cause cache misses.
//
// A large table initially uses only a small part of its memory and grows
// twofold when clusters overflow. A short search therefore touches few pages.
type Clusters[S games.State] struct {
	machine.Slab
	maxClusters uint64        // maximum number of clusters
	count       atomic.Uint64 // number of clusters in use
	overflows   atomic.Uint64 // number of overflows since the last growth; counted while the table can grow
	growing     sync.Mutex
	keys        []*wordKeys     // keys for each word of a state
	locks       []atomic.Uint32 // nil if the table is not shared
}

const (
	clusterWords = 16
	clusterLocks = 1 << 12
	costShift    = 48
	tagShift     = 56
	valueMask    = 1<<costShift - 1

	clusterGrowBits = 1 // log2 of the factor by which Clusters grow: each growth touches all clusters of the new size
	// growThreshold is the inverse of the fraction of clusters that must overflow
	// before a table grows. At that point, about half of the entries are in use.
	growThreshold = 16
	initialWords  = 1 << 18 // minimum initial size of a large table in words (2 MiB); the maximum is 16 MiB
)

// NewClusters returns a table of at most size bytes, but at least one cluster.
// If shared is set, the table is safe for concurrent use.
func NewClusters[S games.State](size int64, shared bool) *Clusters[S] {
	n := uint64(max(1, size/(8*clusterWords)))
	grows := maxGrowths(n*clusterWords, clusterGrowBits)
	n = n >> (clusterGrowBits * grows) << (clusterGrowBits * grows) // make n divisible by all growth factors
	c := &Clusters[S]{Slab: machine.NewSlab(int(n) * clusterWords), maxClusters: n}
	c.count.Store(n >> (clusterGrowBits * grows))
	for i := range games.Words[S]() {
		c.keys = append(c.keys, newWordKeys(randomWords(i, 64)))
	}
	if shared {
		c.locks = make([]atomic.Uint32, clusterLocks)
	}
	return c
}

// Key returns the Zobrist key of a state. Different states may have the same key.
func (c *Clusters[S]) Key(s *S) uint64 {
	key := uint64(0)
	for i, w := range games.Bits(s) {
		key ^= c.keys[i].of(w)
	}
	return key
}

// maxGrowths returns the number of times that a table of the given final size can grow by
// a factor of 1 << growBits.
func maxGrowths(words uint64, growBits int) int {
	return max(0, bits.Len64(words/initialWords)-1) / growBits
}

func (c *Clusters[S]) index(key uint64) uint64 {
	i, _ := bits.Mul64(key, c.count.Load())
	return i
}

// Prefetch prefetches the cluster for a key.
func (c *Clusters[S]) Prefetch(key uint64) {
	at := unsafe.Pointer(&c.Words[c.index(key)*clusterWords])
	prefetch(at)
	prefetch(unsafe.Add(at, 64))
}

// Entries returns the maximum number of entries in the table.
func (c *Clusters[S]) Entries() uint64 {
	return c.maxClusters * (clusterWords / uint64(games.Words[S]()+1))
}

// Load returns the value and the cost of the entry with state s and the given tag, if
// it exists. The key must be the key of s.
func (c *Clusters[S]) Load(key uint64, s *S, tag uint8) (value uint64, cost uint8, ok bool) {
	cluster, lock := c.acquire(key)
	if e := c.find(cluster, s, tag); e != nil {
		last := e[len(e)-1]
		value, cost, ok = last&valueMask, uint8(last>>costShift), true
	}
	unlock(lock)
	return value, cost, ok
}

// AnyTag is passed to Update if entries of all tags are equally valuable.
const AnyTag = -1

// Update calls next with the value and the cost of the entry with state s and the
// given tag, or with zeros if there is none, and stores the result. The key must be
// the key of s. A new entry replaces the entry with the lowest cost in its cluster,
// but entries with a tag other than keep are replaced first. Update reports whether a
// new entry replaced an empty one.
func (c *Clusters[S]) Update(key uint64, s *S, tag uint8, keep int, next func(value uint64, cost uint8) (uint64, uint8)) (empty bool) {
	cluster, lock := c.acquire(key)
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
	unlock(lock)
	if full {
		if count := c.count.Load(); count < c.maxClusters && c.overflows.Add(1) > count/growThreshold {
			c.grow(count)
		}
	}
	return empty
}

// acquire locks the cluster for a key and returns the cluster and its lock.
func (c *Clusters[S]) acquire(key uint64) ([]uint64, *atomic.Uint32) {
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
		unlock(lock) // the table has grown
		i = now
	}
}

func (c *Clusters[S]) cluster(i uint64) []uint64 { return c.Words[i*clusterWords:][:clusterWords] }

// lock locks cluster i and returns its lock, or nil if the table is not shared.
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

func unlock(lock *atomic.Uint32) {
	if lock != nil {
		lock.Store(0)
	}
}

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

// victim returns the entry of a cluster to be replaced by a new entry; see Update.
func (c *Clusters[S]) victim(cluster []uint64, keep int) (victim []uint64) {
	last, minCost := games.Words[S](), uint64(1)<<8
	for e := cluster; len(e) > last; e = e[last+1:] {
		cost := e[last] >> costShift & 0xff
		if keep != AnyTag && e[last]>>tagShift != uint64(keep) {
			cost = 0
		}
		if cost < minCost {
			victim, minCost = e[:last+1], cost
		}
	}
	return victim
}

// CostOf encodes a number of nodes in 8 bits, as a logarithm with two fractional bits. The
// result is at least 1.
func CostOf(work uint64) uint8 {
	log := bits.Len64(work)
	if log < 3 {
		return uint8(max(1, min(work, 3)))
	}
	return uint8(uint64(log-2)<<2 | work>>(log-3)&3)
}

// WorkOf returns the approximate number of nodes that a cost represents.
func WorkOf(cost uint8) uint64 {
	c := uint64(cost)
	if c < 4 {
		return c
	}
	return (4 | c&3) << (c>>2 - 1)
}

const checkInterval = 1 << 14 // number of clusters that Each visits between calls to check

// Each calls f for each entry. If check is not nil, Each calls it periodically and
// returns its error.
func (c *Clusters[S]) Each(check func() error, f func(s *S, tag uint8, value uint64, cost uint8)) error {
	n := games.Words[S]() + 1
	for i := range c.count.Load() {
		if check != nil && i%checkInterval == 0 {
			if err := check(); err != nil {
				return err
			}
		}
		lock := c.lock(i)
		cluster := c.cluster(i)
		for e := cluster; len(e) >= n; e = e[n:] {
			if last := e[n-1]; last != 0 {
				f((*S)(unsafe.Pointer(&e[0])), uint8(last>>tagShift), last&valueMask, uint8(last>>costShift))
			}
		}
		unlock(lock)
	}
	return nil
}

// Reserve grows the table if it is too small for the given number of entries.
func (c *Clusters[S]) Reserve(entries int) {
	each := uint64(clusterWords / (games.Words[S]() + 1))
	for count := c.count.Load(); count < c.maxClusters && count*each < 4*uint64(entries); count = c.count.Load() {
		c.grow(count)
	}
}

// grow enlarges a table of count clusters twofold, unless another thread has done so.
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
		// The entries of cluster i move to clusters with greater indexes, which
		// receive no entries from other clusters.
		cluster := c.cluster(i)
		var old [clusterWords]uint64
		copy(old[:], cluster)
		clear(cluster)
		for e := old[:]; len(e) >= size; e = e[size:] {
			if e[size-1] == 0 {
				continue
			}
			to, _ := bits.Mul64(c.Key((*S)(unsafe.Pointer(&e[0]))), count<<clusterGrowBits)
			for free := c.cluster(to); len(free) >= size; free = free[size:] {
				if free[size-1] == 0 {
					copy(free, e[:size])
					break
				}
			}
		}
	}
	c.overflows.Store(0)
	c.count.Store(count << clusterGrowBits)
	for i := range c.locks {
		unlock(&c.locks[i])
	}
}
