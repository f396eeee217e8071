// Package tablebase opens finished tables and answers what a position is worth.
package tablebase

import (
	"context"
	"errors"
	"sync"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Block is a run of consecutive states of a layer.
type Block[S games.State] = block.Block[S]

// Table is a finished table, open for reading. It is safe for concurrent use.
type Table[S games.State] struct {
	*store.Table
	*block.Reader[S]                 // of a table of states
	Tiers            *tier.Reader[S] // of a table without states; else nil
	Game             games.Game[S]

	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: all states are in layer 0

	// Ender tells which states are terminal, where those are not stored; else it is nil.
	Ender games.Ender[S]

	mu       sync.Mutex
	outcomes map[value.Value]value.Outcome
}

// Open opens the table of g in the data directory db. Several processes may
// have one table open, also while a new one is built that replaces it. Its
// errors are ErrNoTable, *CorruptError, *ForeignError and *VersionError, or
// those of the file system.
func Open[S games.State](db string, g games.Game[S]) (*Table[S], error) {
	f, err := store.Open(db, g.Info(), func() uint64 { return games.RulesDigest(g) }, games.Words[S]())
	if err != nil {
		return nil, err
	}
	t := &Table[S]{
		Table: f, Reader: block.NewReader[S](f), Game: g, canonizer: games.CanonizerOf(g), outcomes: map[value.Value]value.Outcome{},
	}
	t.layered, _ = any(g).(games.Layered[S])
	if f.Solution().EndsByRules {
		t.Ender, _ = any(g).(games.Ender[S])
	}
	if len(f.Solution().Tiers) == 0 {
		return t, nil
	}
	if t.Tiers, err = tier.NewReader(f, g); err != nil {
		return nil, errors.Join(f.Damaged("its header", err), f.Close())
	}
	return t, nil
}

// CacheUpTo lets the table keep about so many bytes of what it has decoded, if that is more
// than it keeps anyway. It is for a caller that looks up positions all over the table.
func (t *Table[S]) CacheUpTo(bytes int64) {
	if t.Tiers != nil {
		t.Tiers.CacheUpTo(bytes)
		return
	}
	size := int64(job.BlockStates) * int64(8*games.Words[S]()+4)
	t.Reader.Resize(max(block.CacheBlocks, int(bytes/size)))
}

// TierCells reads a whole tier into memory; see tier.Reader. The table must be one of
// tiers.
func (t *Table[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error) {
	return t.Tiers.TierCells(ctx, tier, plies, workers)
}

// LoadCells reads the cells of a tier from index first to end; see tier.Reader. The table
// must be one of tiers.
func (t *Table[S]) LoadCells(ctx context.Context, tier int, first, end uint64) ([]value.Cell, error) {
	return t.Tiers.Load(ctx, tier, first, end, true, 1)
}

// FindCell finds a position of a tier with this cell; see tier.Reader. The table must
// be one of tiers.
func (t *Table[S]) FindCell(tier int, cell value.Cell) (s S, found bool, err error) {
	return t.Tiers.FindCell(tier, cell)
}
