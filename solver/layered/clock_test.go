package layered

import (
	"os"
	"path/filepath"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestCheckpointsWriteValuesOnce solves a game whose plies can skip layers and
// writes a checkpoint after each layer. No checkpoint may write the values of a
// layer again.
func TestCheckpointsWriteValuesOnce(t *testing.T) {
	g := bushyGame(t)
	p := smallPlan(1)
	p.CheckpointInterval = -1
	work := t.TempDir()
	written := map[string]os.FileInfo{}
	again := 0
	store := &solvertest.MemoryStore[uint64]{BeforeSync: func(int) error {
		paths, err := filepath.Glob(filepath.Join(work, "*.values"))
		if err != nil {
			return err
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if old := written[path]; old != nil && !os.SameFile(old, info) {
				again++
			}
			written[path] = info
		}
		return nil
	}}
	h := solvertest.Hook[uint64](g, func(int64) {})
	solution, err := solvePlanned(t.Context(), setup[uint64]{h, h, work, p, new(job.Progress)}, store)
	if err != nil {
		t.Fatal(err)
	}
	if layers := len(solution.Layers); g.Span() < 2 || len(written) < layers-1 || store.Syncs < layers {
		t.Fatalf("%d files of values seen and %d checkpoints for %d layers, a ply reaches %d: nothing was tested", len(written), store.Syncs, layers, g.Span())
	}
	if again > 0 {
		t.Errorf("%d files of values were written again", again)
	}
}
