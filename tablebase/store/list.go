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

// Summary describes a finished or partial table in a data directory.
type Summary struct {
	Name    string // name of the variant
	Tool    string // version of the program that built the table
	Bytes   int64  // size on disk
	Created time.Time
	CPU     time.Duration // processor time of the solve; 0 if it was not measured
	// Partial reports whether the table is unfinished. In a partial table, States
	// is the number of states solved so far, and Kind, Roles, Total, Halves, Unit, Start
	// and Solution are not set.
	Partial  bool
	Busy     bool      // a process is building the table
	Touched  time.Time // last write
	Kind     value.Kind
	Roles    []string
	Total    int           // sum of the payoffs if it is constant
	Halves   bool          // payoffs are in half points
	Unit     string        // unit of payoffs
	States   int64         // number of states up to symmetry, including terminal states
	Start    value.Outcome // outcome of the start position
	Solution *job.Solution // not set by List
	// Err is the reason why the table is unusable, such as a [*CorruptError]. If
	// Err is set, only Name and Bytes are valid.
	Err error
}

// List returns a summary of each table in the data directory db, sorted by name. If
// db does not exist, it returns an empty list.
func List(db string) ([]Summary, error) { return new(Lister).List(db) }

// Lister lists tables repeatedly. For each unfinished table, it reads only the
// journal records added since the previous call. The zero value is ready to use. A
// Lister is not safe for concurrent use.
type Lister struct {
	counts map[string]*journalCount // keyed by plan.Build
}

type journalCount struct {
	blocks map[string]int // number of states by key; records with equal keys count once
	states int64
	end    int64 // offset of the next record
}

// update counts the records added since the last call. size is the size of f in
// bytes.
func (c *journalCount) update(f io.ReaderAt, size int64, p *plan) {
	c.end = p.growing(f, size, c.end, func(r Record) {
		c.states += int64(r.Count - c.blocks[r.Key])
		c.blocks[r.Key] = r.Count
	})
}

// List is like the package-level function List.
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
				continue // it has just been created, or a crash in Commit has left it
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
			dir := filepath.Join(db, strings.TrimSuffix(e.Name(), oldSuffix))
			if exists(dir) {
				continue
			}
			fallthrough
		case !isAuxiliary(e.Name()):
			seal, err := readSeal(dir, variantOf(e.Name()))
			if _, serr := fs.Stat(dir, "MANIFEST"); err != nil && serr != nil {
				continue // not a table, or removed concurrently
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

func finishedSummary(dir, folder string, s *seal, err error) Summary {
	if err != nil {
		name := variantOf(folder)
		return Summary{Name: name, Err: named(err, name, dir)}
	}
	start, ok := s.Start.outcome()
	out := Summary{
		Name: s.Name, Tool: s.Tool, Created: s.Created, CPU: s.CPU, Kind: s.Kind, Roles: s.Roles, Total: s.Total, Halves: s.Halves, Unit: s.Unit, States: s.States, Start: start,
	}
	switch {
	case s.Format > formatVersion:
		out.Err = &VersionError{Name: s.Name, Dir: dir, Have: s.Format, Tool: s.Tool}
	case !ok || s.Kind > value.General:
		out.Err = &CorruptError{Name: s.Name, Dir: dir, What: "file " + SealFile + " is incomplete"}
	}
	return out
}

// partialSummary returns the summary of a partial table and updates count.
func partialSummary(dir string, p *plan, count *journalCount) Summary {
	s := Summary{Name: p.Name, Tool: p.Tool, Created: p.Created, Partial: true}
	f, err := os.Open(filepath.Join(dir, journalFile))
	if err != nil {
		return s
	}
	free, err := durable.TryLock(f)
	s.Busy = err == nil && !free
	f.Close() // release the lock before a builder needs it
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
