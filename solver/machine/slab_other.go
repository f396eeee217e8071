//go:build !linux

package machine

// NewSlab returns a slab of n zero words.
func NewSlab(n int) Slab { return plainSlab(n) }
