package book

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
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// ProofNodes is how many positions are searched by default for a value that a
// proof does not tell.
const ProofNodes = 200_000

// Limit is how far to search for a value that a proof does not tell.
type Limit struct {
	Nodes uint64        // positions; 0 means no limit
	Time  time.Duration // 0 means no limit
	// Warn, if not nil, is told of results of searches that cannot be read, where
	// there is a proof to answer from without them.
	Warn func(warning error)
}

// OpenProof opens what searches have left of a variant in the data directory db:
// the proof of its start, if there is one, and other results. What they do not
// tell is searched for within limit; what is still open then has the words "not
// proven" with an estimate, which is for ordering moves. The lengths of play are
// not known. When ctx ends, so do searches, and what asked for them fails with its
// error. Its errors are those of tablebase.Open.
func OpenProof(ctx context.Context, db string, v games.Variant, limit Limit) (Book, error) {
	return of(v).openProof(ctx, db, limit)
}

func (v typed[S]) openProof(ctx context.Context, db string, limit Limit) (Book, error) {
	g := v.game
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
		return nil, fmt.Errorf("%w: no search has proven anything about %s", store.ErrNoTable, g.Info().Label())
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
	return New(g, newProofProber(ctx, g, facts, size, limit), solution), nil
}

// proofProber tells the values of positions from what searches have left, and by
// search where that says nothing. It searches for one caller at a time.
type proofProber[S games.State] struct {
	game  games.Searcher[S]
	facts *proof.Facts[S]
	size  int64
	ctx   context.Context // of all searches, as the methods of a Book have none
	time  time.Duration   // for a position; 0: no limit

	mu     sync.Mutex
	table  *search.Table[S]
	prover *search.AlphaBeta[S]
	guess  *search.Deepener[S]
	known  map[S]finding[S] // about canonical positions that were asked for
}

// searchedPositions is how many results are remembered; the search's table
// remembers more.
const searchedPositions = 1 << 18

// finding is the range that the score of a position lies in, and where it is not
// known an estimate, both for the player to move, with the canonical position
// after the move that seems best.
type finding[S games.State] struct {
	low, high int
	estimate  float64
	best      S
}

const (
	// proberCache is the size of the search's table, in bytes, guessCache that of
	// the tables for estimates.
	proberCache = 64 << 20
	guessCache  = 16 << 20
	// guessNodes is how many positions are searched for an estimate.
	guessNodes = 10_000
	// taughtStates is how many positions of a proof a search begins with: as many
	// as its table has room for.
	taughtStates = 1 << 20
)

func newProofProber[S games.State](ctx context.Context, g games.Game[S], facts *proof.Facts[S], size int64, limit Limit) *proofProber[S] {
	s := search.Plain(g)
	table := search.NewTable(s, proberCache)
	p := &proofProber[S]{
		game: s, facts: facts, size: size, ctx: ctx, time: limit.Time, table: table, known: map[S]finding[S]{},
		prover: search.NewAlphaBeta(s, table, search.Options{Nodes: limit.Nodes}),
		guess:  search.NewDeepener(g, search.DeepenOptions{Nodes: guessNodes, Cache: guessCache}),
	}
	for s, b := range facts.Known {
		p.table.Store(s, b, 1<<30)
	}
	if facts.Proof == nil {
		return p
	}
	for _, st := range facts.Proof.Strategies {
		if st == nil {
			continue
		}
		for _, at := range st.States[:min(len(st.States), taughtStates)] {
			p.table.Store(at, search.Bounds{Low: st.Score, High: s.Scores(), Move: -1}, 1<<30)
		}
	}
	return p
}

// Probe implements prober. An outcome without payoffs is not proven.
func (p *proofProber[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ends := p.game.Expand(nil, nil, states)
	from := int32(0)
	info := p.game.Info()
	for i, s := range states {
		n := int(ends[i] - from)
		from = ends[i]
		outcomes := value.Outcomes{Kind: value.Alternating, Total: info.Total}
		if n == 0 {
			payoff := p.game.Payoffs(nil, states[i:i+1])[0]
			o := outcomes.Of(value.Unmeasured(payoff[0]))
			o.Remoteness = 0
			dst = append(dst, o)
			continue
		}
		f, err := p.find(s)
		if err != nil {
			return dst, err
		}
		if f.low < f.high {
			dst = append(dst, value.Outcome{Remoteness: -1})
			continue
		}
		payoff := search.PayoffOf(info.Total, f.low)
		if games.Mover[S](p.game, s) == 1 {
			payoff = int16(info.Total) - payoff
		}
		dst = append(dst, outcomes.Of(value.Unmeasured(payoff)))
	}
	return dst, nil
}

// find finds out about a position that is not over.
func (p *proofProber[S]) find(s S) (finding[S], error) {
	canonical, _ := games.Canonical(games.Game[S](p.game), s)
	f, ok := p.known[canonical]
	if ok {
		return f, nil
	}
	f.low, f.high = p.facts.Bounds(canonical)
	if f.low < f.high {
		if err := p.search(canonical, &f); err != nil {
			return f, err
		}
	}
	if len(p.known) < searchedPositions {
		p.known[canonical] = f
	}
	return f, nil
}

// search narrows the bounds of a canonical position within the limits, and makes
// an estimate if that is not enough.
func (p *proofProber[S]) search(s S, f *finding[S]) error {
	if !search.Repeats(games.Game[S](p.game)) { // else it would not come to an end
		ctx := p.ctx
		if p.time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, p.time)
			defer cancel()
		}
		p.table.Store(s, search.Bounds{Low: f.low, High: f.high, Move: -1}, 1<<30)
		low, high, err := p.prover.Score(ctx, s)
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		if err != nil && !errors.Is(err, search.ErrNodes) && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		f.low, f.high = max(f.low, low), min(f.high, high)
	}
	if f.low < f.high {
		a, err := p.guess.Run(p.ctx, s)
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

// Estimate implements estimator.
func (p *proofProber[S]) Estimate(s S) (estimate float64, best S, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, err := p.find(s)
	if err == nil && games.Mover[S](p.game, s) == 1 {
		f.estimate = -f.estimate
	}
	return f.estimate, f.best, err
}

func (p *proofProber[S]) Size() (int64, error) { return p.size, nil }

func (p *proofProber[S]) Close() error {
	p.table.Close()
	p.guess.Close()
	return nil
}
