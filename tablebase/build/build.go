// Package build solves games. It is what every driver calls: it chooses the method,
// makes the store, runs the solver, stores a table or a proof, and tells how far it
// is. What is interrupted goes on when Solve is called again with the same game.
package build

import (
	"context"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/store"
)

// Method is a way to solve a game.
type Method string

// The methods.
const (
	Auto      Method = "auto"      // a table if there is room for it, else a search
	Table     Method = "table"     // every position, by enumeration and backward induction
	Search    Method = "search"    // the start position, by proof numbers and alpha-beta in turn
	AlphaBeta Method = "alphabeta" // the start position, by alpha-beta search
	PNS       Method = "pns"       // the start position, by proof-number search
)

// Methods lists all methods.
func Methods() []Method { return []Method{Auto, Table, Search, AlphaBeta, PNS} }

// Options of Solve. The zero value makes a table on all cores.
type Options struct {
	// Method is how to solve; "" stands for Table.
	Method Method
	// Until, if not "", names the tier to stop after, of a game that is numbered tier
	// by tier. It is for the method Table.
	Until string
	// Workers is the number of goroutines; 0 means one for each processor.
	Workers int
	// Memory and Limit are those of job.Options, for a table.
	Memory, Limit int64
	// CountTerminals is that of job.Options, for a table.
	CountTerminals bool
	// Budget is how much time a table may take, by the forecast, 0 for any: a table
	// that takes more is too large. Where the value is known without a table, one gets half of it
	// by the clock.
	Budget time.Duration
	// Plies asks a search to prove the length of a win, too.
	Plies bool
	// Cache is the size of a search's table in memory, in bytes; 0 means DefaultCache.
	Cache int64
	// Force replaces what is stored already when the new solution is complete.
	Force bool
	// Tool is the version of the program, for the headers.
	Tool string
	// Warn, if not nil, is told of what is wrong but stops nothing.
	Warn func(warning error)
	// Chosen, if not nil, is told how the method Auto solves a game that is not solved in
	// a moment. It may be called from another goroutine.
	Chosen func(Choice)
	// Progress, if not nil, is kept up to date.
	Progress *Progress
}

// Choice is how a game is solved, and why.
type Choice struct {
	Method   Method
	Forecast *Forecast // of a table; nil if there is none
	TooLarge error     // why there is no table; nil if there is one
	// For, if not 0, is how long a search may take: if it has no answer by then, a table
	// is made.
	For time.Duration
}

// tell tells of a choice.
func (o *Options) tell(c Choice) {
	if o.Chosen != nil {
		o.Chosen(c)
	}
}

// DefaultCache is the default size of a search's table in memory, in bytes. By the method
// Search each of the two tables has an eighth of the free memory, up to MostCache.
const (
	DefaultCache = 256 << 20
	MostCache    = 1 << 30
)

// Result is what Solve has made or found.
type Result struct {
	// Existed says that it was stored already.
	Existed bool
	// Solution is that of the table; nil for a proof, and with Options.Until.
	Solution *job.Solution
	// Storing is how long making the table took after the last value was found.
	Storing time.Duration
	// Tiers are those that are solved; only with Options.Until.
	Tiers []job.SolvedTier
	// Proof describes the proof that a search has left; nil for a table.
	Proof *store.Summary
}

// Solve solves a game and stores the solution in the data directory db. What is
// stored there already it returns, unless o.Force is set.
//
// Its errors are those of write.Create and of the solvers, among them
// *job.TooLargeError, *retro.TierTooLargeError and *cyclic.LoopError;
// *NotSearchableError for a game that the method cannot solve; *NotTieredError and
// *NoTierError about o.Until; *UnfinishedError for a search that came to no end; and
// that of the context. What was done is kept then, but for a game that cannot be
// solved at all, and for one whose rules fail; see games.Failing.
func Solve(ctx context.Context, db string, v games.Variant, o Options) (*Result, error) {
	o.complete()
	g := of(v)
	inner, end := games.WithFailure(ctx, v)
	defer end()
	var r *Result
	var err error
	switch o.Method {
	case AlphaBeta, PNS, Search:
		r, err = g.prove(inner, db, o)
	case Auto:
		r, err = g.choose(inner, db, o)
	default:
		r, err = g.makeTable(inner, db, o)
	}
	if failed := games.Failure(v); failed != nil {
		return nil, failed // which says more than what came of it
	}
	return r, err
}

// complete replaces what may be nil.
func (o *Options) complete() {
	if o.Progress == nil {
		o.Progress = new(Progress)
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
}

// Searchable returns a *NotSearchableError for a game that searches cannot solve.
func Searchable(v games.Variant) error { return of(v).searchable() }

// Progress tells from outside how far Solve has come. Anyone may read it at any time.
// The zero value is ready to use, once.
type Progress struct {
	table    job.Progress
	forecast atomic.Pointer[Forecast]
	search   atomic.Pointer[func() (Searching, bool)]
	nodes    atomic.Pointer[func() uint64] // positions searched; nil until a search begins
	plies    atomic.Int64                  // that a win is known to take at least
	proof    atomic.Int64                  // positions in the proof
	states   atomic.Int64                  // met by a search for a play
}

// Table is the progress of a solver that makes a table.
func (p *Progress) Table() *job.Progress { return &p.table }

// Forecast is what the table takes that is being made; nil while that is not known.
func (p *Progress) Forecast() *Forecast { return p.forecast.Load() }

// Plies is how many plies the win is known to take at least whose length is being proven;
// 0 while none is.
func (p *Progress) Plies() int { return int(p.plies.Load()) }

// Searching is how far a search by proof numbers and alpha-beta is; it is false while
// there is none.
func (p *Progress) Searching() (s Searching, ok bool) {
	if look := p.search.Load(); look != nil {
		return (*look)()
	}
	return s, false
}

// Snapshot is the state of a Progress at one moment. While a search runs, Done and
// States count the positions searched, then those in the proof; Total is not known.
func (p *Progress) Snapshot() job.Snapshot {
	nodes := p.nodes.Load()
	if nodes == nil {
		return p.table.Snapshot()
	}
	if n := p.proof.Load(); n > 0 {
		return job.Snapshot{Phase: job.Proving, Done: n, States: n}
	}
	n := int64((*nodes)())
	return job.Snapshot{Phase: job.Searching, Done: n, States: n}
}

// variant is a game that can be solved, whatever the type of its states.
type variant interface {
	choose(ctx context.Context, db string, o Options) (*Result, error)
	makeTable(ctx context.Context, db string, o Options) (*Result, error)
	prove(ctx context.Context, db string, o Options) (*Result, error)
	searchable() error
	forecast(ctx context.Context, db string, workers int) (*Forecast, error)
	reachable(ctx context.Context, workers int, progress *Progress) ([]retro.Reached, error)
}

func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

// tiered is the game as one that is solved tier by tier, if it is.
func (v typed[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}
