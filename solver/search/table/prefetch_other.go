//go:build !amd64 && !arm64

package table

import "unsafe"

// prefetch does nothing where there is no code for the machine.
func prefetch(unsafe.Pointer) {}
