package retro

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
)

// tierCheckpoint is what a later run needs to go on with tiers, besides
// the finished tiers that the store has.
//
// Where a tier takes long it also has the cells, in scratch files named after
// their number: in the first pass, for the first window of lower tiers, one for
// each range of cells that was initialized between two checkpoints, later one
// for the whole tier. The files are complete before the checkpoint that names
// them, and those of the checkpoint before are removed after it.
type tierCheckpoint struct {
	Tier             int   // the tier at work, -1 between tiers
	Initialized      bool  // its first pass is done
	From             int64 // the window of lower tiers of the first pass, in cells (gather)
	To               int64
	Late, Counted    bool // plies within the tier are counted late; and have been
	Round            int  // the round at work, after the first pass
	At               int  // the cell where the first pass or the round goes on
	Parts            []cellsFile
	Counts           job.TierStats // of the first pass so far
	Number           int           // of the next file
	checkpoint.Usage               // of all runs so far
}

// cellsFile is a scratch file with the cells From..To.
type cellsFile struct {
	Number   int
	From, To int
}

// heldIndex is an index that a round has to do with; see tierWork.held.
type heldIndex struct{ round, index uint32 }

// tierCheckpointEvery is how much work a crash may cost at first; see clock. A
// snapshot of 200 million cells takes 0.4 s.
const tierCheckpointEvery = 1500 * time.Millisecond

func (r *retrograde[S]) checkpointPath() string { return filepath.Join(r.work, "tiers.checkpoint") }

// pagesPath is the file of cells that have no place in memory. No later run
// needs it.
func (r *retrograde[S]) pagesPath() string { return filepath.Join(r.work, "cells.pages") }

func (r *retrograde[S]) cellsPath(n int) string {
	return filepath.Join(r.work, fmt.Sprintf("%04d.cells", n))
}

func (r *retrograde[S]) heldPath(n int) string {
	return filepath.Join(r.work, fmt.Sprintf("%04d.held", n))
}

// leave forgets the tier at work.
func (c *tierCheckpoint) leave() {
	*c = tierCheckpoint{Tier: -1, Number: c.Number, Usage: c.Usage}
}

// resume reads the checkpoint, if there is one, and removes what a crash left
// besides.
func (r *retrograde[S]) resume() error {
	var err error
	if r.saved, err = checkpoint.Read[tierCheckpoint](r.checkpointPath()); err != nil {
		return err
	}
	if r.saved == nil {
		r.saved = &tierCheckpoint{Tier: -1}
	}
	if len(r.saved.Parts) == 0 { // as those of earlier versions, which counted otherwise
		r.saved.leave()
	}
	if err := os.Remove(r.pagesPath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return r.sweep()
}

// sweep removes scratch files that the checkpoint does not name.
func (r *retrograde[S]) sweep() error {
	keep := map[string]bool{}
	for _, f := range r.saved.Parts {
		keep[filepath.Base(r.heldPath(r.saved.Number-1))] = true
		keep[filepath.Base(r.cellsPath(f.Number))] = true
	}
	entries, err := os.ReadDir(r.work)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); (ext == ".cells" || ext == ".held" || ext == ".tmp") && !keep[e.Name()] {
			if err := os.Remove(filepath.Join(r.work, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// save writes the checkpoint and removes what it does not need, when all tiers
// before the one at work are in the store.
func (r *retrograde[S]) save() error {
	if err := r.stored(); err != nil {
		return err
	}
	r.meter.AddTo(&r.saved.Usage)
	if err := checkpoint.Write(r.checkpointPath(), r.saved); err != nil {
		return err
	}
	return r.sweep()
}

// snapshot makes what is known of a tier survive a crash. No worker is at work.
func (r *retrograde[S]) snapshot(t *tierWork[S], c *checkpoint.Clock) error {
	began := time.Now()
	s := r.saved
	next := cellsFile{Number: s.Number, From: 0, To: t.cells.n}
	if !s.Initialized && t.first {
		if n := len(s.Parts); n > 0 {
			next.From = s.Parts[n-1].To
		}
		next.To = s.At
	} else {
		s.Parts = nil
	}
	if err := t.cells.save(next.From, next.To, r.cellsPath(next.Number)); err != nil {
		return err
	}
	var held []heldIndex
	for round, list := range t.held {
		for _, index := range list {
			held = append(held, heldIndex{uint32(round), index})
		}
	}
	if err := runs.SaveColumn(&runs.Column[heldIndex]{N: len(held), Mem: held}, r.heldPath(next.Number)); err != nil {
		return err
	}
	s.Tier, s.Late = t.number, t.late
	s.Parts = append(s.Parts, next)
	s.Number++
	s.Counts = t.counts
	if err := r.save(); err != nil {
		return err
	}
	c.Wrote(began)
	return nil
}
