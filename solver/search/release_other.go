//go:build !amd64 || race

package search

import "sync/atomic"

// release writes a word that other threads read.
func release(at *uint64, value uint64) { atomic.StoreUint64(at, value) }
