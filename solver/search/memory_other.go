//go:build !linux

package search

// newSlab returns n zero words.
func newSlab(n int) slab { return plainSlab(n) }
