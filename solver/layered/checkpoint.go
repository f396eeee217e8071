package layered

import (
	"errors"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// snapshot is the checkpoint of a solve. It is first written after the
// enumeration, and then whenever the values of further layers have been synced
// to the store.
type snapshot struct {
	Sizes            []int64          // by layer
	Ended            []job.LayerStats // of unstored terminal states, by layer
	EndsCounted      bool             // Ended is complete
	Counted          bool             // Plies and Raw are set
	Plies            []job.PlyStats   // nil if layers are plies
	Raw              int64            // positions without symmetry; 0 if layers are plies
	Next             int              // the layer to solve next
	Stats            []job.LayerStats // of the solved layers
	Digest           uint64           // of the solved layers
	List             []value.Outcome  // the dictionary of values
	Start            value.Value      // of the start position, once layer 0 is solved
	checkpoint.Usage                  // of all runs
}

// newSnapshot returns the checkpoint of an enumeration with layers of the given
// sizes.
func newSnapshot(sizes []int64) *snapshot {
	return &snapshot{Sizes: sizes, Next: len(sizes) - 1, Stats: make([]job.LayerStats, len(sizes)), Ended: make([]job.LayerStats, len(sizes))}
}

func checkpointPath(work string) string { return filepath.Join(work, "checkpoint") }

// write replaces the checkpoint in the directory work.
func (c *snapshot) write(work string) error { return checkpoint.Write(checkpointPath(work), c) }

// sound reports whether the fields of a checkpoint are consistent. A checkpoint
// of another program version may not be.
func (c *snapshot) sound() bool {
	for _, o := range c.List {
		if !o.Complete() {
			return false
		}
	}
	return len(c.Sizes) > 0 && c.Sizes[0] == 1 && len(c.Stats) == len(c.Sizes) && len(c.Ended) == len(c.Sizes) && c.Next >= -1 && c.Next < len(c.Sizes)
}

// readCheckpoint returns the checkpoint in the directory work, or nil if none
// exists or it is invalid.
func readCheckpoint(work string) (*snapshot, error) {
	c, err := checkpoint.Read[snapshot](checkpointPath(work))
	if c == nil || !c.sound() {
		return nil, err
	}
	return c, nil
}

// SolvedLayers returns the number of states of each layer that Solve treats as
// solved when it resumes in the directory work, and 0 for other layers. It
// returns nil without a checkpoint.
func SolvedLayers(work string) ([]int64, error) {
	c, err := readCheckpoint(work)
	if c == nil || err != nil {
		return nil, err
	}
	sizes := make([]int64, len(c.Sizes))
	copy(sizes[c.Next+1:], c.Sizes[c.Next+1:])
	return sizes, nil
}

// Progress describes the progress of a solve as of its last checkpoint.
type Progress struct {
	Found        int   // number of enumerated layers
	Layers       int   // number of layers, or 0 during the enumeration
	Solved       int   // number of solved layers
	States       int64 // number of states, or 0 during the enumeration
	SolvedStates int64
}

// ReadProgress reads the progress of a solve in the directory work, which may
// still be running.
func ReadProgress(work string) (Progress, error) {
	c, err := readCheckpoint(work)
	if err != nil {
		return Progress{}, err
	}
	if c == nil {
		files, err := filepath.Glob(filepath.Join(work, "*.states"))
		return Progress{Found: len(files)}, err
	}
	s := Progress{Found: len(c.Sizes), Layers: len(c.Sizes), Solved: len(c.Sizes) - 1 - c.Next}
	for layer, n := range c.Sizes {
		if s.States += n; layer > c.Next {
			s.SolvedStates += n
		}
	}
	return s, nil
}

// DiscardSolved removes the checkpoint in the directory work, so that Solve
// values all layers again. Enumerated layers are kept.
func DiscardSolved(work string) error {
	if err := os.Remove(checkpointPath(work)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// run holds the checkpoint and the resource usage of a solve.
type run struct {
	game  games.Variant
	saved *snapshot
	meter checkpoint.Meter
}

// save writes the checkpoint. It returns an error if the rules of the game have
// failed, because results computed since then are invalid.
func (s *run) save(work string) error {
	if err := games.Failure(s.game); err != nil {
		return err
	}
	s.meter.AddTo(&s.saved.Usage)
	return s.saved.write(work)
}
