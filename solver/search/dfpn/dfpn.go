// Package dfpn finds out who wins by depth-first proof-number search.
package dfpn

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// Search answers questions of the kind "does the player to move score more than
// t?" by depth-first proof-number search (Nagai: Df-pn algorithm for searching
// AND/OR trees and its applications, 2002). Its table lives from question to
// question: a search that was stopped goes on where it was.
//
// How it differs from the textbook:
//   - A child is searched until it is 3/16 worse than the second best one, not
//     just worse (1+ε, Pawlewicz and Lew 2006).
//   - Where all children must be answered, their numbers are not added up,
//     since different children lead to common positions: the greatest one is
//     taken, and 3/8 for each other open child (after weak proof numbers, Ueda et al.
//     2008).
//   - A position that was never visited starts with the game's estimate of the
//     effort, and 1 for the disproof.
//   - The numbers of a child that is searched are kept on the way, so that even
//     a table that forgets them at once only costs time.
//   - Several threads share the table. A thread makes the position that it is in look
//     worse to others by a virtual number, so that they spread (Kaneko 2010).
//
// Nodes in thousands for Breakthrough, with captures but for the last, by simpler
// estimates of the effort than those of today:
//
//	ε      each other child    5x5     6x5     4x6   holes
//	1/4    1                   428   4,407   9,479     949
//	1/4    1/2                 461   3,035   7,268   1,101
//	1/4    3/8                 314   3,786   5,041   1,554
//	1/4    1/4                 385   3,844   4,564   2,074
//	5/16   3/8                 450   5,594   4,314   1,502
//	3/16   3/8                 323   2,789   5,349   1,226
//	1/8    1                         5,340
//	1/2    1                        11,893
//
// With the mobility as the effort 5x5 takes three times as many, with sums 1.6 times.
type Search[S games.State] struct {
	game    games.Searcher[S]
	table   *proofTable[S]
	workers []*prover[S]
	options search.Options
	busy    []atomic.Int32 // threads in a position, see slot
	halt    atomic.Bool
	failed  atomic.Pointer[error] // why the search cannot go on
	swing   int8                  // a question with threshold t is, for the other player, one with swing-t
	limit   uint64                // nodes at which to stop; 0: never

	learned  []lesson[S]
	recalled map[int8]bool           // thresholds for which it was put into the table
	running  sync.Mutex              // held by a search
	asked    chan snapshotRequest[S] // to its threads
	costly   uint64                  // what results have to cost for keep to get them
	keep     func(s S, b search.Bounds)
}

// lesson is what was known of a position before.
type lesson[S games.State] struct {
	state S
	search.Bounds
}

// Keep makes the search call keep for each result that cost at least so many
// nodes, from any thread. No search may be running.
func (p *Search[S]) Keep(work uint64, keep func(s S, b search.Bounds)) { p.costly, p.keep = work, keep }

// Learn takes over what is known of a canonical position. No search may be
// running.
func (p *Search[S]) Learn(s S, b search.Bounds) {
	p.learned = append(p.learned, lesson[S]{s, b})
	clear(p.recalled)
}

// kept gives a result to keep, if it is final and cost enough.
func (p *Search[S]) kept(s S, threshold int8, n numbers, work uint64) {
	if p.keep == nil || work < p.costly || !n.done() {
		return
	}
	b := search.Bounds{Low: -p.game.Scores(), High: int(threshold), Move: -1, Work: uint8(bits.Len64(work))}
	if n.proof == 0 {
		b.Low, b.High = int(threshold)+1, p.game.Scores()
	}
	p.keep(s, b)
}

// recall puts what was learned into the table, as far as it answers a question
// with this threshold or its counterpart for the other player.
func (p *Search[S]) recall(threshold int8) {
	p.table.Reserve(len(p.learned))
	for i := range p.learned {
		l := &p.learned[i]
		for _, t := range []int8{threshold, p.swing - threshold} {
			if l.Low > int(t) || l.High <= int(t) {
				p.table.store(p.table.find(&l.state), &l.state, t, answered(l.Low > int(t)), 1<<30)
			}
		}
	}
}

// New makes a solver of such questions with a table of at most so many
// bytes, but two cache lines at least.
func New[S games.State](g games.Searcher[S], bytes int64, o search.Options) *Search[S] {
	p := &Search[S]{game: g, table: &proofTable[S]{table.NewClusters[S](bytes, o.Threads > 1 || o.Watched)}, options: o, swing: swingOf(g), recalled: map[int8]bool{}, asked: make(chan snapshotRequest[S])}
	for range max(1, o.Threads) {
		p.workers = append(p.workers, &prover[S]{proof: p, path: search.NewPath(games.Game[S](g))})
	}
	if len(p.workers) > 1 {
		p.busy = make([]atomic.Int32, 1<<busyBits)
	}
	return p
}

// swingOf is the swing of a game. Where somebody wins all thresholds are the same: 0 stands for them.
func swingOf[S games.State](g games.Searcher[S]) int8 {
	if search.WinOrLose(g.Info()) {
		return 0
	}
	return -1
}

// Close gives the memory back. The solver is not to be used afterwards.
func (p *Search[S]) Close() { p.table.Close() }

// Nodes is the number of nodes, that is calls of Look, of all searches so far.
func (p *Search[S]) Nodes() uint64 {
	var n uint64
	for _, w := range p.workers {
		n += w.nodes.Load()
	}
	return n
}

// Prove finds whether the score of a position, for its player to move, is
// greater than threshold. It returns the context's error when that ends it, and
// ErrNodes after Options.Nodes nodes; a further call goes on from there. It returns a
// *search.RepeatError where a position comes back.
func (p *Search[S]) Prove(ctx context.Context, s S, threshold int) (bool, error) {
	high := p.game.Scores()
	if threshold >= high || threshold < -high {
		return threshold < -high, nil
	}
	threshold = p.normal(threshold)
	p.running.Lock()
	defer p.running.Unlock()
	if !p.recalled[int8(threshold)] {
		p.recall(int8(threshold))
		p.recalled[int8(threshold)] = true
	}
	s, _ = games.Canonical(games.Game[S](p.game), s)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	p.halt.Store(false)
	p.failed.Store(nil)
	defer search.HaltAfter(ctx, &p.halt)()
	if p.limit = 0; p.options.Nodes > 0 {
		p.limit = p.Nodes() + p.options.Nodes
	}
	// The first thread to finish answers.
	var answer atomic.Int32
	var group errgroup.Group
	for _, w := range p.workers {
		group.Go(func() error {
			if n, ok := w.root(s, int8(threshold)); ok {
				if n.proof == 0 {
					answer.Store(1)
				} else {
					answer.CompareAndSwap(0, -1)
				}
				p.halt.Store(true)
			}
			return nil
		})
	}
	_ = group.Wait()
	if a := answer.Load(); a != 0 {
		return a > 0, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if err := p.failed.Load(); err != nil {
		return false, *err
	}
	return false, search.ErrNodes
}

// fail ends the search with an error.
func (p *Search[S]) fail(err error) {
	p.failed.Store(&err)
	p.halt.Store(true)
}

// normal is the threshold that stands for all that ask the same. It is between
// the least score and the greatest.
func (p *Search[S]) normal(threshold int) int {
	if p.swing == 0 {
		return 0
	}
	return threshold
}

// AtLeast implements Engine and Decider.
func (p *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	return p.Prove(ctx, s, threshold-1)
}

// Deciders implements Engine: all its threads work on one question at a time.
func (p *Search[S]) Deciders(context.Context) (deciders []search.Decider[S], stop func()) {
	for range p.workers {
		deciders = append(deciders, &decider[S]{Search: p})
	}
	return deciders, func() {}
}

// decider implements Decider.
type decider[S games.State] struct {
	*Search[S]
	places []uint64 // buffer
}

// Below implements Decider.
func (d *decider[S]) Below(states []S, threshold int, works []uint64) []uint64 {
	d.places = d.places[:0]
	for i := range states {
		d.places = append(d.places, d.table.find(&states[i]))
	}
	for i := range states {
		n, work, ok := d.table.probe(d.places[i], &states[i], int8(d.normal(threshold-1)))
		if !ok || n.disproof != 0 {
			work = 0
		}
		works = append(works, work)
	}
	return works
}

// Hint implements Decider: the table has no moves.
func (d *decider[S]) Hint(S) int16 { return -1 }

// Known implements Decider.
func (d *decider[S]) Known(s S, threshold int) (yes, known bool) {
	if high := d.game.Scores(); threshold > high || threshold <= -high {
		return threshold <= -high, true
	}
	n, _, ok := d.table.probe(d.table.find(&s), &s, int8(d.normal(threshold-1)))
	return n.proof == 0, ok && n.done()
}

// Limit stops later searches after about so many nodes each; 0 means never. No search
// may be running.
func (p *Search[S]) Limit(nodes uint64) { p.options.Nodes = nodes }

// Numbers are the proof and the disproof number of the question whether the player to
// move at a canonical position scores at least threshold: 0 where that is proven or
// disproven, 1 and 1 where nothing is known. A search may be running.
func (p *Search[S]) Numbers(s S, threshold int) (proof, disproof uint32) {
	t := threshold - 1
	if high := p.game.Scores(); t >= high || t < -high {
		return p.Answered(t < -high)
	}
	n, _, ok := p.table.probe(p.table.find(&s), &s, int8(p.normal(t)))
	if !ok {
		return 1, 1
	}
	return n.proof, n.disproof
}

// Answered are the numbers of a question that is answered.
func (p *Search[S]) Answered(yes bool) (proof, disproof uint32) {
	n := answered(yes)
	return n.proof, n.disproof
}
