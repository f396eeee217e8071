// Package portfolio answers questions about scores by two searches that take turns,
// proof numbers and alpha-beta, each with more of the work the more it gets done.
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
// They work in turns of a number of nodes. The first turn is that of proof numbers
// where somebody wins, else of alpha-beta. After each turn Settled is measured, which
// is the share of the tree near the root that is answered. The next turn goes to the
// search that settled more of it a node in its last turns, and to the other one as
// often as it takes for a tenth of the nodes. Where neither has settled anything, or
// both the same, the first one gets three quarters. What a search proves with shareWork
// nodes and more the other one learns at its next turn.
type Search[S games.State] struct {
	game    games.Searcher[S]
	options Options
	turns   [2]turn[S]   // the first one first
	at      atomic.Int32 // the turn that is running, or ran last
	asked   atomic.Pointer[question[S]]
	taught  bool // a search is told what is known: nothing is kept

	proofs  *dfpn.Search[S]
	bounds  *alphabeta.Search[S]
	results *table.Table[S] // of bounds

	reading sync.Mutex // held while others than the searches read the tables, or they are closed
	closed  bool
	mu      sync.Mutex // of the news of both turns
}

// question is what the search is asked: whether the score is at least threshold.
type question[S games.State] struct {
	state     S
	threshold int
}

// turn is one of the two searches.
type turn[S games.State] struct {
	name   string
	search search.Engine[S]
	limit  func(nodes uint64)
	spent  uint64  // nodes in its turns
	gain   float64 // share of the tree that it settles by node, lately

	news map[S]search.Bounds // what the other one has proven since its last turn
}

// Options of New. The zero value is ready to use.
type Options struct {
	Threads int   // 0 means 1
	Cache   int64 // bytes of each search's table at most
	// FirstTurn is how many nodes the first turn has; 0 for what is good for games that
	// take seconds or more.
	FirstTurn uint64
}

const (
	// firstTurn is Options.FirstTurn: most games that a search can solve at once need no
	// other turn.
	firstTurn = 4 << 20
	// shareWork is how many nodes a result must have cost for the other search to get
	// it: few enough results that they cost nothing, and most of the work is in them.
	shareWork = 1000
	// mostShared is how many results wait for a search at most.
	mostShared = 1 << 20
)

// New makes a search. Close it when done.
func New[S games.State](g games.Searcher[S], o Options) *Search[S] {
	o.FirstTurn = cmp.Or(o.FirstTurn, firstTurn)
	how := search.Options{Threads: o.Threads, Watched: true}
	p := &Search[S]{game: g, options: o, proofs: dfpn.New(g, o.Cache, how), results: table.New(g, o.Cache)}
	p.bounds = alphabeta.New(g, p.results, how)
	proofs, bounds := &p.turns[0], &p.turns[1]
	if !search.WinOrLose(g.Info()) {
		proofs, bounds = bounds, proofs
	}
	proofs.name, proofs.search, proofs.limit = byProofs, p.proofs, p.proofs.Limit
	bounds.name, bounds.search, bounds.limit = byBounds, p.bounds, p.bounds.Limit
	p.Keep(math.MaxUint64, nil)
	return p
}

// The names of the searches.
const (
	byProofs = "proof numbers"
	byBounds = "alpha-beta"
)

// tell notes a result that a search is to learn at its next turn.
func (p *Search[S]) tell(t *turn[S], s S, b search.Bounds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.news == nil {
		t.news = map[S]search.Bounds{}
	}
	old, ok := t.news[s]
	if ok {
		b.Low, b.High = max(b.Low, old.Low), min(b.High, old.High)
	}
	if ok || len(t.news) < mostShared {
		t.news[s] = b
	}
}

// teach tells a search what the other one has proven.
func (p *Search[S]) teach(t *turn[S]) {
	p.taught = true
	for s, b := range t.news {
		t.search.Learn(s, b)
	}
	t.news, p.taught = nil, false
}

// AtLeast implements search.Engine.
func (p *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	q := &question[S]{s, threshold}
	p.asked.Store(q)
	for i := range p.turns {
		p.turns[i].gain = 0
	}
	nodes, settled := p.options.FirstTurn, 0.0
	for {
		i := p.next()
		t := &p.turns[i]
		p.at.Store(int32(i))
		p.teach(t)
		t.limit(nodes)
		before := t.search.Nodes()
		yes, err := t.search.AtLeast(ctx, s, threshold)
		t.limit(0)
		if !errors.Is(err, search.ErrNodes) {
			return yes, err
		}
		spent := t.search.Nodes() - before
		t.spent += spent
		now := p.settled(q)
		t.gain = (t.gain + max(0, now-settled)/float64(max(1, spent))) / 2
		settled = now
		// A turn of alpha-beta begins again at the root, with what its table has: long
		// turns lose less.
		nodes = max(p.options.FirstTurn, (p.turns[0].spent+p.turns[1].spent)/8)
	}
}

// next is the search whose turn it is.
func (p *Search[S]) next() int {
	first, second := &p.turns[0], &p.turns[1]
	all := first.spent + second.spent
	switch {
	case first.gain == second.gain:
		return choose(second.spent < all/4)
	case first.gain > second.gain:
		return choose(second.spent < all/10)
	}
	return choose(first.spent >= all/10)
}

// choose is the number of the second search, or of the first.
func choose(second bool) int {
	if second {
		return 1
	}
	return 0
}

// Deciders implements search.Engine: they are those of the search that had the last
// turn, which learns what the other one has proven.
func (p *Search[S]) Deciders(ctx context.Context) (deciders []search.Decider[S], stop func()) {
	t := &p.turns[p.at.Load()]
	p.teach(t)
	return t.search.Deciders(ctx)
}

// Nodes implements search.Engine.
func (p *Search[S]) Nodes() uint64 { return p.proofs.Nodes() + p.bounds.Nodes() }

// Spent is how many nodes the turns of proof numbers and of alpha-beta had that came to
// no end.
func (p *Search[S]) Spent() (proofs, bounds uint64) {
	proofs, bounds = p.turns[0].spent, p.turns[1].spent
	if p.turns[0].name != byProofs {
		proofs, bounds = bounds, proofs
	}
	return proofs, bounds
}

// Keep implements search.Engine. The searches tell each other, too, what they prove.
func (p *Search[S]) Keep(work uint64, keep func(s S, b search.Bounds)) {
	for i := range p.turns {
		other := &p.turns[1-i]
		p.turns[i].search.Keep(min(work, shareWork), func(s S, b search.Bounds) {
			if p.taught {
				return
			}
			if b.Work >= uint8(bits.Len64(work)) {
				keep(s, b)
			}
			if b.Work >= uint8(bits.Len64(shareWork)) {
				p.tell(other, s, b)
			}
		})
	}
}

// Learn implements search.Engine.
func (p *Search[S]) Learn(s S, b search.Bounds) {
	p.taught = true
	p.proofs.Learn(s, b)
	p.bounds.Learn(s, b)
	p.taught = false
}

// Resume takes over a snapshot of the proof numbers. No search may be running.
func (p *Search[S]) Resume(list []dfpn.Question[S]) { p.proofs.Resume(list) }

// Snapshot is that of the proof numbers; see dfpn.
func (p *Search[S]) Snapshot(count int) []dfpn.Question[S] { return p.proofs.Snapshot(count) }

// Close implements search.Engine.
func (p *Search[S]) Close() {
	p.reading.Lock()
	defer p.reading.Unlock()
	p.closed = true
	p.proofs.Close()
	p.bounds.Close()
}
