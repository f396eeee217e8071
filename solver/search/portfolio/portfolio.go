// Package portfolio answers questions about scores by alternating between
// proof-number search and alpha-beta, giving more nodes to the search that makes
// more progress.
package portfolio

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/table"
)

// Search answers questions with two searches. It implements search.Engine.
//
// The searches take turns, each limited to a number of nodes. Proof-number search has
// the first turn in games without draws, and alpha-beta in all others. After each turn,
// Search measures the solved share of the tree near the root. The search that solved
// more per node in its recent turns gets nine tenths of the nodes. If both rates are
// equal, the search with the first turn gets three quarters. Results that took at least
// shareWork nodes are passed to the other search before its next turn.
type Search[S games.State] struct {
	game        games.Searcher[S]
	options     Options
	turns       [2]turn[S]   // the search with the first turn comes first
	currentTurn atomic.Int32 // index of the search that has the current or last turn
	current     atomic.Pointer[question[S]]
	sharing     bool // a search is receiving results, which must not be passed to keep again

	proofs  *dfpn.Search[S]
	bounds  *alphabeta.Search[S]
	results *table.Table[S] // table of bounds

	tableMu sync.Mutex // held while the tables are closed or State reads them
	closed  bool
	mu      sync.Mutex // guards pending in both turns
}

// question asks whether the score of state is at least threshold.
type question[S games.State] struct {
	state     S
	threshold int
}

type turn[S games.State] struct {
	name   string
	search search.Engine[S]
	limit  func(nodes uint64)
	nodes  uint64  // total number of nodes in its turns
	rate   float64 // recent increase of the solved share per node, averaged

	pending *search.Results[S] // results of the other search since its last turn
}

// Options configures a Search. The zero value is ready to use.
type Options struct {
	Threads   int    // 0 means 1
	Cache     int64  // maximum table size in bytes for each search
	Results   int    // see search.Options; also limits the pending results
	FirstTurn uint64 // number of nodes in the first turn; the default suits games that take seconds or longer
}

const (
	firstTurn = 4 << 20 // default of Options.FirstTurn; enough to solve easy games
	// shareWork is the minimum number of nodes that a result must have taken to be
	// passed to the other search. Few results reach this minimum, but they account for
	// most of the work.
	shareWork = 1000
	maxShared = 1 << 20 // default of Options.Results
)

// New returns a Search. The caller must close it.
func New[S games.State](g games.Searcher[S], o Options) *Search[S] {
	o.FirstTurn, o.Results = cmp.Or(o.FirstTurn, firstTurn), cmp.Or(o.Results, maxShared)
	engineOptions := search.Options{Threads: o.Threads, ConcurrentReads: true, Results: o.Results}
	p := &Search[S]{game: g, options: o, proofs: dfpn.New(g, o.Cache, engineOptions), results: table.New(g, o.Cache)}
	p.bounds = alphabeta.New(g, p.results, engineOptions)
	proofs, bounds := &p.turns[0], &p.turns[1]
	if !search.WinOrLose(g.Info()) {
		proofs, bounds = bounds, proofs
	}
	for i := range p.turns {
		p.turns[i].pending = search.NewResults[S](o.Results)
	}
	proofs.name, proofs.search, proofs.limit = proofsName, p.proofs, p.proofs.Limit
	bounds.name, bounds.search, bounds.limit = boundsName, p.bounds, p.bounds.Limit
	p.OnResult(math.MaxUint64, nil)
	return p
}

// Names of the searches.
const (
	proofsName = "proof numbers"
	boundsName = "alpha-beta"
)

func (p *Search[S]) addPending(t *turn[S], s S, b search.Bounds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.pending.Add(s, b)
}

func (p *Search[S]) exchange(t *turn[S]) {
	p.sharing = true
	for s, b := range t.pending.All() {
		t.search.AddBounds(s, b)
	}
	t.pending.Clear()
	p.sharing = false
}

// AtLeast implements search.Engine.
func (p *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	q := &question[S]{s, threshold}
	p.current.Store(q)
	for i := range p.turns {
		p.turns[i].rate = 0
	}
	nodes, share := p.options.FirstTurn, 0.0
	for {
		i := p.next()
		t := &p.turns[i]
		p.currentTurn.Store(int32(i))
		p.exchange(t)
		t.limit(nodes)
		before := t.search.Nodes()
		yes, err := t.search.AtLeast(ctx, s, threshold)
		t.limit(0)
		if !errors.Is(err, search.ErrNodes) {
			return yes, err
		}
		used := t.search.Nodes() - before
		t.nodes += used
		now := p.share(q)
		t.rate = (t.rate + max(0, now-share)/float64(max(1, used))) / 2
		share = now
		// Alpha-beta restarts at the root in each turn, so long turns waste fewer nodes.
		nodes = max(p.options.FirstTurn, (p.turns[0].nodes+p.turns[1].nodes)/8)
	}
}

// next returns the index of the search whose turn is next.
func (p *Search[S]) next() int {
	first, second := &p.turns[0], &p.turns[1]
	total := first.nodes + second.nodes
	switch {
	case first.rate == second.rate:
		return indexOf(second.nodes < total/4)
	case first.rate > second.rate:
		return indexOf(second.nodes < total/10)
	}
	return indexOf(first.nodes >= total/10)
}

func indexOf(second bool) int {
	if second {
		return 1
	}
	return 0
}

// Deciders implements search.Engine. It returns the deciders of the search that had
// the last turn, after passing it the results of the other search.
func (p *Search[S]) Deciders(ctx context.Context) (deciders []search.Decider[S], stop func()) {
	t := &p.turns[p.currentTurn.Load()]
	p.exchange(t)
	return t.search.Deciders(ctx)
}

// Nodes implements search.Engine.
func (p *Search[S]) Nodes() uint64 { return p.proofs.Nodes() + p.bounds.Nodes() }

// Spent returns the number of nodes that each search used in turns that ended
// without an answer.
func (p *Search[S]) Spent() (proofs, bounds uint64) {
	proofs, bounds = p.turns[0].nodes, p.turns[1].nodes
	if p.turns[0].name != proofsName {
		proofs, bounds = bounds, proofs
	}
	return proofs, bounds
}

// OnResult implements search.Engine. The searches also pass results to each other.
func (p *Search[S]) OnResult(work uint64, keep func(s S, b search.Bounds)) {
	for i := range p.turns {
		other := &p.turns[1-i]
		p.turns[i].search.OnResult(min(work, shareWork), func(s S, b search.Bounds) {
			if p.sharing {
				return
			}
			if b.Work >= uint8(bits.Len64(work)) {
				keep(s, b)
			}
			if b.Work >= uint8(bits.Len64(shareWork)) {
				p.addPending(other, s, b)
			}
		})
	}
}

// AddBounds implements search.Engine.
func (p *Search[S]) AddBounds(s S, b search.Bounds) {
	p.sharing = true
	p.proofs.AddBounds(s, b)
	p.bounds.AddBounds(s, b)
	p.sharing = false
}

// Resume adds a snapshot to the proof-number search. It must not be called during a
// search.
func (p *Search[S]) Resume(list []dfpn.Question[S]) { p.proofs.Resume(list) }

// Snapshot returns a snapshot of the proof-number search; see
// dfpn.Search.Snapshot.
func (p *Search[S]) Snapshot(count int, check func() error) ([]dfpn.Question[S], error) {
	return p.proofs.Snapshot(count, check)
}

// Close implements search.Engine.
func (p *Search[S]) Close() {
	p.tableMu.Lock()
	defer p.tableMu.Unlock()
	p.closed = true
	p.proofs.Close()
	p.bounds.Close()
}
