//go:build !amd64 || race

package table

import "sync/atomic"

// Release writes a word that other threads read.
func Release(at *uint64, value uint64) { atomic.StoreUint64(at, value) }
