package search

import "time"

// yielder lets other goroutines run during a search in a browser, where all
// goroutines share one thread.
type yielder struct{ last time.Time }

// yieldInterval is the minimum time between two pauses.
const yieldInterval = 30 * time.Millisecond

// yield pauses if the last pause was at least yieldInterval ago. If other goroutines
// are busy, they use up the pause, so the browser cannot run.
func (y *yielder) yield() {
	if time.Since(y.last) >= yieldInterval {
		time.Sleep(time.Millisecond)
		y.last = time.Now()
	}
}
