package layered

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// openFiles returns the number of open files of this process, or 0 if the
// system does not report it.
func openFiles() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

// TestFilesClosed tests that no files or goroutines remain after a solve,
// however it ends. Garbage collection is disabled because it closes files.
func TestFilesClosed(t *testing.T) {
	// When a process opens its first pipe or socket, Go opens files for
	// polling. They stay open.
	if r, w, err := os.Pipe(); err == nil {
		r.Close()
		w.Close()
	}
	files := openFiles()
	if files == 0 {
		t.Skip("the system does not tell which files are open")
	}
	goroutines := runtime.NumGoroutine()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	g := bushyGame(t)
	p := job.Plan{Workers: 2, Chunk: 3, Buffer: 5, Piece: 4, Limit: job.DefaultLimit, Words: 1, CheckpointInterval: -1, MaxCounted: math.MaxInt64}
	stop := errors.New("stop")
	for k := range int64(15) {
		work := t.TempDir()
		for _, breaking := range []string{"", "0003.states", "0004.values", "checkpoint"} {
			if breaking != "" {
				os.WriteFile(filepath.Join(work, breaking), []byte("broken"), 0o600)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			h := solvertest.Hook[uint64](g, func(call int64) {
				if call == k+1 {
					cancel(stop)
				}
			})
			store := &solvertest.MemoryStore[uint64]{Before: func(n int) error {
				if n == int(k) {
					return stop
				}
				return nil
			}}
			solvePlanned(ctx, setup[uint64]{h, h, work, p, new(job.Progress)}, store)
			cancel(nil)
			if now := openFiles(); now > files {
				t.Fatalf("%d files are open, %d before", now, files)
			}
		}
	}
	for try := 0; ; try++ {
		n := runtime.NumGoroutine()
		if n <= goroutines {
			break
		}
		if try == 10_000 {
			t.Fatalf("%d goroutines run, %d before", n, goroutines)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
