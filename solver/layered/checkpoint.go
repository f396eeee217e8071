package layered

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// snapshot is the checkpoint of a solve. It is first written after the enumeration.
type snapshot struct {
	Sizes            []int64          // number of states, by layer
	Ended            []job.LayerStats // statistics of unstored terminal states, by layer
	EndsCounted      bool             // Ended is complete
	Counted          bool             // Plies and Raw are set
	Plies            []job.PlyStats   // nil if layers are plies
	Raw              int64            // positions, counting symmetric ones separately; 0 if layers are plies
	Next             int              // layer to solve next; -1 if all are solved
	Stats            []job.LayerStats // statistics, by layer; set for solved layers
	Digest           uint64           // digest of the solved layers
	List             []value.Outcome  // exact outcomes by value
	Intervals        []value.Interval // see value.Outcomes
	Start            value.Value      // value of the start position, once layer 0 is solved
	checkpoint.Usage                  // total of all runs
}

func newSnapshot(sizes []int64) *snapshot {
	return &snapshot{Sizes: sizes, Next: len(sizes) - 1, Stats: make([]job.LayerStats, len(sizes)), Ended: make([]job.LayerStats, len(sizes))}
}

func checkpointPath(work string) string { return filepath.Join(work, "checkpoint") }

func (c *snapshot) write(work string) error { return checkpoint.Write(checkpointPath(work), c) }

// sound reports whether the fields of c are consistent. They may be inconsistent if
// another version of the program wrote the checkpoint.
func (c *snapshot) sound() bool {
	for _, o := range c.List {
		if !o.Complete() {
			return false
		}
	}
	return len(c.Sizes) > 0 && c.Sizes[0] == 1 && len(c.Stats) == len(c.Sizes) && len(c.Ended) == len(c.Sizes) && c.Next >= -1 && c.Next < len(c.Sizes)
}

// readCheckpoint reads the checkpoint in the directory work. It returns nil if there is
// no valid checkpoint.
func readCheckpoint(work string) (*snapshot, error) {
	c, err := checkpoint.Read[snapshot](checkpointPath(work))
	if c == nil || !c.sound() {
		return nil, err
	}
	return c, nil
}

// SolvedLayers returns, for each layer, the number of states that Solve will skip when
// it resumes in the directory work. This number is 0 for an unsolved layer.
// SolvedLayers returns nil if there is no checkpoint.
func SolvedLayers(work string) ([]int64, error) {
	c, err := readCheckpoint(work)
	if c == nil || err != nil {
		return nil, err
	}
	sizes := make([]int64, len(c.Sizes))
	copy(sizes[c.Next+1:], c.Sizes[c.Next+1:])
	return sizes, nil
}

// Progress describes the progress of a solve at its last checkpoint.
type Progress struct {
	Found        int   // number of enumerated layers
	Layers       int   // number of layers, or 0 during the enumeration
	Solved       int   // number of solved layers
	States       int64 // number of states, or 0 during the enumeration
	SolvedStates int64
}

// ReadProgress reads the progress of a solve that may still be running.
func ReadProgress(work string) (Progress, error) {
	c, err := readCheckpoint(work)
	if err != nil {
		return Progress{}, err
	}
	if c == nil {
		return Progress{Found: len(AppendSizes(work, nil))}, nil
	}
	s := Progress{Found: len(c.Sizes), Layers: len(c.Sizes), Solved: len(c.Sizes) - 1 - c.Next}
	for layer, n := range c.Sizes {
		if s.States += n; layer > c.Next {
			s.SolvedStates += n
		}
	}
	return s, nil
}

// DiscardSolved removes the checkpoint in the directory work, so that Solve computes
// the values of all layers again. Enumerated layers are kept.
func DiscardSolved(work string) error {
	if err := os.Remove(checkpointPath(work)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

type run struct {
	game  games.Variant
	saved *snapshot
	meter checkpoint.Meter
}

// save writes the checkpoint. It returns an error if the game's rules have failed.
func (s *run) save(work string) error {
	if err := games.Failure(s.game); err != nil {
		return err
	}
	s.meter.AddTo(&s.saved.Usage)
	return s.saved.write(work)
}

// checkpoint syncs the store, saves the values of the layers that one ply can
// reach, and writes the checkpoint. It then removes scratch files that are no
// longer needed. The values of each layer need to be saved only once, because
// solving further layers only appends to the list of outcomes.
func (d *induction[S]) checkpoint(s *run) error {
	if err := d.store.Sync(); err != nil {
		return fmt.Errorf("store layer %d and those after it: %w", d.saved.Next+1, err)
	}
	if err := d.saveValues(); err != nil {
		return err
	}
	found := d.outcomes.Outcomes()
	d.saved.List, d.saved.Intervals = found.List, found.Intervals
	if err := s.save(d.work); err != nil {
		return err
	}
	return removeLater(d.work, d.saved.Next+d.layered.Span())
}

// saveValues saves the unsaved values of the layers that one ply can reach. Like
// states, the values of consecutive small layers share a file.
func (d *induction[S]) saveValues() error {
	for layer := d.saved.Next + 1; ; {
		var columns []*runs.Column[value.Value]
		first, size := layer, int64(0)
		for l := d.window[layer]; l != nil && !l.saved && layer <= d.saved.Next+d.layered.Span(); l = d.window[layer] {
			if size += int64(4 * l.Values.N); len(columns) > 0 && size > d.plan.SmallLayers {
				break
			}
			if l.Values.N > 0 {
				columns = append(columns, &l.Values)
			} else if len(columns) == 0 {
				first++
			}
			l.saved = true
			layer++
		}
		if len(columns) == 0 {
			return nil
		}
		if err := runs.SaveColumns(valuesPath(d.work, first), columns...); err != nil {
			return err
		}
	}
}
