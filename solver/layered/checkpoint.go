package layered

import (
	"errors"
	"os"
	"path/filepath"

	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// snapshot is what a later run needs to go on, besides the scratch
// files: it is written when the enumeration is complete, and then after solved
// layers whose values are safe in the store.
type snapshot struct {
	Sizes            []int64          // of all layers
	Ended            []job.LayerStats // of the terminal states that are not stored, by layer
	EndsCounted      bool             // Ended is complete
	Counted          bool             // Plies is done
	Plies            []job.PlyStats   // by ply, where layers are not plies
	Raw              int64            // positions without symmetry, likewise
	Next             int              // the layer to solve next; those after it are solved
	Stats            []job.LayerStats // of the solved layers
	Digest           uint64           // of the solved layers
	List             []value.Outcome  // the dictionary of values
	Start            value.Value      // of the start position, once all is solved
	checkpoint.Usage                  // of all runs so far
}

func checkpointPath(work string) string { return filepath.Join(work, "checkpoint") }

// write replaces the checkpoint of a work directory.
func (c *snapshot) write(work string) error { return checkpoint.Write(checkpointPath(work), c) }

// readCheckpoint returns the checkpoint of a work directory, or nil if there
// is none that is whole.
func readCheckpoint(work string) (*snapshot, error) {
	c, err := checkpoint.Read[snapshot](checkpointPath(work))
	if c == nil || !c.sound() {
		return nil, err
	}
	return c, nil
}

// SolvedLayers is how many states the layers have that a Solve in a work directory
// takes for solved, by layer; 0 for a layer that is not, nil if none is.
func SolvedLayers(work string) ([]int64, error) {
	c, err := readCheckpoint(work)
	if c == nil || err != nil {
		return nil, err
	}
	sizes := make([]int64, len(c.Sizes))
	copy(sizes[c.Next+1:], c.Sizes[c.Next+1:])
	return sizes, nil
}

// Saved is how far a Solve in a work directory is, as a later run would go on.
type Saved struct {
	Found        int   // layers enumerated
	Layers       int   // of the game; 0 while they are being enumerated
	Solved       int   // layers
	States       int64 // of all layers; 0 while they are being enumerated
	SolvedStates int64
}

// ReadSaved tells how far a Solve in a work directory is, also while it runs.
func ReadSaved(work string) (Saved, error) {
	c, err := readCheckpoint(work)
	if err != nil {
		return Saved{}, err
	}
	if c == nil {
		files, err := filepath.Glob(filepath.Join(work, "*.states"))
		return Saved{Found: len(files)}, err
	}
	s := Saved{Found: len(c.Sizes), Layers: len(c.Sizes), Solved: len(c.Sizes) - 1 - c.Next}
	for layer, n := range c.Sizes {
		if s.States += n; layer > c.Next {
			s.SolvedStates += n
		}
	}
	return s, nil
}

// ForgetSolved makes a Solve in a work directory value all layers again. What was
// enumerated is kept as far as its files are there.
func ForgetSolved(work string) error {
	if err := os.Remove(checkpointPath(work)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// sound reports whether the parts of a checkpoint go together, as those of one
// written by another version of the program may not.
func (c *snapshot) sound() bool {
	for _, o := range c.List {
		if !o.Whole() {
			return false
		}
	}
	return len(c.Sizes) > 0 && c.Sizes[0] == 1 && len(c.Stats) == len(c.Sizes) && len(c.Ended) == len(c.Sizes) && c.Next >= -1 && c.Next < len(c.Sizes)
}
