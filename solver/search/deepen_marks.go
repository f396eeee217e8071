package search

import "sync/atomic"

// marks count the threads that search a position, by its hash. Positions that
// share a mark are only searched in another order.
type marks []mark

type mark struct {
	count atomic.Int32
	_     [60]byte // a cache line each, as threads write to them all the time
}

const markCount = 1 << 10

// at is the count of threads at a position.
func (m marks) at(hash uint64) *atomic.Int32 { return &m[hash>>32%markCount].count }
