package watchdog

import (
	"fmt"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"
	"unsafe"

	"zermelo/games/own/protocol"
)

const (
	maxQuestions = 512 // maximum number of pending questions
	maxGroups    = 512 // maximum number of process groups
)

// board is the memory that a command shares with its watchdog. The command records
// its calls to foreign rules in it, without system calls.
type board struct {
	drain     atomic.Int32 // 1 if the command handles the first signal
	done      atomic.Int32 // 1 if the command has returned
	used      atomic.Int32 // number of elements of questions that have been used
	groups    [maxGroups]group
	questions [maxQuestions]question
}

const boardSize = int(unsafe.Sizeof(board{}))

// group is the process group of a foreign program. An unused group has the id 0.
type group struct {
	id     atomic.Int32
	memory atomic.Uint64 // limit in bytes
}

// question describes a call to foreign rules. Access to its strings is not
// synchronized; the watchdog reads them only after the question has been pending for
// a long time.
type question struct {
	turn   atomic.Uint64 // odd while the question is pending
	time   atomic.Int64  // limit in nanoseconds; 0 for none
	memory atomic.Uint64 // limit in bytes
	heap   atomic.Int64  // memory limit of the Go runtime; 0 for none
	more   atomic.Int32  // number of states after the one in state
	file   text
	word   text
	state  text
}

// text is a string of at most 128 bytes. Longer strings are truncated.
type text struct {
	size atomic.Int32
	at   [128]byte
}

func set[T string | []byte](t *text, s T) { t.size.Store(int32(copy(t.at[:], s))) }

func (t *text) String() string { return string(t.at[:min(int(t.size.Load()), len(t.at))]) }

// Watch implements protocol.Watch for a command's process.
type Watch struct {
	board  *board
	second chan struct{} // closed on the second signal
}

// Drain disables the time limit that follows the first signal, so that the command
// can complete its work. The returned channel is closed on the second signal.
func (w *Watch) Drain() (second <-chan struct{}) {
	w.board.drain.Store(1)
	return w.second
}

// Begin implements protocol.Watch.
func (w *Watch) Begin(file, word string, limits protocol.Limits) protocol.Pending {
	b := w.board
	for i := range b.questions {
		q := &b.questions[i]
		if turn := q.turn.Load(); turn%2 == 0 && q.turn.CompareAndSwap(turn, turn+1) {
			q.time.Store(int64(limits.Time))
			q.memory.Store(limits.Memory)
			heap := debug.SetMemoryLimit(-1)
			if heap == math.MaxInt64 {
				heap = 0
			}
			q.heap.Store(heap)
			q.more.Store(0)
			set(&q.file, file)
			set(&q.word, word)
			q.state.size.Store(0)
			for used := b.used.Load(); int(used) <= i && !b.used.CompareAndSwap(used, int32(i+1)); {
				used = b.used.Load()
			}
			return q
		}
	}
	return new(question) // the board is full, so the question is not watched
}

// At implements protocol.Pending.
func (q *question) At(state []byte, more int) {
	set(&q.state, state)
	q.more.Store(int32(more))
}

// End implements protocol.Pending.
func (q *question) End() { q.turn.Add(1) }

// about describes the question, as in "game.star: state 10:0".
func (q *question) about() string {
	switch more := q.more.Load(); {
	case q.state.size.Load() == 0:
		return fmt.Sprintf("%s: %s", &q.file, &q.word)
	case more > 0:
		return fmt.Sprintf("%s: %s: state %s or one of %d others", &q.file, &q.word, &q.state, more)
	}
	return fmt.Sprintf("%s: %s: state %s", &q.file, &q.word, &q.state)
}

func (q *question) limit() time.Duration { return time.Duration(q.time.Load()) }

// Started implements protocol.Watch.
func (w *Watch) Started(id int, memory uint64) (ended func()) {
	for i := range w.board.groups {
		if g := &w.board.groups[i]; g.id.CompareAndSwap(0, int32(id)) {
			g.memory.Store(memory)
			return func() { g.id.Store(0) }
		}
	}
	return func() {}
}
