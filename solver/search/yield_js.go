package search

import "time"

// Yielder lets other work go on during a search where there is one thread for all, in a
// browser: answers are sent, timers end, what the page asks is heard.
type Yielder struct{ last time.Time }

// yieldEvery is how long a search goes on without a pause.
const yieldEvery = 30 * time.Millisecond

// Yield is called by a worker now and then. It must be the only one that is busy, else
// the others take its place and the browser waits.
func (y *Yielder) Yield() {
	if time.Since(y.last) >= yieldEvery {
		time.Sleep(time.Millisecond)
		y.last = time.Now()
	}
}
