package alphabeta

import (
	"runtime"
	"sync/atomic"

	"zermelo/games"
)

// helper is a goroutine that searches windows concurrently with the caller. Waking a
// goroutine would take too long, because searching a window often takes less than a
// millisecond. A helper therefore spins for a moment after each window and exits if
// no other window arrives. A helper does not need to be closed.
type helper[S games.State] struct {
	worker *worker[S]
	state  atomic.Int32
	_      [64]byte // keeps the states of different helpers in different cache lines
}

const (
	exited int32 = iota // no goroutine is running
	ready               // waiting for a window
	posted              // a window has been posted, but its search has not started
	busy                // searching
)

// spinLimit is the number of polls before an idle helper exits, about a tenth
// of a millisecond.
const spinLimit = 1 << 16

// post assigns the current window to the helper and starts its goroutine if necessary.
func (h *helper[S]) post() {
	if !h.state.CompareAndSwap(ready, posted) {
		h.state.Store(posted)
		go h.serve()
	}
}

// release waits until the helper has finished its window. If the helper has not
// started on the window, release withdraws it.
func (h *helper[S]) release() {
	for i := 1; !h.state.CompareAndSwap(posted, ready) && h.state.Load() == busy; i++ {
		if i%spinLimit == 0 {
			runtime.Gosched()
		}
	}
}

// serve searches posted windows until no window arrives within spinLimit polls.
func (h *helper[S]) serve() {
	for i := 0; ; i++ {
		switch h.state.Load() {
		case posted:
			if h.state.CompareAndSwap(posted, busy) {
				h.worker.join()
				h.state.Store(ready)
				i = 0
			}
		case ready:
			if i >= spinLimit && h.state.CompareAndSwap(ready, exited) {
				return
			}
		}
	}
}
