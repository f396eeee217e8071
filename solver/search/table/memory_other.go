//go:build !linux

package table

// newSlab returns n zero words.
func newSlab(n int) slab { return plainSlab(n) }
