//go:build !js

package search

// Yielder lets other work go on during a search where there is one thread for all, in a
// browser. Elsewhere it does nothing.
type Yielder struct{}

// Yield is called by a worker now and then.
func (*Yielder) Yield() {}
