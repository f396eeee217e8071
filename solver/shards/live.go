package shards

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver/retro"
)

// LiveRanges holds the tier ranges that this process has worked on. If the ranges do
// not fit into memory, unused ranges are moved to files in the directory Dir,
// starting with the least recently used. Dir must exist and contain no other files.
type LiveRanges[S games.State] struct {
	Dir string

	mu    sync.Mutex
	limit int64 // memory limit in bytes; the sum of the shares of all Ranges
	bytes int64 // number of bytes in memory, including ranges in use
	files int   // number of files created
	idle  []liveRange[S]
}

type liveRange[S games.State] struct {
	*retro.Range[S]
	task  Task   // task of the first step
	bytes int64  // size of the cells
	file  string // "" if the range is in memory
}

// take returns a range that has completed at most the given number of steps, for
// exclusive use. If none is available, it returns a new range obtained from create.
// The argument bytes is the size of the range's cells.
func (l *LiveRanges[S]) take(t Task, steps int, bytes int64, create func() *retro.Range[S]) liveRange[S] {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := liveRange[S]{task: t, bytes: bytes}
	if i := slices.IndexFunc(l.idle, func(r liveRange[S]) bool { return r.task == t }); i >= 0 {
		known := l.idle[i]
		l.idle = slices.Delete(l.idle, i, i+1)
		switch {
		case known.Steps() > steps:
			l.discard(known)
		case known.file == "":
			return known
		default:
			r = known
		}
	}
	l.bytes += bytes
	l.save(l.limit)
	intact := false
	if r.file != "" {
		intact, _ = r.Load(r.file) // an unreadable file is not an error
		os.Remove(r.file)
		r.file = ""
	}
	if !intact {
		r.Range = create()
	}
	return r
}

// adjustLimit adds bytes to the memory limit and moves unused ranges to files if
// necessary.
func (l *LiveRanges[S]) adjustLimit(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit += bytes
	l.save(l.limit)
}

// save moves unused ranges to files until at most limit bytes are in memory. It
// drops ranges that cannot be written; they are recreated when needed.
func (l *LiveRanges[S]) save(limit int64) {
	var remaining []liveRange[S]
	before := l.bytes
	for _, r := range l.idle {
		if r.file == "" && l.bytes > limit {
			l.bytes -= r.bytes
			l.files++
			r.file = filepath.Join(l.Dir, fmt.Sprintf("%d.range", l.files))
			if r.Range.Save(r.file) != nil {
				continue
			}
		}
		remaining = append(remaining, r)
	}
	l.idle = remaining
	if l.bytes < before {
		runtime.GC()
	}
}

// Remove drops the ranges of the given tiers, which must be solved.
func (l *LiveRanges[S]) Remove(tiers []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = slices.DeleteFunc(l.idle, func(r liveRange[S]) bool {
		solved := slices.Contains(tiers, r.task.Layer)
		if solved {
			l.discard(r)
		}
		return solved
	})
}

func (l *LiveRanges[S]) discard(r liveRange[S]) {
	if r.file == "" {
		l.bytes -= r.bytes
	} else {
		os.Remove(r.file)
	}
}

// put ends the exclusive use of a range and discards the range unless keep is set.
func (l *LiveRanges[S]) put(r liveRange[S], keep bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if keep {
		l.idle = append(l.idle, r)
	} else {
		l.discard(r)
	}
}
