// Package deepen evaluates positions that are too hard to solve. It uses
// depth-limited searches of increasing depth.
//
// It shares tables, move ordering and control of threads with package alphabeta. Its
// nodes differ: they return a value and proven bounds that hold for every window, and
// have a depth limit.
package deepen

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/table"
)

// Search evaluates positions by iterative deepening. At the depth limit it uses the
// game's evaluation. Proven and estimated values are kept apart: each value comes
// with bounds on the exact score that follow from the rules and games.Searcher alone.
// An estimate is strictly between the lowest and the highest score.
//
// All threads search the same depth and share the table of guesses. After each depth,
// they try to prove the score; see prove.go.
type Search[S games.State] struct {
	game    games.Searcher[S]
	rules   games.Game[S]
	options Options
	table   *guesses[S]
	busy    busyCounts           // nil with one thread
	proofs  *table.Table[S]      // table of proven bounds
	prover  *alphabeta.Search[S] // nil if positions can repeat and the proof might not terminate
	repeats bool                 // the prover has found a repetition
	workers []*depthWorker[S]
	control search.Control
	run     atomic.Pointer[run] // last or current run
}

// run is the state of one call to Run. Latest and Nodes read it concurrently.
type run struct {
	started    time.Time
	depthNodes uint64 // nodes of the depth workers before this run
	proofNodes uint64 // nodes of the prover before this run
	latest     atomic.Pointer[Analysis]
}

// Options configures a Search. The zero value searches until the score is proven.
type Options struct {
	Threads int            // 0 means 1
	Nodes   uint64         // node limit for all threads; 0 means no limit
	Time    time.Duration  // time limit; 0 means no limit
	Cache   int64          // total size of the tables in bytes; 0 means 64 MiB
	OnDepth func(Analysis) // if not nil, called after each depth by the goroutine that called Run
}

// Analysis is the result of a search.
type Analysis struct {
	Line      []string // best line found, in the game's notation; may end early if replies are forced
	Mover     int      // role to move in the position
	Low, High int      // proven bounds on the score, for the player to move
	// Estimate is the estimated value for the player to move, from -1 (lowest
	// score) to 1 (highest score). It is exact if Low == High.
	Estimate float64
	Depth    int    // depth of the last completed search, in nodes
	Nodes    uint64 // number of positions searched
	Elapsed  time.Duration
	Fill     float64 // fraction of the guess table in use, in [0, 1]
	Recalled bool    // stored results proved the score without a search
}

// Proven reports whether the exact score is known.
func (a *Analysis) Proven() bool { return a.Low == a.High }

// maxDepth is the maximum search depth. It exceeds the length of useful searches.
const maxDepth = 250

// New returns a Search for a sequential constant-sum game. The caller must
// close it.
func New[S games.State](g games.Game[S], o Options) *Search[S] {
	o.Cache = cmp.Or(o.Cache, 64<<20)
	d := &Search[S]{game: search.Plain(g), rules: g, options: o, table: &guesses[S]{Clusters: table.NewClusters[S](o.Cache/2, o.Threads > 1)}}
	d.proofs = table.New(d.game, o.Cache/2)
	d.run.Store(new(run))
	if !search.Repeats(g) {
		d.prover = alphabeta.New(d.game, d.proofs, search.Options{Threads: o.Threads})
	}
	for range max(1, o.Threads) {
		w := newDepthWorker(d)
		d.control.Add(&w.Counter)
		d.workers = append(d.workers, w)
	}
	if len(d.workers) > 1 {
		d.busy = make(busyCounts, busySlots)
	}
	return d
}

// Close releases the memory of the tables.
func (d *Search[S]) Close() {
	d.table.Close()
	d.proofs.Close()
}

// Limit sets the limits of subsequent runs; see Options.
func (d *Search[S]) Limit(nodes uint64, time time.Duration) {
	d.options.Nodes, d.options.Time = nodes, time
}

// AddBounds stores bounds on the score of a canonical position for subsequent runs.
func (d *Search[S]) AddBounds(s S, b search.Bounds) { d.proofs.AddBounds(s, b) }

// OnResult sets a function that is called with each proven result whose search took
// at least work nodes. The function may be called from any thread. OnResult must not
// be called during a run.
func (d *Search[S]) OnResult(work uint64, keep func(s S, b search.Bounds)) {
	d.proofs.OnResult(work, keep)
}

// Nodes returns the number of positions searched by the current or last run. It may be
// called during a run.
func (d *Search[S]) Nodes() uint64 { return d.nodesOf(d.run.Load()) }

func (d *Search[S]) nodesOf(r *run) uint64 {
	n := d.control.Nodes() - r.depthNodes
	if d.prover != nil {
		n += d.prover.Nodes() - r.proofNodes
	}
	return n
}

func (d *Search[S]) limitReached() bool { return d.options.Nodes > 0 && d.Nodes() >= d.options.Nodes }

// Latest returns the most recent result with up-to-date counters, or nil if no depth
// has been completed. It may be called during a run.
func (d *Search[S]) Latest() *Analysis {
	r := d.run.Load()
	a := r.latest.Load()
	if a == nil {
		return nil
	}
	now := *a
	now.Nodes, now.Fill, now.Elapsed = d.nodesOf(r), d.table.fill(), time.Since(r.started)
	return &now
}

// Run searches a nonterminal position until its score is proven, a limit is reached
// or ctx is done. None of these conditions is an error. Run always completes the
// search to depth 1.
func (d *Search[S]) Run(ctx context.Context, s S) (Analysis, error) {
	root, err := d.newRoot(s)
	if err != nil {
		return Analysis{}, err
	}
	started := &run{started: time.Now(), depthNodes: d.control.Nodes()}
	if d.prover != nil {
		started.proofNodes = d.prover.Nodes()
	}
	d.run.Store(started)
	if d.options.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.options.Time)
		defer cancel()
	}
	defer d.control.Start(ctx)()
	if root.isProven() {
		a := root.publish()
		a.Recalled = true
		return *a, nil
	}
	for depth := 1; depth <= maxDepth; depth++ {
		finished := d.deepen(root, depth)
		if finished && !root.isProven() {
			if err := root.prove(ctx); err != nil {
				return Analysis{}, err
			}
		}
		a := root.publish()
		if finished && d.options.OnDepth != nil {
			d.options.OnDepth(*a)
		}
		if !finished || root.isProven() {
			break
		}
	}
	a := d.Latest()
	if a.Low > a.High {
		return *a, fmt.Errorf("%s: Look returned contradictory bounds", d.game.Info().Name)
	}
	root.storeBounds(a.Nodes)
	return *a, nil
}

// deepen searches the root to the given depth with all threads. It returns false if
// the search was stopped.
func (d *Search[S]) deepen(r *root[S], depth int) bool {
	var stop atomic.Bool
	var group sync.WaitGroup
	for i, w := range d.workers {
		w.stop, w.first = &stop, i == 0 && depth == 1
		if i > 0 && depth > 1 {
			own := r.clone()
			group.Go(func() {
				for more := depth; more <= maxDepth && own.deepen(w, more); more++ {
				}
			})
		}
	}
	finished := r.deepen(d.workers[0], depth)
	stop.Store(true)
	group.Wait()
	return finished
}
