package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Summary describes a table in a data directory, finished or not.
type Summary struct {
	Name    string // the variant
	Tool    string // version of the program that made it
	Bytes   int64  // on disk
	Created time.Time
	CPU     time.Duration // processor time that the solution took; 0 where that was not measured
	// Partial reports whether the table is unfinished. If so, the following
	// fields are not set, except that States counts the solved states.
	Partial bool
	Busy    bool      // a partial table that a process is building now
	Touched time.Time // when it was last written to
	Kind    value.Kind
	Roles   []string
	Total   int           // of the payoffs, where it is constant
	Halves  bool          // payoffs are in half points
	States  int64         // up to symmetry, terminal ones included
	Start   value.Outcome // of the start position
	// Solution is the complete description. It is not set by List.
	Solution *job.Solution
	// Err is the reason why the table is unusable, such as a *CorruptError. If
	// it is set, only Name and Bytes are valid.
	Err error
}

// List returns a summary of each table in the data directory db, sorted by name.
// If db does not exist, it returns no summaries.
func List(db string) ([]Summary, error) { return new(Lister).List(db) }

// Lister lists tables repeatedly. It reads the journal of an unfinished table
// incrementally. The zero value is ready to use. A Lister is not safe for
// concurrent use.
type Lister struct {
	counts map[string]*journalCount // by plan.Build
}

// journalCount counts the states in the blocks of a journal incrementally.
type journalCount struct {
	blocks map[string]int // states by key: a block that is put again counts once
	states int64
	end    int64 // of the last record that was counted
}

// update counts the blocks added since the last call. Size is the size of the
// journal.
func (c *journalCount) update(f io.ReaderAt, size int64, p *plan) {
	c.end = p.growing(f, size, c.end, func(r Record) {
		c.states += int64(r.Count - c.blocks[r.Key])
		c.blocks[r.Key] = r.Count
	})
}

// List returns a summary of each table in the data directory db, like the
// function List.
func (l *Lister) List(db string) ([]Summary, error) {
	before := l.counts
	l.counts = map[string]*journalCount{}
	root, err := openFolder(db)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(root, ".")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", diskError(err))
	}
	var list []Summary
	for _, e := range entries {
		dir := root.sub(e.Name())
		var s Summary
		switch finished, partial := strings.CutSuffix(e.Name(), partialSuffix); {
		case !e.IsDir():
			continue
		case partial:
			p, err := readPlan(dir.path, variantOf(finished))
			if p == nil && err == nil || p != nil && p.Build == builtBy(filepath.Join(db, finished)) {
				continue // just begun, or what a crash has left
			}
			if err != nil {
				s = Summary{Name: variantOf(finished), Partial: true, Err: err}
				break
			}
			count := before[p.Build]
			if count == nil {
				count = &journalCount{blocks: map[string]int{}}
			}
			l.counts[p.Build] = count
			s = partialSummary(dir.path, p, count)
		case strings.HasSuffix(e.Name(), oldSuffix):
			// Skip the old table if the new table is in place.
			dir := filepath.Join(db, strings.TrimSuffix(e.Name(), oldSuffix))
			if exists(dir) {
				continue
			}
			fallthrough
		case !isAuxiliary(e.Name()):
			seal, err := readSeal(dir, variantOf(e.Name()))
			if _, serr := fs.Stat(dir, "MANIFEST"); err != nil && serr != nil {
				continue // no table, or one that vanished meanwhile
			}
			s = finishedSummary(dir.path, e.Name(), seal, err)
		default:
			continue
		}
		if s.Bytes, s.Touched, err = folderUse(dir); err != nil {
			return nil, fmt.Errorf("list tables: %w", err)
		}
		list = append(list, s)
	}
	return list, nil
}

// finishedSummary describes a finished table, given the results of readSeal.
func finishedSummary(dir, folder string, s *seal, err error) Summary {
	if err != nil {
		name := variantOf(folder)
		return Summary{Name: name, Err: named(err, name, dir)}
	}
	start, ok := s.Start.outcome()
	out := Summary{
		Name: s.Name, Tool: s.Tool, Created: s.Created, CPU: s.CPU, Kind: s.Kind, Roles: s.Roles, Total: s.Total, Halves: s.Halves, States: s.States, Start: start,
	}
	switch {
	case s.Format > formatVersion:
		out.Err = &VersionError{Name: s.Name, Dir: dir, Have: s.Format, Tool: s.Tool}
	case !ok || s.Kind > value.General:
		out.Err = &CorruptError{Name: s.Name, Dir: dir, What: "the file " + SealFile + " is not complete"}
	}
	return out
}

// partialSummary describes a partial table with a journal counted by count.
func partialSummary(dir string, p *plan, count *journalCount) Summary {
	s := Summary{Name: p.Name, Tool: p.Tool, Created: p.Created, Partial: true}
	f, err := os.Open(filepath.Join(dir, journalFile))
	if err != nil {
		return s
	}
	free, err := durable.TryLock(f)
	s.Busy = err == nil && !free
	f.Close() // with it ends the lock, before a builder may want it
	if f, err = os.Open(f.Name()); err != nil {
		return s
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && p.Words >= 1 && p.Words <= games.Words[[4]uint64]() {
		count.update(f, info.Size(), p)
		s.States = count.states
	}
	return s
}
