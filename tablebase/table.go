// Package tablebase opens finished tables and looks up the values of positions.
package tablebase

import (
	"errors"
	"sync"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Block is a run of consecutive states in a layer.
type Block[S games.State] = block.Block[S]

// Table is a finished table that is open for reading. It is safe for concurrent
// use.
type Table[S games.State] struct {
	*store.Table
	*block.Reader[S]                 // for a table that stores states
	Tiers            *tier.Reader[S] // nil unless the table is tiered
	Game             games.Game[S]

	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil if all states are in layer 0

	// TerminalTester determines which states are terminal. It is nil if the table stores
	// terminal states.
	Ender games.TerminalTester[S]

	mu       sync.Mutex
	outcomes map[value.Value]value.Outcome
}

// Open opens the table of g in the data directory db. Several processes may have
// the same table open, even while another process replaces it. Errors include
// [store.ErrNoTable], [*store.CorruptError], [*store.ForeignError] and
// [*store.VersionError].
func Open[S games.State](db string, g games.Game[S]) (*Table[S], error) {
	f, err := store.Open(db, g.Info(), func() uint64 { return games.RulesDigest(g) }, games.Words[S]())
	if err != nil {
		return nil, err
	}
	t := &Table[S]{
		Table: f, Reader: block.NewReader[S](f), Game: g, canonizer: games.CanonizerOf(g), outcomes: map[value.Value]value.Outcome{},
	}
	t.layered, _ = any(g).(games.Layered[S])
	if f.Solution().TerminalsOmitted {
		t.Ender, _ = any(g).(games.TerminalTester[S])
	}
	if len(f.Solution().Tiers) == 0 {
		return t, nil
	}
	if t.Tiers, err = tier.NewReader(f, g); err != nil {
		return nil, errors.Join(f.Damaged("invalid header", err), f.Close())
	}
	return t, nil
}

// SetCacheSize limits the cache of decoded blocks to about the given number of
// bytes. The limit is never less than the default. A large cache speeds up lookups
// in random order.
func (t *Table[S]) SetCacheSize(bytes int64) {
	if t.Tiers != nil {
		t.Tiers.SetCacheSize(bytes)
		return
	}
	size := int64(job.BlockStates) * int64(8*games.Words[S]()+4)
	t.Reader.Resize(max(block.CacheBlocks, int(bytes/size)))
}
