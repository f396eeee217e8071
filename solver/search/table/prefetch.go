//go:build amd64 || arm64

package table

import "unsafe"

// prefetch is a hint that the cache line at an address will be read soon. It is not an
// access in the sense of the Go memory model, so it requires no lock.
//
//go:noescape
func prefetch(at unsafe.Pointer)
