// Package deepen evaluates positions that cannot be solved in the time there is, by
// depth-limited searches that go one ply deeper each time.
package deepen

import (
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

// Search evaluates positions that cannot be solved in the time there is: it
// searches one ply deep, then two and so on, and asks an evaluation about the
// positions where it stops. What is proven and what is guessed stay apart:
// every value comes with bounds on the exact score, which rest on the rules and
// on what the game decides at sight alone. A guess lies strictly between the
// least and the greatest score.
//
// Several threads search one depth together: they share the table of guesses, and
// put off moves that another one is searching. In between, all of them try to
// prove the score for a while, see deepen_prove.go.
type Search[S games.State] struct {
	game    games.Searcher[S]
	rules   games.Game[S]
	options Options
	table   *guesses[S]
	busy    marks                // nil for one thread
	proving *table.Table[S]      // proven bounds
	prover  *alphabeta.Search[S] // nil where positions can repeat: it would not come to an end
	repeats bool                 // the prover has met a position again
	divers  []*depthWorker[S]
	run     atomic.Pointer[run] // the last one, or the one at work
	halt    atomic.Bool
}

// run is one call of Run, for all who look on.
type run struct {
	began  time.Time
	dived  uint64 // nodes before it, of the depth workers
	proved uint64 // and of the prover
	latest atomic.Pointer[Analysis]
}

// Options say how far to search. The zero value searches until the score
// is proven.
type Options struct {
	Threads int           // 0 means 1
	Nodes   uint64        // stop after about so many positions of all threads; 0: never
	Time    time.Duration // stop after this time; 0: never
	Cache   int64         // bytes of all tables; 0 means 64 MiB
	// Deeper is called after each depth, from the goroutine of Run; may be nil.
	Deeper func(Analysis)
}

// Analysis is what is known of a position.
type Analysis struct {
	// Line is the best play found, in the game's notation. It may end early
	// where replies are forced.
	Line []string
	// Mover is the role to move.
	Mover int
	// Low and High bound the score of the player to move. They are proven.
	Low, High int
	// Estimate is how good the position is for the player to move, from -1, the
	// least score, to 1, the greatest: proven if Low == High, else guessed.
	Estimate float64
	Depth    int           // nodes on the longest line of the last search
	Nodes    uint64        // positions searched
	Elapsed  time.Duration // so far
	Fill     float64       // share of the table of guesses in use, 0..1
	Recalled bool          // proven by what was learned, without a search
}

// Proven says that the exact score is known.
func (a *Analysis) Proven() bool { return a.Low == a.High }

// maxDepth is longer than any play of a game that can be searched usefully.
const maxDepth = 250

// New makes a search for a game of constant sum where players move in
// turn. Close it when done.
func New[S games.State](g games.Game[S], o Options) *Search[S] {
	if o.Cache == 0 {
		o.Cache = 64 << 20
	}
	d := &Search[S]{game: search.Plain(g), rules: g, options: o, table: &guesses[S]{Clusters: table.NewClusters[S](o.Cache/2, o.Threads > 1)}}
	d.proving = table.New(d.game, o.Cache/2)
	d.run.Store(new(run))
	if !search.Repeats(g) {
		d.prover = alphabeta.New(d.game, d.proving, search.Options{Threads: o.Threads})
	}
	for range max(1, o.Threads) {
		d.divers = append(d.divers, newDepthWorker(d))
	}
	if len(d.divers) > 1 {
		d.busy = make(marks, markCount)
	}
	return d
}

// Close gives the memory back.
func (d *Search[S]) Close() {
	d.table.Close()
	d.proving.Close()
}

// Limit sets when further runs stop; see Options.
func (d *Search[S]) Limit(nodes uint64, time time.Duration) {
	d.options.Nodes, d.options.Time = nodes, time
}

// Learn takes over what is known of a canonical position, for all further runs.
func (d *Search[S]) Learn(s S, b search.Bounds) { d.proving.Learn(s, b) }

// Keep makes runs call keep for each proven result that cost at least so many
// nodes, from any thread. No run may be on its way.
func (d *Search[S]) Keep(work uint64, keep func(s S, b search.Bounds)) { d.proving.Keep(work, keep) }

// Nodes is the number of positions searched by the last run. It may be called
// while Run works.
func (d *Search[S]) Nodes() uint64 { return d.nodesOf(d.run.Load()) }

// nodesOf is the number of positions searched since a run began.
func (d *Search[S]) nodesOf(r *run) uint64 {
	n := d.divedNodes() - r.dived
	if d.prover != nil {
		n += d.prover.Nodes() - r.proved
	}
	return n
}

// divedNodes counts the nodes of the depth-limited searches of all runs.
func (d *Search[S]) divedNodes() (n uint64) {
	for _, w := range d.divers {
		n += w.nodes.Load()
	}
	return n
}

// spent reports whether the nodes of a run are used up.
func (d *Search[S]) spent() bool { return d.options.Nodes > 0 && d.Nodes() >= d.options.Nodes }

// Latest is what is known by now, with the numbers of this moment. It is nil
// before there is a first move. It may be called while Run works.
func (d *Search[S]) Latest() *Analysis {
	r := d.run.Load()
	a := r.latest.Load()
	if a == nil {
		return nil
	}
	now := *a
	now.Nodes, now.Fill, now.Elapsed = d.nodesOf(r), d.table.fill(), time.Since(r.began)
	return &now
}

// Run searches a position, which must not be over, until its score is proven or
// time or nodes are used up or the context ends. None of this is an error; at
// least the search of depth one is always finished.
func (d *Search[S]) Run(ctx context.Context, s S) (Analysis, error) {
	root, err := d.newRoot(s)
	if err != nil {
		return Analysis{}, err
	}
	began := &run{began: time.Now(), dived: d.divedNodes()}
	if d.prover != nil {
		began.proved = d.prover.Nodes()
	}
	d.run.Store(began)
	d.halt.Store(false)
	if d.options.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.options.Time)
		defer cancel()
	}
	defer search.HaltAfter(ctx, &d.halt)()
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
		if finished && d.options.Deeper != nil {
			d.options.Deeper(*a)
		}
		if !finished || root.isProven() {
			break
		}
	}
	a := d.Latest()
	if a.Low > a.High {
		return *a, fmt.Errorf("%s: contradicting bounds: the game's bounds at sight are wrong", d.game.Info().Name)
	}
	root.remember(a.Nodes)
	return *a, nil
}

// deepen searches the root to a depth with all threads. It returns false if it
// was stopped.
func (d *Search[S]) deepen(r *root[S], depth int) bool {
	var enough atomic.Bool
	var group sync.WaitGroup
	for i, w := range d.divers {
		w.enough, w.first = &enough, i == 0 && depth == 1
		if i > 0 && depth > 1 {
			own := r.clone()
			group.Go(func() {
				for more := depth; more <= maxDepth && own.deepen(w, more); more++ {
				}
			})
		}
	}
	finished := r.deepen(d.divers[0], depth)
	enough.Store(true)
	group.Wait()
	return finished
}
