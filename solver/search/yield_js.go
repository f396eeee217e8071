package search

import "time"

// Yielder lets other goroutines run during a search in a browser, where all
// goroutines share one thread.
type Yielder struct{ last time.Time }

// yieldInterval is the maximum time between two pauses.
const yieldInterval = 30 * time.Millisecond

// Yield pauses if the last pause was more than yieldInterval ago. Workers call
// it regularly. Only one goroutine may be busy; otherwise the other goroutines
// take the pause and the browser still waits.
func (y *Yielder) Yield() {
	if time.Since(y.last) >= yieldInterval {
		time.Sleep(time.Millisecond)
		y.last = time.Now()
	}
}
