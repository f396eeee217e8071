// Package dfpn proves wins and losses by depth-first proof-number search.
package dfpn

import (
	"cmp"
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// Search answers questions of the form "does the player to move score more than
// t?" by depth-first proof-number search (Nagai: Df-pn algorithm for searching
// AND/OR trees and its applications, 2002). The table is kept between
// questions, so a search that was stopped can be resumed.
//
// The algorithm differs from the textbook as follows:
//   - A child is searched until it is 3/16 worse than the second best child, not
//     just worse (1+ε, Pawlewicz and Lew 2006).
//   - If all children must be refuted, their disproof numbers are not added up, because
//     different children lead to common positions. The sum is the greatest number
//     plus 3/8 for each other open child (after weak proof numbers, Ueda et al.
//     2008).
//   - The proof number of a new position is the game's estimate of the effort. Its
//     disproof number is 1.
//   - The numbers of the current children are kept in the frames, so the search
//     makes progress even if the table loses them.
//   - Threads share the table. Each thread adds a virtual number to the positions
//     on its line, so that other threads prefer different ones (Kaneko 2010).
type Search[S games.State] struct {
	game    games.Searcher[S]
	table   *proofTable[S]
	workers []*prover[S]
	control search.Control
	busy    []atomic.Int32 // number of threads per position; see slot
	swing   int8           // the threshold t of one player corresponds to swing-t of the other

	results   *search.Results[S]
	loaded    map[int8]bool // thresholds for which results have been loaded into the table
	running   sync.Mutex    // held during a search
	snapshots chan func()   // snapshot requests, served by a thread of the search
	minWork   uint64        // minimum number of nodes of results passed to keep
	keep      func(s S, b search.Bounds)
}

// OnResult sets a function that is called with each result whose search took at least
// work nodes. The function may be called from any thread. OnResult must not be called
// during a search.
func (p *Search[S]) OnResult(work uint64, keep func(s S, b search.Bounds)) {
	p.minWork, p.keep = work, keep
}

// AddBounds stores bounds for the canonical position s. It must not be called during
// a search.
func (p *Search[S]) AddBounds(s S, b search.Bounds) {
	if p.results.Add(s, b) {
		clear(p.loaded)
	}
}

// report calls keep with a result if the result is final and took at least minWork
// nodes.
func (p *Search[S]) report(s S, threshold int8, n numbers, work uint64) {
	if p.keep == nil || work < p.minWork || !n.done() {
		return
	}
	b := search.Bounds{Low: -p.game.Scores(), High: int(threshold), Move: -1, Work: uint8(bits.Len64(work))}
	if n.proof == 0 {
		b.Low, b.High = int(threshold)+1, p.game.Scores()
	}
	p.keep(s, b)
}

// load adds to the table the results that answer questions with the given threshold
// or with the corresponding threshold of the other player.
func (p *Search[S]) load(threshold int8) {
	p.table.Reserve(p.results.Len())
	for s, b := range p.results.All() {
		for _, t := range []int8{threshold, p.swing - threshold} {
			if b.Low > int(t) || b.High <= int(t) {
				p.table.store(p.table.find(&s), &s, t, answered(b.Low > int(t)), 1<<30)
			}
		}
	}
}

// New returns a Search whose table takes up at most the given number of bytes.
func New[S games.State](g games.Searcher[S], bytes int64, o search.Options) *Search[S] {
	p := &Search[S]{game: g, table: &proofTable[S]{table.NewClusters[S](bytes, o.Threads > 1 || o.ConcurrentReads)}, control: search.Control{MaxNodes: o.Nodes}, swing: swingOf(g), results: search.NewResults[S](cmp.Or(o.Results, 1<<20)), loaded: map[int8]bool{}, snapshots: make(chan func())}
	for range max(1, o.Threads) {
		w := &prover[S]{proof: p, path: search.NewPath(games.Game[S](g))}
		p.control.Add(&w.Counter)
		p.workers = append(p.workers, w)
	}
	if len(p.workers) > 1 {
		p.busy = make([]atomic.Int32, 1<<busyBits)
	}
	return p
}

// swingOf returns the value of Search.swing for a game. In a game without draws, all
// thresholds are equivalent, and 0 represents them.
func swingOf[S games.State](g games.Searcher[S]) int8 {
	if search.WinOrLose(g.Info()) {
		return 0
	}
	return -1
}

// Close releases the memory of the table.
func (p *Search[S]) Close() { p.table.Close() }

// Nodes returns the total number of nodes in all searches. Each call of Look counts
// as a node.
func (p *Search[S]) Nodes() uint64 { return p.control.Nodes() }

// Prove reports whether the score of s, for the player to move, exceeds threshold. It
// returns ctx.Err(), search.ErrNodes, or a *search.RepeatError if a position repeats.
// After an error, Prove can be called again to resume the proof.
func (p *Search[S]) Prove(ctx context.Context, s S, threshold int) (bool, error) {
	high := p.game.Scores()
	if threshold >= high || threshold < -high {
		return threshold < -high, nil
	}
	threshold = p.normalize(threshold)
	p.running.Lock()
	defer p.running.Unlock()
	if !p.loaded[int8(threshold)] {
		p.load(int8(threshold))
		p.loaded[int8(threshold)] = true
	}
	s, _ = games.Canonical(games.Game[S](p.game), s)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	defer p.control.Start(ctx)()
	var answer atomic.Int32 // set by the first thread to finish
	var group errgroup.Group
	for _, w := range p.workers {
		group.Go(func() error {
			if n, ok := w.root(s, int8(threshold)); ok {
				if n.proof == 0 {
					answer.Store(1)
				} else {
					answer.CompareAndSwap(0, -1)
				}
				p.control.Halt()
			}
			return nil
		})
	}
	_ = group.Wait()
	if a := answer.Load(); a != 0 {
		return a > 0, nil
	}
	return false, p.control.Err(ctx)
}

// normalize returns the representative of all thresholds equivalent to threshold.
func (p *Search[S]) normalize(threshold int) int {
	if p.swing == 0 {
		return 0
	}
	return threshold
}

// AtLeast implements search.Engine and search.Decider.
func (p *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	return p.Prove(ctx, s, threshold-1)
}

// Deciders implements search.Engine. All deciders use the same threads, so they answer
// one question at a time.
func (p *Search[S]) Deciders(context.Context) (deciders []search.Decider[S], stop func()) {
	for range p.workers {
		deciders = append(deciders, &decider[S]{Search: p})
	}
	return deciders, func() {}
}

type decider[S games.State] struct {
	*Search[S]
	places []uint64 // buffer of Below
}

func (d *decider[S]) Below(states []S, threshold int, works []uint64) []uint64 {
	d.places = d.places[:0]
	for i := range states {
		d.places = append(d.places, d.table.find(&states[i]))
	}
	for i := range states {
		n, work, ok := d.table.probe(d.places[i], &states[i], int8(d.normalize(threshold-1)))
		if !ok || n.disproof != 0 {
			work = 0
		}
		works = append(works, work)
	}
	return works
}

// Hint returns -1, because the table stores no moves.
func (d *decider[S]) Hint(S) int16 { return -1 }

func (d *decider[S]) Known(s S, threshold int) (yes, known bool) {
	if high := d.game.Scores(); threshold > high || threshold <= -high {
		return threshold <= -high, true
	}
	n, _, ok := d.table.probe(d.table.find(&s), &s, int8(d.normalize(threshold-1)))
	return n.proof == 0, ok && n.done()
}

// Limit sets the approximate maximum number of nodes of each later search; 0 means no
// limit. Limit must not be called during a search.
func (p *Search[S]) Limit(nodes uint64) { p.control.MaxNodes = nodes }

// Numbers returns the proof and disproof numbers of the statement that the player to
// move at the canonical position s scores at least threshold. If the statement is
// proven, the proof number is 0. If it is disproven, the disproof number is 0. Both
// are 1 if the table has no entry. Numbers may be called during a search.
func (p *Search[S]) Numbers(s S, threshold int) (proof, disproof uint32) {
	t := threshold - 1
	if high := p.game.Scores(); t >= high || t < -high {
		return p.Answered(t < -high)
	}
	n, _, ok := p.table.probe(p.table.find(&s), &s, int8(p.normalize(t)))
	if !ok {
		return 1, 1
	}
	return n.proof, n.disproof
}

// Answered returns the proof and disproof numbers of a question with the given answer.
func (p *Search[S]) Answered(yes bool) (proof, disproof uint32) {
	n := answered(yes)
	return n.proof, n.disproof
}
