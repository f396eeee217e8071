package write

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
)

// Commit completes the table with the description of its solution: it writes
// all blocks in order of their keys beside the journal, seals and syncs that,
// and renames it into place, where it replaces an older table. Then it removes
// the partial folder and ends the builder. It fails only while the table does not
// have its place; the builder can go on then, or be closed and resumed.
func (b *Builder[S]) Commit(s *job.Solution) error { return b.partial.Commit(s, states[S]{b}) }

// states are what a Builder has put into its journal, as store.Contents.
type states[S games.State] struct{ *Builder[S] }

// Complete implements store.Contents.
func (b states[S]) Complete(records []store.Record, s *job.Solution) error {
	at := 0
	for layer := range s.Layers {
		left := s.Layers[layer].States
		for ; at < len(records) && records[at].Layer() == layer; at++ {
			if want := min(left, job.BlockStates); int64(records[at].Count) != want {
				return fmt.Errorf("layer %d has a block of %d states, want %d", layer, records[at].Count, want)
			}
			left -= int64(records[at].Count)
		}
		if left != 0 {
			return fmt.Errorf("layer %d lacks %d states", layer, left)
		}
	}
	if at < len(records) {
		return fmt.Errorf("there are states of layer %d, the last is %d", records[at].Layer(), len(s.Layers)-1)
	}
	return nil
}

// Fill implements store.Contents: blocks, directories and header.
func (b states[S]) Fill(w *store.Writer, records []store.Record, h *store.Header) error {
	var value []byte
	for _, r := range records {
		var err error
		if value, err = b.partial.Read(r, value); err != nil {
			return err
		}
		if err := w.Add([]byte(r.Key), value); err != nil {
			return err
		}
	}
	if err := block.WriteDirectories(w, records); err != nil {
		return err
	}
	return h.Write(w)
}
