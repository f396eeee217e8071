package search

import "time"

// Yielder lets other goroutines run during a search in a browser, where all
// goroutines share one thread.
type Yielder struct{ last time.Time }

// yieldInterval is the minimum time between two pauses.
const yieldInterval = 30 * time.Millisecond

// Yield pauses if the last pause was at least yieldInterval ago. Workers call
// it regularly. At most one goroutine may be busy. Otherwise the other busy
// goroutines use up the pause, and the browser does not get to run.
func (y *Yielder) Yield() {
	if time.Since(y.last) >= yieldInterval {
		time.Sleep(time.Millisecond)
		y.last = time.Now()
	}
}
