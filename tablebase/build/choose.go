package build

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// choose makes a table if there is room for one, else searches. What is stored already,
// a table or a proof, it returns. A search that was begun goes on.
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
	r, err = v.prove(ctx, db, o)
	if not, ok := errors.AsType[*NotSearchableError](err); ok {
		return nil, fmt.Errorf("%w; %w", why, not)
	}
	return r, err
}

// errSlow says why there is no table of a game whose value is known without one.
var errSlow = errors.New("a table takes too long")

// errSearchFirst ends a solve for a search that may answer much sooner.
var errSearchFirst = errors.New("a search may answer sooner")

const (
	// slowTable is from how much time on a search is tried before a table is made.
	slowTable = 20 * time.Second
	// A search gets searchShare of the time that the table takes, within searchLeast and
	// searchMost.
	searchShare = 10
	searchLeast = 4 * time.Second
	searchMost  = 30 * time.Second
	// soleTable is after how much time of a solve a game of one role is searched for a play,
	// for searchMost.
	soleTable = 5 * time.Second
)

// errNumbered says why there is no table of a game.
var errNumbered = errors.New("positions are too large for a table")

// firstFor is how long a search is tried before a table is made that a forecast is of: it
// may answer in a small part of the time, as where somebody wins soon. It is 0 for games
// that are not searched, and if that is not for Solve to choose.
func (v typed[S]) firstFor(f *Forecast, o Options) time.Duration {
	if v.sole() {
		return searchMost
	}
	how := o.job()
	takes := f.CPU / time.Duration(how.WorkerCount())
	if o.Method != Auto || o.CountTerminals || takes < slowTable || v.searchable() != nil {
		return 0
	}
	return max(searchLeast, min(takes/searchShare, searchMost)).Truncate(time.Second)
}

// searchFirst searches for a while, and longer once it has the value and writes down the
// proof. It returns nil if there is no answer.
func (v typed[S]) searchFirst(ctx context.Context, db string, o Options) *Result {
	first, cancel := context.WithCancel(ctx)
	defer cancel()
	defer time.AfterFunc(v.firstFor(o.Progress.Forecast(), o), func() {
		if o.Progress.proof.Load() == 0 {
			cancel()
		}
	}).Stop()
	o.Method = Search
	r, err := v.prove(first, db, o)
	if ctx.Err() == nil { // else it tells what was done last
		o.Progress.nodes.Store(nil)
		o.Progress.search.Store(nil)
	}
	if err != nil {
		return nil
	}
	return r
}

// searchBegun says whether an earlier search has left open questions.
func (v typed[S]) searchBegun(db string) bool {
	_, err := store.VersionOf(db, store.OpenName(v.game.Info().Name))
	return err == nil
}

// tooLarge reports whether an error says that a table of a game would be too large.
func tooLarge(err error) bool {
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	return errors.As(err, &large) || errors.As(err, &wide)
}

// HopelessError says that a game is too large for a table and for a search.
type HopelessError struct {
	Label    string
	TooLarge error         // for a table
	Plies    int           // that play takes at least, in the sample of the forecast
	Depth    int           // plies that a search has looked ahead
	Growth   float64       // of its nodes, by ply
	Needs    time.Duration // for a search, by extrapolation
}

func (e *HopelessError) Error() string {
	return fmt.Sprintf("%v; and a search would take %s or more: play takes %d plies, a search has looked %d ahead, and each one more took %.1f times as long",
		e.TooLarge, e.needs(), e.Plies, e.Depth, e.Growth)
}

func (e *HopelessError) needs() string {
	switch days := e.Needs.Hours() / 24; {
	case days > 1000:
		return job.About(days/365) + " years"
	case days > 3:
		return fmt.Sprintf("%.0f days", days)
	}
	return fmt.Sprintf("%.0f hours", e.Needs.Hours())
}

// Unwrap is why there is no table.
func (e *HopelessError) Unwrap() error { return e.TooLarge }

const (
	// longPlay is from how many plies on it is looked whether a search can get to the end
	// of play at all: shorter play is proven or refuted before that is known.
	longPlay = 20
	// lookAhead is how long that takes.
	lookAhead = 4 * time.Second
	// longestSearch is how long a search may take by extrapolation.
	longestSearch = time.Hour
)

// hopeless returns a *HopelessError if a search cannot get to where play ends. It looks
// at games that end nowhere, in the sample of the forecast, before longPlay plies: it
// searches one ply deeper each time, and extrapolates how long that takes to the end.
func (v typed[S]) hopeless(ctx context.Context, o Options, why error) error {
	f := o.Progress.Forecast()
	if f == nil {
		var err error
		if f, err = v.forecastStates(ctx, forecast.Options{CPU: 2 * forecastCPU}); err != nil {
			return err
		}
	}
	if f.States.FirstEnd < longPlay {
		return nil
	}
	nodes := []uint64{0}
	d := deepen.New(v.game, deepen.Options{
		Threads: o.threads(), Time: lookAhead, Cache: DefaultCache,
		Deeper: func(a deepen.Analysis) { nodes = append(nodes, a.Nodes) },
	})
	defer d.Close()
	a, err := d.Run(ctx, v.game.Start())
	if err != nil || a.Proven() || ctx.Err() != nil {
		return ctx.Err()
	}
	depth := len(nodes) - 1
	last, growth := growthOf(nodes)
	needs := a.Elapsed.Seconds() / float64(a.Nodes) * last * math.Pow(growth, float64(f.States.FirstEnd-depth))
	if needs < longestSearch.Seconds() {
		return nil
	}
	return &HopelessError{
		Label: v.game.Info().Label(), TooLarge: why, Plies: f.States.FirstEnd, Depth: depth, Growth: growth,
		Needs: time.Duration(min(needs, math.MaxInt64/2e9)) * time.Second,
	}
}

// growthOf is how many nodes the last depth took, and how many times as many as the one
// before, by the last four; 0 and 0 where that is not known. Nodes are counted up to each
// depth; the least that a depth takes is what all take besides, for proofs.
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

// Searching is how far a search by proof numbers and alpha-beta is.
type Searching struct {
	Search string  // whose turn it is: proof numbers or alpha-beta
	Score  int     // it is asked whether the player to move scores so much
	Share  float64 // of the tree near the root that is settled, 0..1
	Moves  []SearchedMove
}

// SearchedMove is a move at the start, with its proof and its disproof number.
type SearchedMove struct {
	Name            string
	Proof, Disproof uint32
}
