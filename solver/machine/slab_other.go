//go:build !linux

package machine

// NewSlab returns n zero words.
func NewSlab(n int) Slab { return plainSlab(n) }
