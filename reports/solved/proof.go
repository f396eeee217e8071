package solved

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/deepen"
	"zermelo/solver/search/length"
	"zermelo/solver/search/table"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// ProofNodes is the default of Limit.Nodes.
const ProofNodes = 200_000

// Limit limits the search for the value of a single position.
type Limit struct {
	Nodes uint64        // 0 means no limit
	Time  time.Duration // 0 means no limit
	// Stored disables searches. Values that are not stored are then unknown.
	Stored bool
	// Any makes OpenUnsolved accept all games without a search. Only terminal positions have values.
	Any bool
	// Warn, if not nil, is called if a proof can be read but other search results cannot.
	Warn func(warning error)
}

// OpenStored opens the table of a variant or, if it has none and limit is not nil, its search results.
// Errors are those of Open and OpenProof; if nothing is stored, the error is that of Open.
func OpenStored(ctx context.Context, db string, v games.Variant, limit *Limit) (Game, error) {
	b, err := Open(db, v)
	if limit == nil || !errors.Is(err, store.ErrNoTable) {
		return b, err
	}
	p, none := OpenProof(ctx, db, v, *limit)
	if errors.Is(none, store.ErrNoTable) {
		return nil, err
	}
	return p, none
}

// OpenProof opens a variant's search results stored in the data directory db, such as a proof of
// the start value. The returned Game searches for missing values, subject to limit. A value that is
// not found is "not proven" and has an estimate. When ctx is cancelled, searches stop and calls in
// progress return ctx.Err(). Errors are those of [tablebase.Open].
func OpenProof(ctx context.Context, db string, v games.Variant, limit Limit) (Game, error) {
	return games.ByState(v, openProof[uint64], openProof[[2]uint64], wideProof)(ctx, db, limit)
}

func openProof[S games.State](g games.Game[S]) func(context.Context, string, Limit) (Game, error) {
	return func(ctx context.Context, db string, limit Limit) (Game, error) {
		if len(g.Info().Roles) == 1 {
			p, path, h, err := proof.OpenPlay(db, g)
			if err != nil {
				return nil, err
			}
			size, err := store.Size(db, h.Name)
			return New(g, newPlayTable(g, p, path, size), h.Solution), err
		}
		facts, err := proof.OpenFacts(db, search.Plain(g))
		if err != nil {
			return nil, err
		}
		name := store.KnownName(g.Info().Name)
		solution := &job.Solution{Outcomes: value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}, Method: "search"}
		switch {
		case facts.None() && facts.Damage != nil:
			return nil, facts.Damage
		case facts.None():
			return nil, fmt.Errorf("%w: no search results for %s", store.ErrNoTable, g.Info().Label())
		case facts.Proof != nil:
			name, solution = facts.Header.Name, facts.Header.Solution
		}
		if facts.Damage != nil && limit.Warn != nil {
			limit.Warn(facts.Damage)
		}
		size, err := store.Size(db, name)
		if err != nil {
			return nil, err
		}
		return New(g, newSearchedTable(ctx, g, facts, size, limit), solution), nil
	}
}

// searchedTable is a Table of stored search results. It searches for missing values. Calls are
// serialized.
type searchedTable[S games.State] struct {
	game  games.Searcher[S]
	facts *proof.Facts[S]
	size  int64
	ctx   context.Context // used by all searches, because Table.Probe has no context
	limit Limit           // limit for each position

	mu       sync.Mutex
	prover   *alphabeta.Search[S]
	deepener *deepen.Search[S]
	lengths  *length.Search[S] // nil if positions can repeat
	results  map[S]result[S]   // by canonical position
}

const maxResults = 1 << 18 // maximum number of cached results

// result holds bounds on the score of a position for the player to move. If the bounds differ, it
// also holds an estimate and the canonical position after the most promising move.
type result[S games.State] struct {
	low, high int
	estimate  float64
	best      S
	plies     plies // bounds on the length of a win
}

const (
	searchCache   = 64 << 20 // size of the transposition table for values, in bytes
	estimateCache = 16 << 20 // size of the transposition table for estimates, in bytes
	lengthNodes   = 20_000   // node limit of a search for the length of a win
	estimateNodes = 10_000   // node limit of a search for an estimate
	// proofStates is the maximum number of positions in a proof that are added to the
	// transposition table, which has about this capacity.
	proofStates = 1 << 20
)

func newSearchedTable[S games.State](ctx context.Context, g games.Game[S], facts *proof.Facts[S], size int64, limit Limit) *searchedTable[S] {
	s := search.Plain(g)
	p := &searchedTable[S]{
		game: s, facts: facts, size: size, ctx: ctx, limit: limit, results: map[S]result[S]{},
		prover:   alphabeta.New(s, table.New(s, searchCache), search.Options{Nodes: limit.Nodes}),
		deepener: deepen.New(g, deepen.Options{Nodes: estimateNodes, Cache: estimateCache}),
	}
	for s, b := range facts.Known {
		p.prover.AddBounds(s, b)
	}
	p.measureLengths(g)
	if facts.Proof == nil {
		return p
	}
	for _, st := range facts.Proof.Strategies {
		if st == nil {
			continue
		}
		for _, at := range st.States[:min(len(st.States), proofStates)] {
			p.prover.AddBounds(at, search.Bounds{Low: st.Score, High: s.Scores(), Move: -1})
		}
	}
	return p
}

func (p *searchedTable[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ends := p.game.Expand(nil, nil, states)
	// Search in reverse order, because the length of a win depends on the lengths after its moves.
	for i := len(states) - 1; i > 0; i-- {
		if ends[i] > ends[i-1] {
			if _, err := p.find(states[i]); err != nil {
				return dst, err
			}
		}
	}
	return probe(games.Game[S](p.game), dst, states, func(_ int, s S) (value.Value, bool, error) {
		f, err := p.find(s)
		if err != nil || f.low < f.high {
			return 0, false, err
		}
		v := f.value(games.Game[S](p.game), s)
		if f.plies.exact() {
			v = value.Measured(int16(v.Payoff()), f.plies.least)
		}
		return v, true, nil
	})
}

// value returns the proven value of state s, whose score is r.low.
func (r *result[S]) value(g games.Game[S], s S) value.Value {
	score := r.low
	if games.Mover(g, s) == 1 {
		score = -score
	}
	return value.Unmeasured(search.PayoffOf(g.Info().Total, score))
}

// find returns the result for a nonterminal position. If the result is not cached, find computes
// it.
func (p *searchedTable[S]) find(s S) (result[S], error) {
	canonical, _ := games.Canonical(games.Game[S](p.game), s)
	f, ok := p.results[canonical]
	if ok {
		return f, nil
	}
	f.low, f.high = p.facts.Bounds(canonical)
	if f.low < f.high && !p.limit.Stored {
		if err := p.search(canonical, &f); err != nil {
			return f, err
		}
	}
	if f.low == f.high && f.low != 0 {
		if err := p.measure(canonical, &f); err != nil {
			return f, err
		}
	}
	if len(p.results) < maxResults {
		p.results[canonical] = f
	}
	return f, nil
}

// ignoreLimit returns nil if err is due to a search limit or a repetition. Otherwise, it returns
// err.
func ignoreLimit(err error) error {
	_, repeats := errors.AsType[*search.RepeatError](err)
	if repeats || errors.Is(err, search.ErrNodes) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// timeout returns a context that enforces the search's time limit.
func (p *searchedTable[S]) timeout() (context.Context, context.CancelFunc) {
	if p.limit.Time > 0 {
		return context.WithTimeout(p.ctx, p.limit.Time)
	}
	return p.ctx, func() {}
}

// search improves the bounds in f for a canonical position and stops at the search limits. If the
// bounds still differ, it also computes an estimate.
func (p *searchedTable[S]) search(s S, f *result[S]) error {
	if !search.Repeats(games.Game[S](p.game)) { // might not terminate if positions can repeat
		ctx, cancel := p.timeout()
		defer cancel()
		p.prover.AddBounds(s, search.Bounds{Low: f.low, High: f.high, Move: -1})
		low, high, err := p.prover.Score(ctx, s)
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		if err = ignoreLimit(err); err != nil {
			return err
		}
		f.low, f.high = max(f.low, low), min(f.high, high)
	}
	if f.low < f.high {
		a, err := p.deepener.Run(p.ctx, s)
		if err = errors.Join(err, p.ctx.Err()); err != nil {
			return err
		}
		f.low, f.high, f.estimate = max(f.low, a.Low), min(f.high, a.High), a.Estimate
		g := games.Game[S](p.game)
		children, _ := g.Expand(nil, nil, []S{s})
		best := slices.Index(games.NotationOf(g).Moves(s)[a.Mover], a.Line[0])
		f.best, _ = games.Canonical(g, children[best])
	}
	return nil
}

func (p *searchedTable[S]) Estimate(s S) (estimate float64, best S, known bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, err := p.find(s)
	if err == nil && games.Mover[S](p.game, s) == 1 {
		f.estimate = -f.estimate
	}
	return f.estimate, f.best, f.low < f.high, err
}

func (p *searchedTable[S]) Size() (int64, error) { return p.size, nil }

func (p *searchedTable[S]) Close() error {
	if p.lengths != nil {
		p.lengths.Close()
	}
	p.prover.Close()
	p.deepener.Close()
	return nil
}
