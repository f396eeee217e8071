package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// choose returns the stored table or proof, if any, or continues an interrupted search.
// If there is neither, choose builds a table if one fits, and otherwise searches.
func (v typed[S]) choose(ctx context.Context, db string, o Options) (*Result, error) {
	if !o.Force && o.Until == "" {
		if _, err := store.VersionOf(db, v.game.Info().Name); err != nil {
			_, err := proof.Summarize(db, v.game)
			if err == nil || v.searchable() == nil && v.searchBegun(db) && !store.HasPartial(db, v.game.Info().Name) {
				o.Method = Search
				return v.prove(ctx, db, o)
			}
		}
	}
	if v.numbered() && v.sole() {
		o.Method = Search
		o.tell(Choice{Method: Search, TooLarge: errNumbered})
		return v.prove(ctx, db, o)
	}
	table, cancel := ctx, func() {}
	if o.Budget > 0 && v.even() {
		table, cancel = context.WithTimeout(ctx, o.Budget/2)
	}
	r, err := v.makeTable(table, db, o)
	late := err != nil && ctx.Err() == nil && table.Err() != nil
	cancel()
	if (late || tooLarge(err) || v.numbered()) && o.Until == "" && v.even() {
		if late {
			err = errSlow
		}
		o.tell(Choice{Method: Search, TooLarge: err})
		return v.proveEven(db, o)
	}
	if !tooLarge(err) || v.searchable() != nil {
		return r, err
	}
	why := err
	if !v.sole() {
		if err := v.hopeless(ctx, o, why); err != nil {
			return nil, err
		}
	}
	o.Method = Search
	o.tell(Choice{Method: Search, Forecast: o.Progress.Forecast(), TooLarge: why})
	limited, stop := ctx, func() {}
	if o.SearchTime > 0 && !v.sole() {
		limited, stop = o.Progress.limitSearch(ctx, o.SearchTime)
	}
	defer stop()
	r, err = v.prove(limited, db, o)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, &HopelessError{Label: v.game.Info().Label(), TooLarge: why, Searched: o.SearchTime}
	}
	if not, ok := errors.AsType[*NotSearchableError](err); ok {
		return nil, fmt.Errorf("%w; %w", why, not)
	}
	return r, err
}

// errSlow is the reason for not building a table if the value follows from symmetry
// and building the table takes more than half of the budget.
var errSlow = errors.New("building a table takes too long")

// errSearchFirst interrupts a table solver to try a search, which may be much
// faster.
var errSearchFirst = errors.New("a search may be faster")

const (
	// slowTable is the minimum forecast time of a table for which a search is tried
	// first.
	slowTable = 20 * time.Second
	// The time limit of a search that precedes a table is 1/searchShare of the table's
	// forecast time, but at least searchLeast and at most searchMost.
	searchShare = 10
	searchLeast = 4 * time.Second
	searchMost  = 30 * time.Second
	// soleTable is the time after which the table solver for a single-role game is
	// interrupted. A search for a play follows, which takes at most searchMost.
	soleTable = 5 * time.Second
)

// errNumbered is the reason for not building a table of a numbered game.
var errNumbered = errors.New("positions are too large for a table")

// firstFor returns the time limit of a search that precedes a table with the given
// forecast. It returns 0 if there should be no search. A search requires the method
// Auto without o.CountTerminals. Unless v.sole returns true, the game must also be
// searchable, and the table must take at least slowTable.
func (v typed[S]) firstFor(f *Forecast, o Options) time.Duration {
	if o.Method != Auto || o.CountTerminals {
		return 0
	}
	if v.sole() {
		return searchMost
	}
	how := o.job()
	takes := f.Seconds / float64(how.WorkerCount())
	if takes < slowTable.Seconds() || v.searchable() != nil {
		return 0
	}
	limit := min(takes/searchShare, searchMost.Seconds())
	return max(searchLeast, time.Duration(limit)*time.Second)
}

// limitSearch returns a context that is cancelled after the given time, unless the
// search has found the value by then and is constructing the proof.
func (p *Progress) limitSearch(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	timer := time.AfterFunc(limit, func() {
		if p.proof.Load() == 0 {
			cancel()
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel()
	}
}

// searchFirst runs a search with the time limit returned by firstFor. It returns nil
// if the search has no result.
func (v typed[S]) searchFirst(ctx context.Context, db string, o Options) *Result {
	first, stop := o.Progress.limitSearch(ctx, v.firstFor(o.Progress.Forecast(), o))
	defer stop()
	o.Method = Search
	r, err := v.prove(first, db, o)
	if ctx.Err() == nil { // otherwise progress shows the interrupted search
		o.Progress.endSearch()
	}
	if err != nil {
		return nil
	}
	return r
}

// searchBegun reports whether the data directory db contains a snapshot of an
// earlier search.
func (v typed[S]) searchBegun(db string) bool {
	_, err := store.VersionOf(db, store.OpenName(v.game.Info().Name))
	return err == nil
}

// tooLarge reports whether err means that the table would be too large. It returns false for a
// game that seems endless; a search of it could take forever.
func tooLarge(err error) bool {
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	return errors.As(err, &large) && large.Endless == "" || errors.As(err, &wide)
}

// HopelessError is returned for a game that is too large for a table and too hard for a
// search. If Searched is not 0, a search did not find the value within that time.
// Otherwise the remaining fields explain why a search would take too long.
type HopelessError struct {
	Label    string
	TooLarge error         // reason for not building a table
	Searched time.Duration // Options.SearchTime
	Plies    int           // length of the shortest play in the forecast's sample, in plies
	Depth    int           // depth reached by a trial search, in plies
	Growth   float64       // factor by which the nodes of the trial search grow per ply
	Needs    float64       // extrapolated time of a search, in seconds
}

func (e *HopelessError) Error() string {
	if e.Searched > 0 {
		return fmt.Sprintf("%v; a search of %s did not find the value", e.TooLarge, e.Searched)
	}
	return fmt.Sprintf("%v; a search would take an estimated %s, because play takes %d plies, a trial search reached depth %d, and each additional ply took %.1f times as long",
		e.TooLarge, job.Span(e.Needs), e.Plies, e.Depth, e.Growth)
}

// Unwrap returns the reason for not building a table.
func (e *HopelessError) Unwrap() error { return e.TooLarge }

const (
	// longPlay is the minimum length of sampled plays, in plies. If a sampled play is
	// shorter, hopeless does not examine the game.
	longPlay = 20
	// lookAhead is the time limit of the trial search in hopeless.
	lookAhead = 4 * time.Second
	// longestSearch is the extrapolated time above which a search is considered
	// hopeless.
	longestSearch = time.Hour
)

// hopeless returns a *HopelessError if a search cannot reach the end of play. It
// examines only games in which every sampled play takes at least longPlay plies. It
// runs a trial search of increasing depth and extrapolates the time of a search to the
// full depth.
func (v typed[S]) hopeless(ctx context.Context, o Options, why error) error {
	f := o.Progress.Forecast()
	if f == nil {
		var err error
		if f, err = v.estimate(ctx, nil, forecast.Options{CPU: 2 * forecastCPU}); err != nil {
			return err
		}
	}
	if f.States.FirstTerminalLayer < longPlay {
		return nil
	}
	nodes := []uint64{0}
	d := deepen.New(v.game, deepen.Options{
		Threads: o.threads(), Time: lookAhead, Cache: search.DivideMemory(o.searchLimit()).Tables,
		OnDepth: func(a deepen.Analysis) { nodes = append(nodes, a.Nodes) },
	})
	defer d.Close()
	a, err := d.Run(ctx, v.game.Start())
	if err != nil || a.Proven() || ctx.Err() != nil {
		return ctx.Err()
	}
	depth := len(nodes) - 1
	last, growth := growthOf(nodes)
	needs := a.Elapsed.Seconds() / float64(a.Nodes) * last * math.Pow(growth, float64(f.States.FirstTerminalLayer-depth))
	if needs < longestSearch.Seconds() {
		return nil
	}
	return &HopelessError{
		Label: v.game.Info().Label(), TooLarge: why, Plies: f.States.FirstTerminalLayer, Depth: depth, Growth: growth,
		Needs: needs,
	}
}

// growthOf returns the number of nodes searched at the last depth and the growth factor
// per ply, averaged over the last four depths. nodes holds the cumulative number of
// nodes after each depth. The smallest number of nodes at any depth is subtracted as
// overhead. If the search had too few nodes or depths, growthOf returns 0, 0.
func growthOf(nodes []uint64) (last, growth float64) {
	const steps, enough = 4, 1000
	at := len(nodes) - 1
	if at <= steps {
		return 0, 0
	}
	least := uint64(math.MaxUint64)
	for i := 1; i <= at; i++ {
		least = min(least, nodes[i]-nodes[i-1])
	}
	took := func(i int) float64 { return float64(nodes[i] - nodes[i-1] - least) }
	if took(at-steps) < enough {
		return 0, 0
	}
	return took(at), math.Pow(took(at)/took(at-steps), 1./steps)
}

// Searching describes the progress of a search with the method Search.
type Searching struct {
	Share float64 // settled fraction of the tree near the root, in [0, 1]
	Moves []SearchedMove
}

// SearchedMove is a move in the start position, with its proof number and disproof
// number.
type SearchedMove struct {
	Name            string
	Proof, Disproof uint32
}
