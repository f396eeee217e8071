//go:build amd64 || arm64

package table

import "unsafe"

// prefetch tells the processor that a cache line will be read soon. It is no
// access as far as the memory model goes, so it needs no lock.
//
//go:noescape
func prefetch(at unsafe.Pointer)
