// Package solve solves games and stores the results.
//
// Solve chooses the method, runs the solver, stores a table or a proof, and
// reports progress. An interrupted solve resumes when Solve is called again with
// the same game.
package solve

import (
	"context"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
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

// Options configures Solve. The zero value computes a table using all
// processors.
type Options struct {
	// Method is the method. It defaults to Table.
	Method Method
	// Until, if not empty, is the name of a tier. The method Table then solves
	// this tier and the tiers it depends on.
	Until string
	// Workers is the number of goroutines. It defaults to the number of
	// processors.
	Workers int
	// Memory, Limit and CountTerminals have the same meaning as in job.Options.
	// They apply to tables.
	Memory, Limit  int64
	CountTerminals bool
	// Budget is the maximum time for a table. A table is too large if the
	// forecast exceeds Budget. If the value is already known, the table must be
	// complete after half of Budget. 0 means no limit.
	Budget time.Duration
	// Plies makes a search prove the length of a win, too. If that takes longer
	// than the forecast for a table, which contains all lengths, Solve computes
	// a table instead.
	Plies bool
	// Cache limits the memory of the process during a search in bytes. It
	// defaults to half of the free memory, but at most 3 GiB, for the method
	// Search, and to DefaultCache for other searches. A value below 96 MiB
	// limits only the memory of the search.
	Cache int64
	// Force replaces an existing solution when the new solution is complete.
	Force bool
	// Tool is the version of the program, recorded in headers.
	Tool string
	// Warn, if not nil, is called with each non-fatal error.
	Warn func(warning error)
	// OnChoice, if not nil, is called with the choices of the method Auto, unless
	// the game is solved within a second. It may be called from another
	// goroutine.
	OnChoice func(Choice)
	// Progress, if not nil, is updated during the solve.
	Progress *Progress

	// patience is the processor time after which a table may replace a search
	// for lengths; 0 means never.
	patience time.Duration
}

// Choice is a choice of method and its reasons.
type Choice struct {
	Method   Method
	Forecast *Forecast // forecast for a table, or nil
	TooLarge error     // reason why no table is computed, or nil
	// For, if not 0, limits the time of the search. A table is computed if the
	// search has no result by then.
	For time.Duration
	// Lengths reports whether the choice is made during a search for the length
	// of a win. The search continues unless Method is Table.
	Lengths bool
}

// tell calls o.OnChoice if it is not nil.
func (o *Options) tell(c Choice) {
	if o.OnChoice != nil {
		o.OnChoice(c)
	}
}

const (
	// DefaultCache is the default of Options.Cache for methods except Search.
	DefaultCache = 384 << 20
	// maxCache is the maximum default of Options.Cache for the method Search.
	maxCache = 3 << 30
)

// Result is the result of Solve.
type Result struct {
	// Existed reports whether the result was already stored.
	Existed bool
	// Solution is the solution in the table. It is nil for a proof and if
	// Options.Until is set.
	Solution *job.Solution
	// Storing is the time for writing the table after the last value was
	// computed.
	Storing time.Duration
	// Tiers lists the solved tiers if Options.Until is set.
	Tiers []job.SolvedTier
	// Proof describes the proof. It is nil for a table.
	Proof *store.Summary
}

// Solve solves a game and stores the solution in the data directory db. It
// returns an existing solution unless o.Force is set.
//
// Solve returns the errors of write.Create and of the solvers, including
// *job.TooLargeError, *retro.TierTooLargeError and *cyclic.LoopError. It returns
// a *NotSearchableError for a game that the method cannot solve, a
// *NotTieredError or *NoTierError if o.Until is invalid, and an *UnfinishedError
// if a search stops without a result. Intermediate results are kept unless the
// game cannot be solved or its rules fail; see games.Failing.
func Solve(ctx context.Context, db string, v games.Variant, o Options) (*Result, error) {
	o.complete()
	g := of(v)
	inner, end := games.WithFailure(ctx, v)
	defer end()
	var r *Result
	var err error
	switch o.Method {
	case AlphaBeta, PNS, Search:
		o.patience = lengthPatience
		r, err = g.prove(inner, db, o)
	case Auto:
		r, err = g.choose(inner, db, o)
	default:
		r, err = g.makeTable(inner, db, o)
	}
	if failed := games.Failure(v); failed != nil {
		return nil, failed // err is only a consequence
	}
	return r, err
}

// complete replaces nil fields by defaults.
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

// Progress is the progress of a call of Solve. The zero value is ready to use.
// Its methods are safe for concurrent use. A Progress must not be reused.
type Progress struct {
	table    job.Progress
	forecast atomic.Pointer[Forecast]
	search   atomic.Pointer[func() (Searching, bool)]
	nodes    atomic.Pointer[func() uint64] // number of positions searched; nil before a search
	plies    atomic.Int64                  // lower bound of the length of the win
	proof    atomic.Int64                  // number of positions in the proof
	states   atomic.Int64                  // number of states found by a search for a play
}

// Table returns the progress of a table solver.
func (p *Progress) Table() *job.Progress { return &p.table }

// Forecast returns the forecast for the table being computed, or nil if there is
// none.
func (p *Progress) Forecast() *Forecast { return p.forecast.Load() }

// Plies returns a lower bound of the length of the win, or 0 if no length is
// being proven.
func (p *Progress) Plies() int { return int(p.plies.Load()) }

// Searching returns the state of a search with the method Search. It reports
// false if no such search is running.
func (p *Progress) Searching() (s Searching, ok bool) {
	if state := p.search.Load(); state != nil {
		return (*state)()
	}
	return s, false
}

// endSearch resets the progress of a search that is followed by a table.
func (p *Progress) endSearch() {
	p.nodes.Store(nil)
	p.search.Store(nil)
	p.plies.Store(0)
	p.proof.Store(0)
}

// Snapshot returns the current progress. For a search, Done and States are the
// number of positions searched or, once the proof is being written, the number
// of positions in the proof; Total is 0.
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

// variant is a game with states of any type.
type variant interface {
	choose(ctx context.Context, db string, o Options) (*Result, error)
	makeTable(ctx context.Context, db string, o Options) (*Result, error)
	prove(ctx context.Context, db string, o Options) (*Result, error)
	proveBy(ctx context.Context, db string, o Options, newEngine any) (*Result, error)
	stored(db string) (*Result, error)
	searchable() error
	forecast(ctx context.Context, db string, workers int) (*Forecast, error)
}

// of returns v with its state type. If it were inlined in another package, the
// code of typed would be compiled there again.
//
//go:noinline
func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

// tiered returns the game as a games.Tiered. It reports false if the game has no
// tiers or has layers, which take precedence.
func (v typed[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}
