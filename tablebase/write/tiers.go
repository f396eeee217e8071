package write

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// TierBuilder builds the table of a game with tiers. It implements [job.TierStore]:
// PutCells appends blocks to the journal in the partial folder, and Commit converts
// the journal to the table.
type TierBuilder[S games.State] struct {
	*store.Partial
	numbering *tier.Numbering[S]

	mu       sync.Mutex
	synced   time.Time // time of the last sync after a tier
	journal  *tier.Journal
	encoders tier.Codecs
	decoders tier.Codecs // not shared with encoders, which use more memory
}

var _ job.TierStore = (*TierBuilder[uint64])(nil)

// CreateTiers starts a table of g in the data directory db, or resumes an
// unfinished one. It returns the errors of [store.Begin], and a
// [*store.CorruptError] if the journal does not match the tiers of g.
func CreateTiers[S games.State](db string, g games.Tiered[S], opts store.Options) (*TierBuilder[S], error) {
	p, err := store.Begin(db, g.Info(), games.RulesDigest(games.Game[S](g)), games.Words[S](), true, opts)
	if err != nil {
		return nil, err
	}
	b := &TierBuilder[S]{Partial: p, numbering: tier.NewNumbering(g)}
	if b.journal, err = tier.ReadJournal(p, b.numbering.Tiers); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	for _, lost := range b.journal.Lost {
		b.Warn(fmt.Errorf("%s: blocks of tier %s are missing; re-solving the tier", b.JournalPath(), b.numbering.Tiers[lost].Name))
	}
	return b, nil
}

func (b *TierBuilder[S]) PutCells(tier int, first uint64, cells []value.Cell) error {
	c := b.encoders.Get()
	defer b.encoders.Put(c)
	for at := 0; at < len(cells); at += job.BlockCells {
		block := int((first + uint64(at)) / job.BlockCells)
		part := cells[at:min(at+job.BlockCells, len(cells))]
		c.Omitted = b.numbering.MarkOmitted(c.Omitted[:0], tier, first+uint64(at), len(part))
		data, used := c.AppendRecord(tier, block, part, c.Omitted)
		r, err := b.Partial.Put(data, used)
		if err != nil {
			return fmt.Errorf("store tier %s of %s: %w", b.numbering.Tiers[tier].Name, b.numbering.Game.Info().Name, err)
		}
		b.mu.Lock()
		b.journal.Blocks[tier][block] = r
		b.mu.Unlock()
	}
	return nil
}

// Block reads a block of a tier into buf and returns it in the form that PutBlock
// accepts, along with the number of used indexes. It returns [store.ErrMissing] if
// the block has not been put.
func (b *TierBuilder[S]) Block(tier, block int, buf []byte) (data []byte, used int, err error) {
	b.mu.Lock()
	r := b.journal.Blocks[tier][block]
	b.mu.Unlock()
	if r.Size == 0 {
		return buf, 0, store.ErrMissing
	}
	data, err = b.Read(r, buf)
	return data, r.Count, err
}

// PutBlock stores a block returned by the Block method of another builder of the
// same game.
func (b *TierBuilder[S]) PutBlock(number, block int, data []byte, used int) error {
	r, err := b.Partial.Put(tier.BlockOf(number, block, data), used)
	if err != nil {
		return fmt.Errorf("store tier %s of %s: %w", b.numbering.Tiers[number].Name, b.numbering.Game.Info().Name, err)
	}
	b.mu.Lock()
	b.journal.Blocks[number][block] = r
	b.mu.Unlock()
	return nil
}

func (b *TierBuilder[S]) ReleaseMemory() { b.encoders.Clear() }

func (b *TierBuilder[S]) ReadCells(tier int, first uint64, dst []value.Cell) error {
	c := b.decoders.Get()
	defer b.decoders.Put(c)
	for at := 0; at < len(dst); at += job.BlockCells {
		block := int((first + uint64(at)) / job.BlockCells)
		b.mu.Lock()
		r := b.journal.Blocks[tier][block]
		b.mu.Unlock()
		err := store.ErrMissing
		if r.Size > 0 {
			var data []byte
			if data, err = b.Read(r, c.Record); err == nil {
				c.Record = data
				err = c.ReadRecord(dst[at:min(at+job.BlockCells, len(dst))], tier, block, data)
			}
		}
		if err != nil {
			return fmt.Errorf("read block %d of tier %s of %s in %s: %w", block, b.numbering.Tiers[tier].Name, b.numbering.Game.Info().Name, b.Folder(), err)
		}
	}
	return nil
}

// syncEvery is the minimum time between syncs. Syncing after each of the 81 tiers
// of Quixo 4x4 took half a second in total.
const syncEvery = 250 * time.Millisecond

// FinishTier implements [job.TierStore]. It may be called concurrently for
// different tiers. The journal need not be synced each time, because
// [tier.ReadJournal] treats a tier as finished only if no earlier record can be
// missing.
func (b *TierBuilder[S]) FinishTier(number int, stats job.TierStats) error {
	err := b.whole(number, stats.Used)
	if err == nil {
		_, err = b.Partial.Put(tier.FinishedRecord(number, stats), 0)
	}
	b.mu.Lock()
	due := err == nil && time.Since(b.synced) > syncEvery
	if due {
		b.synced = time.Now()
	}
	b.mu.Unlock()
	if due { // do not hold the lock during the sync
		err = b.Sync()
	}
	if err != nil {
		return fmt.Errorf("store tier %s of %s: %w", b.numbering.Tiers[number].Name, b.numbering.Game.Info().Name, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.journal.Finished[number] = stats
	return nil
}

// whole returns an error unless all blocks of a tier have been put.
func (b *TierBuilder[S]) whole(tier int, used int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.journal.Whole(tier, used)
}

func (b *TierBuilder[S]) Finished() map[int]job.TierStats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.journal.Finished)
}

// Commit writes the table and its solution; see [store.Partial.Commit]. s.Tiers
// must list the finished tiers.
func (b *TierBuilder[S]) Commit(s *job.Solution) error { return b.Partial.Commit(s, b) }

func (b *TierBuilder[S]) Complete(_ []store.Record, s *job.Solution) error {
	if len(s.Tiers) != len(b.numbering.Tiers) {
		return fmt.Errorf("the solution has %d tiers, but the game has %d", len(s.Tiers), len(b.numbering.Tiers))
	}
	for tier := range b.numbering.Tiers {
		if _, ok := b.journal.Finished[tier]; !ok {
			return fmt.Errorf("tier %s is not finished", b.numbering.Tiers[tier].Name)
		}
		if err := b.whole(tier, s.Tiers[tier].Used); err != nil {
			return err
		}
	}
	return nil
}

// Fill implements [store.Contents]. It writes the header, the outcomes of all
// blocks, and then the remoteness of all blocks.
func (b *TierBuilder[S]) Fill(w *store.Writer, _ []store.Record, h *store.Header) error {
	b.ReleaseMemory()
	if err := h.Write(w); err != nil {
		return err
	}
	var data, key []byte
	for _, kind := range []byte{store.OutcomeKey, store.RemotenessKey} {
		for number, blocks := range b.journal.Blocks {
			for block, r := range blocks {
				var err error
				if data, err = b.Read(r, data); err != nil {
					return err
				}
				held, _, err := tier.PartsOf(data)
				if err != nil {
					return err
				}
				value := held.Outcomes
				if kind == store.RemotenessKey {
					value = held.Remoteness
				}
				if len(value) == 0 {
					continue
				}
				key = store.TierKey(key[:0], kind, number, block)
				if err := w.Add(key, value); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
