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
	List             []value.Outcome  // outcomes by value
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
