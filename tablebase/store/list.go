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
	// Partial says that the table is being built, now or after an interruption.
	// What follows is then unknown, but States counts those with a value.
	Partial bool
	Busy    bool      // a partial table that a process is building now
	Touched time.Time // when it was last written to
	Kind    value.Kind
	Roles   []string
	Total   int           // of the payoffs, where it is constant
	Sheet   *games.Sheet  // that it was made of, if it was
	States  int64         // up to symmetry, terminal ones included
	Start   value.Outcome // of the start position
	// Solution is the whole description; List leaves it out.
	Solution *job.Solution
	// Err says why a table cannot be used, such as a *CorruptError; the rest is
	// then unknown but for Name and Bytes.
	Err error
}

// List describes all tables in the data directory db, by name. A directory
// that does not exist has none.
func List(db string) ([]Summary, error) { return new(Lister).List(db) }

// Lister lists tables again and again. Of tables that are being built it reads
// only what is new since the last time. The zero value is ready to use; it
// serves one goroutine at a time.
type Lister struct {
	counts map[string]*journalCount // by plan.Build
}

// journalCount counts the states in the blocks of a journal. It remembers what it has
// counted, so that counting again reads what is new.
type journalCount struct {
	blocks map[string]int // states by key: a block that is put again counts once
	states int64
	end    int64 // of the last record that was counted
}

// update counts the blocks that a journal of this size has had since the last time.
func (c *journalCount) update(f io.ReaderAt, size int64, p *plan) {
	c.end = p.growing(f, size, c.end, func(r Record) {
		c.states += int64(r.Count - c.blocks[r.Key])
		c.blocks[r.Key] = r.Count
	})
}

// List is List for the data directory db.
func (l *Lister) List(db string) ([]Summary, error) {
	before := l.counts
	l.counts = map[string]*journalCount{}
	root, err := openFolder(db)
	if err != nil {
		return nil, err
	}
	defer root.close()
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
			// It counts only while its successor is not there.
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

// finishedSummary describes a finished table; err is that of readSeal.
func finishedSummary(dir, folder string, s *seal, err error) Summary {
	if err != nil {
		name := variantOf(folder)
		return Summary{Name: name, Err: named(err, name, dir)}
	}
	start, ok := s.Start.outcome()
	out := Summary{
		Name: s.Name, Tool: s.Tool, Created: s.Created, CPU: s.CPU, Kind: s.Kind, Roles: s.Roles, Total: s.Total, States: s.States, Start: start, Sheet: s.Sheet,
	}
	switch {
	case s.Format > formatVersion:
		out.Err = &VersionError{Name: s.Name, Dir: dir, Have: s.Format, Tool: s.Tool}
	case !ok || s.Kind > value.General:
		out.Err = &CorruptError{Name: s.Name, Dir: dir, What: "the file " + SealFile + " is not complete"}
	}
	return out
}

// partialSummary describes a partial table; count is that of its journal.
func partialSummary(dir string, p *plan, count *journalCount) Summary {
	s := Summary{Name: p.Name, Tool: p.Tool, Created: p.Created, Partial: true}
	f, err := os.Open(filepath.Join(dir, journalFile))
	if err != nil {
		return s
	}
	free, err := tryLock(f)
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
