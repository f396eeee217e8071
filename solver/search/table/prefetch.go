//go:build amd64 || arm64

package table

import "unsafe"

// prefetch is a hint that a cache line will be read soon. It is not an access
// in the sense of the memory model and requires no lock.
//
//go:noescape
func prefetch(at unsafe.Pointer)
