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

// LiveRanges is ranges of tiers of a game that threads of a process have worked at. Where there are many, those not at work that
// were used first are in files of the existing folder Dir, which has no others.
type LiveRanges[S games.State] struct {
	Dir string

	mu    sync.Mutex
	most  int64 // bytes in memory: what its Ranges have given
	bytes int64 // in memory, at work or not
	files int   // that were made
	idle  []liveRange[S]
}

// liveRange is a range.
type liveRange[S games.State] struct {
	*retro.Range[S]
	task  Task   // of the first step
	bytes int64  // of its cells
	file  string // "": it is in memory
}

// take gives a range of which so many steps may be done to who works at it, or else a fresh one, which takes so many bytes.
func (l *LiveRanges[S]) take(t Task, steps int, bytes int64, fresh func() *retro.Range[S]) liveRange[S] {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := liveRange[S]{task: t, bytes: bytes}
	if i := slices.IndexFunc(l.idle, func(r liveRange[S]) bool { return r.task == t }); i >= 0 {
		known := l.idle[i]
		l.idle = slices.Delete(l.idle, i, i+1)
		switch {
		case known.Steps() > steps:
			l.forget(known)
		case known.file == "":
			return known
		default:
			r = known
		}
	}
	l.bytes += bytes
	l.save(l.most)
	whole := false
	if r.file != "" {
		whole, _ = r.Load(r.file) // else it can be done without
		os.Remove(r.file)
		r.file = ""
	}
	if !whole {
		r.Range = fresh()
	}
	return r
}

// give adds to the bytes that ranges may take in memory. Where they are fewer now, ranges that no thread works at go to files.
func (l *LiveRanges[S]) give(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.most += bytes
	l.save(l.most)
}

// save leaves so many bytes in memory, or more at work. What cannot be written is made anew when it is asked for.
func (l *LiveRanges[S]) save(most int64) {
	var kept []liveRange[S]
	before := l.bytes
	for _, r := range l.idle {
		if r.file == "" && l.bytes > most {
			l.bytes -= r.bytes
			l.files++
			r.file = filepath.Join(l.Dir, fmt.Sprintf("%d.range", l.files))
			if r.Range.Save(r.file) != nil {
				continue
			}
		}
		kept = append(kept, r)
	}
	l.idle = kept
	if l.bytes < before {
		runtime.GC() // before that memory is taken again
	}
}

// Forget drops what there is of these tiers, as they are solved.
func (l *LiveRanges[S]) Forget(tiers []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = slices.DeleteFunc(l.idle, func(r liveRange[S]) bool {
		solved := slices.Contains(tiers, r.task.Layer)
		if solved {
			l.forget(r)
		}
		return solved
	})
}

// forget lets go of a range.
func (l *LiveRanges[S]) forget(r liveRange[S]) {
	if r.file == "" {
		l.bytes -= r.bytes
	} else {
		os.Remove(r.file)
	}
}

// put takes a range back, or drops it.
func (l *LiveRanges[S]) put(r liveRange[S], keep bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if keep {
		l.idle = append(l.idle, r)
	} else {
		l.forget(r)
	}
}
