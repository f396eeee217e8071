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

// tierCheckpoint is the information needed to resume a solve, in addition to the
// finished tiers in the store.
//
// For a large tier, it refers to scratch files that contain the cells. During the
// first pass over the first window, each checkpoint adds a file with newly
// initialized cells. Later, a single file contains the whole tier. A checkpoint is
// written after its files are complete. Files that only the previous checkpoint needs
// are then removed.
type tierCheckpoint struct {
	Tier             int   // current tier; -1 between tiers
	Initialized      bool  // the first pass is complete
	From             int64 // the window From..To of lower tiers in the first pass, in cells; see gather
	To               int64
	Late, Counted    bool // whether plies within the tier are counted after round 0, and whether this is done
	Round            int  // current round after the first pass
	At               int  // first cell that the first pass or the round has not processed
	Parts            []cellsFile
	Counts           job.TierStats // counts of the first pass so far
	Number           int           // number of the next scratch file
	checkpoint.Usage               // total of all runs so far
}

type cellsFile struct {
	Number   int
	From, To int
}

// delayedIndex is an entry of tierWork.delayed.
type delayedIndex struct{ round, index uint32 }

// checkpointInterval is the initial minimum work between checkpoints; see
// checkpoint.Clock. A snapshot of 200 million cells takes 0.4 s.
const checkpointInterval = 1500 * time.Millisecond

func (r *retrograde[S]) checkpointPath() string { return filepath.Join(r.work, "tiers.checkpoint") }

// pagesPath returns the path of the file for cells that are not in memory.
func (r *retrograde[S]) pagesPath() string { return filepath.Join(r.work, "cells.pages") }

func (r *retrograde[S]) cellsPath(n int) string {
	return filepath.Join(r.work, fmt.Sprintf("%04d.cells", n))
}

func (r *retrograde[S]) delayedPath(n int) string {
	return filepath.Join(r.work, fmt.Sprintf("%04d.held", n))
}

func (c *tierCheckpoint) reset() {
	*c = tierCheckpoint{Tier: -1, Number: c.Number, Usage: c.Usage}
}

func (r *retrograde[S]) resume() error {
	var err error
	if r.saved, err = checkpoint.Read[tierCheckpoint](r.checkpointPath()); err != nil {
		return err
	}
	if r.saved == nil {
		r.saved = &tierCheckpoint{Tier: -1}
	}
	if len(r.saved.Parts) == 0 { // no tier has begun, or an earlier version wrote other counts
		r.saved.reset()
	}
	if err := os.Remove(r.pagesPath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return r.removeStale()
}

func (r *retrograde[S]) removeStale() error {
	keep := map[string]bool{}
	for _, f := range r.saved.Parts {
		keep[filepath.Base(r.delayedPath(r.saved.Number-1))] = true
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

func (r *retrograde[S]) save() error {
	if err := r.waitStored(); err != nil {
		return err
	}
	r.meter.AddTo(&r.saved.Usage)
	if err := checkpoint.Write(r.checkpointPath(), r.saved); err != nil {
		return err
	}
	return r.removeStale()
}

// snapshot writes the cells of a tier and a checkpoint. No worker may be running.
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
	var delayed []delayedIndex
	for round, list := range t.delayed {
		for _, index := range list {
			delayed = append(delayed, delayedIndex{uint32(round), index})
		}
	}
	if err := runs.SaveColumns(r.delayedPath(next.Number), &runs.Column[delayedIndex]{N: len(delayed), Mem: delayed}); err != nil {
		return err
	}
	s.Tier, s.Late = t.number, t.deferCount
	s.Parts = append(s.Parts, next)
	s.Number++
	s.Counts = t.counts
	if err := r.save(); err != nil {
		return err
	}
	c.Record(began)
	return nil
}
