package tier

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// Journal describes the journal of a partial table.
type Journal struct {
	Tiers    []games.Tier
	Blocks   [][]store.Record      // by tier and block; Size is 0 for missing blocks
	Finished map[int]job.TierStats // statistics of the solved tiers, by number
	Lost     []int                 // solved tiers that may lack blocks because of damage
}

// ReadJournal reads the journal of a partial table with the given tiers.
func ReadJournal(p *store.Partial, tiers []games.Tier) (*Journal, error) {
	j := &Journal{Tiers: tiers, Finished: map[int]job.TierStats{}}
	for _, t := range tiers {
		j.Blocks = append(j.Blocks, make([]store.Record, BlocksOf(t)))
	}
	finishedAt := map[int]int64{}
	for _, r := range p.Records() {
		number, block := blockOf(r)
		if number >= len(tiers) || block >= len(j.Blocks[number]) {
			return nil, p.Damaged(fmt.Errorf("unexpected block %d of tier %d", block, number))
		}
		if r.Key[0] != store.FinishRecord {
			j.Blocks[number][block] = r
			continue
		}
		data, err := p.Read(r, nil)
		if errors.Is(err, store.ErrChecksum) {
			continue // Begin reports the damage
		}
		if err != nil {
			return nil, err
		}
		if j.Finished[number], err = finishedStats(data); err != nil {
			return nil, p.Damaged(err)
		}
		finishedAt[number] = r.At
	}
	for tier, at := range finishedAt {
		if !j.intact(tier, at, p.Gaps()) {
			delete(j.Finished, tier)
			j.Lost = append(j.Lost, tier)
		}
	}
	slices.Sort(j.Lost)
	return j, nil
}

// intact reports whether the journal contains all blocks of a finished tier despite
// gaps. The record at offset finishedAt marks the tier as finished. A gap before this
// record may have contained newer versions of the blocks that precede the gap.
func (j *Journal) intact(tier int, finishedAt int64, gaps []store.Gap) bool {
	from := int64(0)
	for _, g := range gaps {
		if g.To <= finishedAt {
			from = g.To
		}
	}
	outside := func(r store.Record) bool { return r.At < from || r.At > finishedAt }
	return len(gaps) == 0 || j.Whole(tier, j.Finished[tier].Used) == nil && !slices.ContainsFunc(j.Blocks[tier], outside)
}

// Whole returns an error if the journal lacks a block of a tier, or if the blocks'
// numbers of used indexes do not add up to used.
func (j *Journal) Whole(tier int, used int64) error {
	sum := int64(0)
	for block, r := range j.Blocks[tier] {
		if r.Size == 0 {
			return fmt.Errorf("tier %s: block %d of %d is missing", j.Tiers[tier].Name, block, len(j.Blocks[tier]))
		}
		sum += int64(r.Count)
	}
	if sum != used {
		return fmt.Errorf("tier %s has %d used indexes, expected %d", j.Tiers[tier].Name, sum, used)
	}
	return nil
}

// TierProgress describes the progress of a solve of a game with tiers.
type TierProgress struct {
	Complete bool                  // the table is finished
	Finished map[int]job.TierStats // statistics of the solved tiers, by number
	States   int64                 // number of stored states, including those in unfinished tiers
	Bytes    int64                 // size on disk
}

// ReadTierProgress reads the progress of a solve, which may be running in another
// process. Errors include [*store.ForeignError], [*store.VersionError] and
// [*store.CorruptError].
func ReadTierProgress[S games.State](db string, g games.Tiered[S]) (TierProgress, error) {
	t, err := store.Open(db, g.Info(), func() uint64 { return games.RulesDigest(games.Game[S](g)) }, games.Words[S]())
	if err == nil {
		defer t.Close()
		s := t.Header().Solution
		p := TierProgress{Complete: true, Finished: map[int]job.TierStats{}, States: s.States()}
		for number, tier := range s.Tiers {
			p.Finished[number] = tier.TierStats
		}
		p.Bytes, err = t.Size()
		return p, err
	}
	if !errors.Is(err, store.ErrNoTable) {
		return TierProgress{}, err
	}
	u, err := OpenUnfinished(db, g)
	if u == nil || err != nil {
		return TierProgress{}, err
	}
	defer u.Close()
	p := TierProgress{Finished: u.Finished}
	for _, r := range slices.Concat(u.Blocks...) {
		p.States += int64(r.Count)
		p.Bytes = max(p.Bytes, r.At+int64(r.Size))
	}
	return p, nil
}

// Unfinished reads the solved tiers of a partial table without locking it.
type Unfinished[S games.State] struct {
	*Journal
	partial *store.Partial
	codecs  Codecs
}

// OpenUnfinished opens the partial table of a game, or returns nil if there is none.
// Errors are those of ReadTierProgress.
func OpenUnfinished[S games.State](db string, g games.Tiered[S]) (*Unfinished[S], error) {
	p, err := store.Peek(db, g.Info(), games.RulesDigest(games.Game[S](g)), games.Words[S]())
	if p == nil || err != nil {
		return nil, err
	}
	j, err := ReadJournal(p, g.Tiers())
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &Unfinished[S]{Journal: j, partial: p}, nil
}

// Cells reads the cells [first, end) of a finished tier. Both indexes must be
// multiples of job.BlockCells, except that end may be the size of the tier.
func (u *Unfinished[S]) Cells(_ context.Context, tier int, first, end uint64) ([]value.Cell, error) {
	c := u.codecs.Get()
	defer u.codecs.Put(c)
	cells := make([]value.Cell, end-first)
	for at := 0; at < len(cells); at += job.BlockCells {
		block := int((first + uint64(at)) / job.BlockCells)
		data, err := u.partial.Read(u.Blocks[tier][block], nil)
		if err == nil {
			err = c.ReadRecord(cells[at:min(at+job.BlockCells, len(cells))], tier, block, data)
		}
		if err != nil {
			return nil, u.partial.Damaged(fmt.Errorf("block %d of tier %s: %w", block, u.Tiers[tier].Name, err))
		}
	}
	return cells, nil
}

// Close closes the table.
func (u *Unfinished[S]) Close() error { return u.partial.Close() }
