// Package solve solves games and stores the results.
//
// Solve selects a method, runs the solver, stores a table or a proof, and reports
// progress. An interrupted solve is resumed when Solve is called again with the
// same game.
package solve

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

// Method selects how a game is solved.
type Method string

// Supported methods.
const (
	Auto      Method = "auto"      // builds a table if one fits, and otherwise searches
	Table     Method = "table"     // solves every position by enumeration and backward induction
	Search    Method = "search"    // solves the start position by alternating proof-number and alpha-beta search
	AlphaBeta Method = "alphabeta" // solves the start position by alpha-beta search
	PNS       Method = "pns"       // solves the start position by proof-number search
)

// Methods returns all methods.
func Methods() []Method { return []Method{Auto, Table, Search, AlphaBeta, PNS} }

// Options configures Solve. With the zero value, Solve builds a table using all
// processors.
type Options struct {
	Method Method // defaults to Table
	// Until, if not empty, names a tier. The method Table then solves only this
	// tier and the tiers that it depends on.
	Until   string
	Workers int // number of goroutines; defaults to the number of processors
	// Memory, Limit and CountTerminals apply to tables; see job.Options.
	Memory, Limit  int64
	CountTerminals bool
	// Budget, if not 0, limits the time for building a table. A table whose forecast
	// exceeds Budget is considered too large. A call of Solve that builds a table for
	// longer than Budget returns a *BudgetError; unless its InMemory is set, the next
	// call resumes the table for up to Budget. If the value of the game follows
	// from symmetry, building the table is abandoned after half of Budget.
	Budget time.Duration
	// SearchTime, if not 0, limits the time in which the search that the method Auto
	// makes instead of building a table must find the value.
	SearchTime time.Duration
	// Plies makes a search also prove the length of a win. If the forecast shows that a
	// table, which contains all lengths, is faster, Solve builds one instead.
	Plies bool
	// Cache limits the memory of the process during a search, in bytes. For the
	// method Search, it defaults to half of the free memory, but at most 3 GiB. For
	// other searches, it defaults to DefaultCache. A value below 96 MiB limits only
	// the memory of the search itself.
	Cache int64
	Force bool   // replace an existing solution when the new one is complete
	Tool  string // version of the program, recorded in headers
	// Warn, if not nil, is called with each non-fatal error.
	Warn func(warning error)
	// OnChoice, if not nil, is called with each choice of the method Auto, unless
	// the game is solved within a second. It may be called from another goroutine.
	OnChoice func(Choice)
	// Progress, if not nil, is updated during the solve.
	Progress *Progress

	// patience is the processor time after which a table may replace a search for
	// the length of a win. If it is 0, no table replaces the search.
	patience time.Duration
}

// Choice describes which method was chosen and why.
type Choice struct {
	Method   Method
	Forecast *Forecast // forecast for a table, or nil
	TooLarge error     // reason for not building a table, or nil
	// For, if not 0, is the search time after which Solve builds a table.
	For time.Duration
	// Lengths reports whether the choice was made during a search for the length of
	// a win. Unless Method is Table, the search continues.
	Lengths bool
}

func (o *Options) tell(c Choice) {
	if o.OnChoice != nil {
		o.OnChoice(c)
	}
}

const (
	DefaultCache = 384 << 20 // default value of Options.Cache for methods other than Search
	maxCache     = 3 << 30   // maximum default value of Options.Cache for the method Search
)

// Result is the result of Solve.
type Result struct {
	Existed bool // the result was already stored
	// Solution is nil if the result is a proof or Options.Until is set.
	Solution *job.Solution
	Storing  time.Duration    // time spent writing the table after computing all values
	Tiers    []job.SolvedTier // solved tiers if Options.Until is set
	// Proof is nil if the result is a table.
	Proof *store.Summary
}

// Solve solves a game and stores the solution in the data directory db. If a
// solution exists, Solve returns it, unless o.Force is set.
//
// Solve returns the errors of [write.Create] and of the solvers, including
// [*job.TooLargeError], [*retro.TierTooLargeError] and [*cyclic.LoopError]. It
// returns a [*NotSearchableError] if the method cannot solve the game, a
// [*NotTieredError] or [*NoTierError] if o.Until is invalid, a [*BudgetError] if
// building a table takes longer than o.Budget, and an [*UnfinishedError] if a search stops without a result. Intermediate results are
// kept for another run, unless the game cannot be solved or its rules fail; see
// [games.Failing]. If the start position is terminal, all methods build a table.
func Solve(ctx context.Context, db string, v games.Variant, o Options) (*Result, error) {
	o.complete()
	g := of(v)
	inner, end := games.WithFailure(ctx, v)
	defer end()
	var r *Result
	var err error
	switch o.Method {
	case AlphaBeta, PNS, Search:
		if g.finished() {
			o.Method = Table // with one position
			r, err = g.makeTable(inner, db, o)
			break
		}
		o.patience = lengthPatience
		r, err = g.prove(inner, db, o)
	case Auto:
		r, err = g.choose(inner, db, o)
	default:
		r, err = g.makeTable(inner, db, o)
	}
	if failed := games.Failure(v); failed != nil {
		return nil, failed // failed is the cause of err
	}
	return r, err
}

func (o *Options) complete() {
	o.Progress = cmp.Or(o.Progress, new(Progress))
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
}

// Searchable returns a [*NotSearchableError] if a search cannot solve the game.
func Searchable(v games.Variant) error { return of(v).searchable() }

// Progress reports the progress of a call to Solve. The zero value is ready to use.
// It is safe for concurrent use and must not be reused for another call.
type Progress struct {
	table    job.Progress
	forecast atomic.Pointer[Forecast]
	search   atomic.Pointer[func() (Searching, bool)]
	nodes    atomic.Pointer[func() uint64] // number of nodes searched; nil unless a search runs
	plies    atomic.Int64                  // lower bound of the length of the win
	proof    atomic.Int64                  // number of positions in the proof
	states   atomic.Int64                  // number of states found by the search for a play
}

// Table returns the progress of the table solver.
func (p *Progress) Table() *job.Progress { return &p.table }

// Forecast returns the forecast for the table that is being built, or nil.
func (p *Progress) Forecast() *Forecast { return p.forecast.Load() }

// Plies returns the lower bound proven so far for the length of the win, or 0.
func (p *Progress) Plies() int { return int(p.plies.Load()) }

// Searching returns the state of a search with the method Search, if one is running.
func (p *Progress) Searching() (s Searching, ok bool) {
	if state := p.search.Load(); state != nil {
		return (*state)()
	}
	return s, false
}

// endSearch resets the progress of a search before a table is built.
func (p *Progress) endSearch() {
	p.nodes.Store(nil)
	p.search.Store(nil)
	p.plies.Store(0)
	p.proof.Store(0)
}

// Snapshot returns the current progress. During a search, Done and States are the
// number of positions searched. Once the proof is being written, they are the
// number of positions in the proof. In both cases, Total is 0.
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

// variant is a game whose state type is not known statically.
type variant interface {
	choose(ctx context.Context, db string, o Options) (*Result, error)
	makeTable(ctx context.Context, db string, o Options) (*Result, error)
	prove(ctx context.Context, db string, o Options) (*Result, error)
	proveBy(ctx context.Context, db string, o Options, newEngine any) (*Result, error)
	stored(db string) (*Result, error)
	searchable() error
	finished() bool
	forecast(ctx context.Context, db string, workers int) (*Forecast, error)
}

// of returns v as a game with a known state type. It is not inlined, because the code
// of typed would then be compiled again in each calling package.
//
//go:noinline
func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

// finished reports whether the start position is terminal.
func (v typed[S]) finished() bool {
	children, _ := v.game.Expand(nil, nil, []S{v.game.Start()})
	return len(children) == 0
}

// tiered returns the game as a games.Tiered, unless it has layers, which take
// precedence.
func (v typed[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}
