package alphabeta

import (
	"runtime"
	"sync/atomic"

	"zermelo/games"
)

// helper is a goroutine that searches beside the one that was called. A search
// is a series of windows, often of less than a millisecond, and waking a goroutine for each
// takes too long: a helper stays on its processor for a moment when a window has
// ended, and ends when no other one comes. So nothing has to be closed.
type helper[S games.State] struct {
	worker *worker[S]
	state  atomic.Int32
	_      [64]byte // the states of two helpers are not in one cache line
}

// The states of a helper.
const (
	away   int32 = iota // there is no goroutine
	ready               // it waits for a window
	called              // there is a window that it has not begun with
	busy                // it searches
)

// spinLimit is how often a helper looks for the next window before it ends:
// about a tenth of a millisecond.
const spinLimit = 1 << 16

// call tells the helper that there is a window.
func (h *helper[S]) call() {
	if !h.state.CompareAndSwap(ready, called) {
		h.state.Store(called)
		go h.serve()
	}
}

// release waits until the helper has left the window. One that has not begun
// with it is not waited for.
func (h *helper[S]) release() {
	for i := 1; !h.state.CompareAndSwap(called, ready) && h.state.Load() == busy; i++ {
		if i%spinLimit == 0 {
			runtime.Gosched()
		}
	}
}

// serve searches windows as long as they come.
func (h *helper[S]) serve() {
	for i := 0; ; i++ {
		switch h.state.Load() {
		case called:
			if h.state.CompareAndSwap(called, busy) {
				h.worker.join()
				h.state.Store(ready)
				i = 0
			}
		case ready:
			if i >= spinLimit && h.state.CompareAndSwap(ready, away) {
				return
			}
		}
	}
}
