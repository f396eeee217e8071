// Package write builds tables. A Builder or TierBuilder appends the results of a
// solver to a journal and converts the journal to a table when the solve is
// complete.
package write

import (
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/cache"
	"zermelo/tablebase/store"
)

// Builder builds a table that stores states. It implements [job.Store]: Put appends
// blocks to the journal in the partial folder, and Commit converts the journal to
// the table.
type Builder[S games.State] struct {
	*store.Partial
	game   games.Game[S]
	codecs cache.Pool[block.Codec[S]]
}

var _ job.Store[uint64] = (*Builder[uint64])(nil)

// Create starts a table of g in the data directory db, or resumes an unfinished
// one. It returns the errors of [store.Begin].
func Create[S games.State](db string, g games.Game[S], opts store.Options) (*Builder[S], error) {
	p, err := store.Begin(db, g.Info(), games.RulesDigest(g), games.Words[S](), false, opts)
	if err != nil {
		return nil, err
	}
	b := &Builder[S]{Partial: p, game: g}
	if err := b.solveLostAgain(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return b, nil
}

// solveLostAgain checks whether the journal has lost blocks of solved layers. If so,
// it makes the solver recompute the values of all layers without enumerating them
// again.
func (b *Builder[S]) solveLostAgain() error {
	sizes, err := layered.SolvedLayers(b.WorkDir())
	if err != nil {
		return err
	}
	for _, r := range b.Sorted() {
		if layer := r.Layer(); layer < len(sizes) {
			sizes[layer] -= int64(r.Count)
		}
	}
	if !slices.ContainsFunc(sizes, func(lacking int64) bool { return lacking > 0 }) {
		return nil
	}
	b.Warn(fmt.Errorf("%s: blocks of solved layers are missing; re-solving all enumerated layers",
		b.JournalPath()))
	return layered.DiscardSolved(b.WorkDir())
}

// Put implements [job.Store]. Its errors include the result of [games.Failure].
func (b *Builder[S]) Put(layer int, states []S, values []value.Value) error {
	if err := games.Failure(b.game); err != nil {
		return err
	}
	c := b.codecs.Get()
	defer b.codecs.Put(c)
	c.Record = c.AppendRecords(c.Record[:0], layer, states, values)
	if err := b.PutRecords(c.Record); err != nil {
		return fmt.Errorf("store layer %d of %s: %w", layer, b.game.Info().Name, err)
	}
	return nil
}

// Commit writes the table and its solution; see [store.Partial.Commit].
func (b *Builder[S]) Commit(s *job.Solution) error { return b.Partial.Commit(s, b) }

func (b *Builder[S]) Complete(records []store.Record, s *job.Solution) error {
	at := 0
	for layer := range s.Layers {
		left := s.Layers[layer].Stored()
		for ; at < len(records) && records[at].Layer() == layer; at++ {
			if want := min(left, job.BlockStates); int64(records[at].Count) != want {
				return fmt.Errorf("layer %d: block has %d states, expected %d", layer, records[at].Count, want)
			}
			left -= int64(records[at].Count)
		}
		if left != 0 {
			return fmt.Errorf("layer %d: %d states are missing", layer, left)
		}
	}
	if at < len(records) {
		return fmt.Errorf("layer %d does not exist; the last layer is %d", records[at].Layer(), len(s.Layers)-1)
	}
	return nil
}

// Fill implements [store.Contents]. It writes the blocks, the directories and the
// header.
func (b *Builder[S]) Fill(w *store.Writer, records []store.Record, h *store.Header) error {
	var value []byte
	for _, r := range records {
		var err error
		if value, err = b.Read(r, value); err != nil {
			return err
		}
		if err := w.Add([]byte(r.Key), value); err != nil {
			return err
		}
	}
	if err := block.WriteDirectories(w.Add, records); err != nil {
		return err
	}
	return h.Write(w)
}
