package search

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"zermelo/games"
)

// Deepener judges positions that cannot be solved in the time there is: it
// searches one ply deep, then two and so on, and asks an evaluation about the
// positions where it stops. What is proven and what is guessed stay apart:
// every value comes with bounds on the exact score, which rest on the rules and
// on what the game decides at sight alone. A guess lies strictly between the
// least and the greatest score.
//
// With two threads or more the others try to prove the score meanwhile, by
// alpha-beta search with a table of its own.
type Deepener[S games.State] struct {
	game     games.Searcher[S]
	rules    games.Game[S]
	options  DeepenOptions
	table    *guesses[S]
	proving  *Table[S]
	prover   *AlphaBeta[S] // nil with one thread
	diver    *diver[S]
	latest   atomic.Pointer[Analysis]
	began    time.Time
	nodes    uint64 // of the prover and the diver, before this run
	mutex    sync.Mutex
	low      int // proven by the prover
	high     int
	provider int // the move that gets low; -1 if unknown
}

// DeepenOptions say how far to search. The zero value searches until the score
// is proven.
type DeepenOptions struct {
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
}

// Proven says that the exact score is known.
func (a *Analysis) Proven() bool { return a.Low == a.High }

// maxDepth is longer than any play of a game that can be searched usefully.
const maxDepth = 250

// NewDeepener makes a search for a game of constant sum where players move in
// turn. Close it when done.
func NewDeepener[S games.State](g games.Game[S], o DeepenOptions) *Deepener[S] {
	if o.Cache == 0 {
		o.Cache = 64 << 20
	}
	d := &Deepener[S]{game: Plain(g), rules: g, options: o}
	share := o.Cache
	if o.Threads > 1 {
		share /= 2
		d.proving = NewTable(d.game, o.Cache-share)
		d.prover = NewAlphaBeta(d.game, d.proving, Options{Threads: o.Threads - 1, Nodes: o.Nodes})
	}
	d.table = newGuesses[S](share)
	d.diver = newDiver(d)
	return d
}

// Close gives the memory back.
func (d *Deepener[S]) Close() {
	if d.prover != nil {
		d.prover.Close()
	}
}

// Nodes is the number of positions searched by this run.
func (d *Deepener[S]) Nodes() uint64 {
	n := d.diver.nodes.Load()
	if d.prover != nil {
		n += d.prover.Nodes()
	}
	return n - d.nodes
}

// Latest is what is known by now, with the numbers of this moment. It is nil
// before there is a first move. It may be called while Run works.
func (d *Deepener[S]) Latest() *Analysis {
	a := d.latest.Load()
	if a == nil {
		return nil
	}
	now := *a
	now.Nodes, now.Fill, now.Elapsed = d.Nodes(), d.table.fill(), time.Since(d.began)
	return &now
}

// Run searches a position, which must not be over, until its score is proven or
// time or nodes are used up or the context ends. None of this is an error; at
// least the search of depth one is always finished.
func (d *Deepener[S]) Run(ctx context.Context, s S) (Analysis, error) {
	root, err := d.newRoot(s)
	if err != nil {
		return Analysis{}, err
	}
	d.began = time.Now()
	d.latest.Store(nil)
	d.nodes = 0
	d.nodes = d.Nodes()
	d.low, d.high, d.provider = -d.game.Scores(), d.game.Scores(), -1
	d.diver.halt.Store(false)
	if d.options.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.options.Time)
		defer cancel()
	}
	defer haltAfter(ctx, &d.diver.halt)()
	var group sync.WaitGroup
	quit := func() {}
	var proofErr error
	if d.prover != nil {
		var proofCtx context.Context
		proofCtx, quit = context.WithCancel(ctx)
		group.Go(func() { proofErr = d.prove(proofCtx, root) })
	}
	for depth := 1; depth <= maxDepth; depth++ {
		finished := root.deepen(depth)
		a := root.publish()
		if finished && d.options.Deeper != nil {
			d.options.Deeper(*a)
		}
		if !finished || root.settled() {
			break
		}
	}
	quit()
	group.Wait()
	if proofErr != nil {
		return Analysis{}, proofErr
	}
	root.publish()
	a := d.Latest()
	if a.Low > a.High {
		return *a, fmt.Errorf("%s: contradicting bounds: the game's bounds at sight are wrong", d.game.Info().Name)
	}
	return *a, nil
}

// prove finds the exact score and a move that gets it, and then ends the
// search.
func (d *Deepener[S]) prove(ctx context.Context, root *root[S]) error {
	learn := func(low, high, move int) {
		d.mutex.Lock()
		d.low, d.high, d.provider = max(d.low, low), min(d.high, high), move
		d.mutex.Unlock()
	}
	low, high, err := d.prover.Sign(ctx, root.canonical)
	learn(low, high, -1)
	if err == nil && low < high {
		low, high, err = d.prover.Score(ctx, root.canonical)
		learn(low, high, -1)
	}
	move := -1
	for i := 0; err == nil && move < 0 && i < len(root.moves); i++ {
		m := &root.moves[i]
		switch {
		case m.over && -m.score == low, low == -d.game.Scores():
			move = m.index
		case !m.over:
			var better bool
			// Whether the opponent gets more there than -low.
			if better, err = d.prover.AtLeast(ctx, m.state, 1-low); err == nil && !better {
				move = m.index
			}
		}
	}
	if err == nil {
		learn(low, high, move)
		d.diver.halt.Store(true)
		return nil
	}
	if ctx.Err() != nil || err == ErrNodes {
		return nil
	}
	return err
}
