// Package tablebase opens finished tables and looks up the values of positions.
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
	*block.Reader[S]                 // for a table with states
	Tiers            *tier.Reader[S] // for a table with tiers; otherwise nil
	Game             games.Game[S]

	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: all states are in layer 0

	// Ender reports which states are terminal. It is nil if terminal states are
	// stored.
	Ender games.TerminalTester[S]

	mu       sync.Mutex
	outcomes map[value.Value]value.Outcome
}

// Open opens the table of g in the data directory db. Several processes can open
// a table concurrently, even while another process replaces it. The errors
// include store.ErrNoTable, *store.CorruptError, *store.ForeignError and
// *store.VersionError.
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
		t.Ender, _ = any(g).(games.TerminalTester[S])
	}
	if len(f.Solution().Tiers) == 0 {
		return t, nil
	}
	if t.Tiers, err = tier.NewReader(f, g); err != nil {
		return nil, errors.Join(f.Damaged("its header", err), f.Close())
	}
	return t, nil
}

// SetCacheSize sets the size of the cache of decoded blocks to about the given
// number of bytes, or to the default size if that is larger. Callers that look up
// positions in random order benefit from a large cache.
func (t *Table[S]) SetCacheSize(bytes int64) {
	if t.Tiers != nil {
		t.Tiers.SetCacheSize(bytes)
		return
	}
	size := int64(job.BlockStates) * int64(8*games.Words[S]()+4)
	t.Reader.Resize(max(block.CacheBlocks, int(bytes/size)))
}

// TierCells reads a whole tier into memory; see tier.Reader. The table must have
// tiers.
func (t *Table[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error) {
	return t.Tiers.TierCells(ctx, tier, plies, workers)
}

// FindCell returns a position of a tier with the given cell; see tier.Reader. The
// table must have tiers.
func (t *Table[S]) FindCell(tier int, cell value.Cell) (s S, found bool, err error) {
	return t.Tiers.FindCell(tier, cell)
}
