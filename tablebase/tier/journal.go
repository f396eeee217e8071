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

// Journal is what the journal of a table of tiers has.
type Journal struct {
	Tiers    []games.Tier
	Blocks   [][]store.Record      // by tier and block; size 0: not put yet
	Finished map[int]job.TierStats // the tiers that are solved, by number
	Lost     []int                 // tiers that were, and may lack blocks because of damage
}

// ReadJournal finds out what the journal of a partial table has.
func ReadJournal(p *store.Partial, tiers []games.Tier) (*Journal, error) {
	j := &Journal{Tiers: tiers, Finished: map[int]job.TierStats{}}
	for _, t := range tiers {
		j.Blocks = append(j.Blocks, make([]store.Record, BlocksOf(t)))
	}
	finishedAt := map[int]int64{}
	for _, r := range p.Records() {
		number, block := blockOf(r)
		if number >= len(tiers) || block >= len(j.Blocks[number]) {
			return nil, p.Damaged(fmt.Errorf("block %d of tier %d is not in the game", block, number))
		}
		if r.Key[0] != store.FinishRecord {
			j.Blocks[number][block] = r
			continue
		}
		data, err := p.Read(r, nil)
		if errors.Is(err, store.ErrChecksum) {
			continue // damage that its builder has not seen yet
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

// intact reports whether no gap of the journal can have taken a block of a tier
// that was finished by the record at this offset. A block before a gap that comes
// before that record may have been put again in the gap, with other cells.
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

// Whole checks that all blocks of a tier are there, with so many used indexes.
func (j *Journal) Whole(tier int, used int64) error {
	sum := int64(0)
	for block, r := range j.Blocks[tier] {
		if r.Size == 0 {
			return fmt.Errorf("tier %s lacks block %d of %d", j.Tiers[tier].Name, block, len(j.Blocks[tier]))
		}
		sum += int64(r.Count)
	}
	if sum != used {
		return fmt.Errorf("tier %s has %d used indexes, want %d", j.Tiers[tier].Name, sum, used)
	}
	return nil
}

// TierProgress is how far a game that is numbered tier by tier is solved.
type TierProgress struct {
	Complete bool                  // the table is finished
	Finished map[int]job.TierStats // of the solved tiers, by number
	States   int64                 // that are stored, up to symmetry, also of a tier at work
	Bytes    int64                 // that they take on disk
}

// ReadTierProgress tells how far a game is solved, also while another process is
// at it. It returns a *ForeignError or a *VersionError where what is stored was
// made with other rules or in another format, and a *CorruptError.
func ReadTierProgress[S games.State](db string, g games.Tiered[S]) (TierProgress, error) {
	info := g.Info()
	rules, words := games.RulesDigest(games.Game[S](g)), games.Words[S]()
	t, err := store.Open(db, info, func() uint64 { return rules }, words)
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
	partial, err := store.Peek(db, info, rules, words, true)
	if partial == nil || err != nil {
		return TierProgress{}, err
	}
	defer partial.Close()
	j, err := ReadJournal(partial, g.Tiers())
	if err != nil {
		return TierProgress{}, err
	}
	p := TierProgress{Finished: j.Finished}
	for _, r := range slices.Concat(j.Blocks...) {
		p.States += int64(r.Count)
		p.Bytes = max(p.Bytes, r.At+int64(r.Size))
	}
	return p, nil
}

// Unfinished is the tiers that are solved of a table that is not finished. It takes no lock:
// another process may go on with the table.
type Unfinished[S games.State] struct {
	*Journal
	partial *store.Partial
	codecs  Codecs
}

// OpenUnfinished opens the table of a game that is not finished; nil if there is none. Its
// errors are those of ReadTierProgress.
func OpenUnfinished[S games.State](db string, g games.Tiered[S]) (*Unfinished[S], error) {
	p, err := store.Peek(db, g.Info(), games.RulesDigest(games.Game[S](g)), games.Words[S](), true)
	if p == nil || err != nil {
		return nil, err
	}
	j, err := ReadJournal(p, g.Tiers())
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &Unfinished[S]{Journal: j, partial: p}, nil
}

// Cells reads the cells of a finished tier from index first to end, which are multiples of
// job.BlockCells or the end of the tier.
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

// Close ends reading.
func (u *Unfinished[S]) Close() error { return u.partial.Close() }
