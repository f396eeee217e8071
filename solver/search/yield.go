//go:build !js

package search

// Yielder lets other goroutines run during a search in a browser, where all
// goroutines share one thread. Elsewhere it does nothing.
type Yielder struct{}

// Yield does nothing on this platform.
func (*Yielder) Yield() {}
