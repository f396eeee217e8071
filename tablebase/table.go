// Package tablebase opens finished tables and answers what a position is worth.
package tablebase

import (
	"context"
	"errors"
	"iter"
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
	stored    *store.Table
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: all states are in layer 0
	blocks    *block.Reader[S]
	tiers     *tier.Reader[S] // of a table without states; else nil

	mu       sync.Mutex
	outcomes map[value.Value]value.Outcome
}

// Open opens the table of g in the data directory db. Several processes may
// have one table open, also while a new one is built that replaces it. Its
// errors are ErrNoTable, *CorruptError, *ForeignError and *VersionError, or
// those of the file system.
func Open[S games.State](db string, g games.Game[S]) (*Table[S], error) {
	f, err := store.Open(db, g.Info(), games.RulesDigest(g), games.Words[S]())
	if err != nil {
		return nil, err
	}
	t := &Table[S]{
		stored: f, game: g, canonizer: games.CanonizerOf(g), blocks: block.NewReader[S](f), outcomes: map[value.Value]value.Outcome{},
	}
	t.layered, _ = any(g).(games.Layered[S])
	if len(f.Header().Solution.Tiers) == 0 {
		return t, nil
	}
	if t.tiers, err = tier.NewReader(f, g); err != nil {
		return nil, errors.Join(f.Damaged("its header", err), f.Close())
	}
	return t, nil
}

// Header describes the table. It must not be changed.
func (t *Table[S]) Header() *store.Header { return t.stored.Header() }

// Solution describes the solution. It must not be changed.
func (t *Table[S]) Solution() *job.Solution { return t.stored.Header().Solution }

// Close ends reading.
func (t *Table[S]) Close() error { return t.stored.Close() }

// Size is the size of the table on disk, in bytes.
func (t *Table[S]) Size() (int64, error) { return t.stored.Size() }

// Stored is what the table consists of.
func (t *Table[S]) Stored() *store.Table { return t.stored }

// Game is the game that the table is of.
func (t *Table[S]) Game() games.Game[S] { return t.game }

// BlockReader reads the blocks of a table that is not one of tiers.
func (t *Table[S]) BlockReader() *block.Reader[S] { return t.blocks }

// TierReader reads the cells of a table of tiers; it is nil for others.
func (t *Table[S]) TierReader() *tier.Reader[S] { return t.tiers }

// Blocks yields all blocks of a layer in order; see BlockReader. The table must
// not be one of tiers.
func (t *Table[S]) Blocks(layer int) iter.Seq2[Block[S], error] { return t.blocks.Blocks(layer) }

// Cells appends the value of each state for its player to move; see TierReader. The
// table must be one of tiers.
func (t *Table[S]) Cells(dst []value.Cell, states []S, plies bool) ([]value.Cell, error) {
	return t.tiers.Cells(dst, states, plies)
}

// TierCells reads a whole tier into memory; see TierReader. The table must be one of
// tiers.
func (t *Table[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error) {
	return t.tiers.TierCells(ctx, tier, plies, workers)
}

// FindCell finds a position of a tier with this cell; see TierReader. The table must
// be one of tiers.
func (t *Table[S]) FindCell(tier int, cell value.Cell) (s S, found bool, err error) {
	return t.tiers.FindCell(tier, cell)
}
