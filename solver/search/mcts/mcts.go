// Package mcts evaluates positions by Monte Carlo tree search. It accepts every game:
// any number of roles, simultaneous moves, chance, payoffs with any sum and repetition.
//
// Each iteration descends the tree by UCB1, adds the children of a leaf and plays random
// moves from the leaf to the end of the game. With more than two roles, each role
// maximizes its own payoff (max^n). Where several roles move, each role selects its move
// by regret matching, and its strategy is the average of its probabilities. If a
// position repeats on the path from the root, the play ends with the payoff of endless
// play. Games with chance are an exception, because their plays can leave a repetition.
//
// In a chance node, the search draws one of the outcomes that are not yet proven, by their
// probabilities. The result of the play is weighted with the probability of these outcomes and
// added to the values of the proven ones.
//
// In games of one role and in constant-sum games of two roles, each node has proven bounds
// on the payoff of role 0, which follow from the bounds of its children (Cazenave and
// Saffidine, Score Bounded Monte-Carlo Tree Search, 2010); those of a chance node are
// their weighted means, rounded to 64-bit floats. Moves that are settled or cannot be best are
// not tried again.
package mcts

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/value"
)

// Options configures a Search. The zero value searches until the value is proven or ctx is
// done.
type Options[S games.State] struct {
	Threads int           // 0 means 1; one thread with a limit of nodes is deterministic
	Nodes   uint64        // approximate limit of positions per run; 0 means no limit
	Time    time.Duration // limit per run; 0 means no limit
	Cache   int64         // size of the tree in bytes; 0 means 64 MiB
	Seed    uint64        // seed of the random moves
	// Known, if not nil, returns what tables and proofs provide for a nonterminal position. It
	// must be safe for concurrent use.
	Known func(s S) Known
}

// Known describes a position without a search. The zero value provides nothing.
type Known struct {
	Exact     bool
	Payoffs   [games.MaxRoles]float64 // payoff of each role if Exact is set
	Bounded   bool
	Low, High float64 // bounds on the payoff of role 0 if Bounded is set
}

// Move is a move of one role at the root.
type Move struct {
	Name        string
	Visits      int64
	Probability float64 // frequency of the move in the strategy; 1 or 0 if only one role moves
	Payoff      float64 // estimated payoff of the role that moves, or of role 0; exact if Low equals High
	Estimate    float64 // Payoff scaled as in Analysis
	Low, High   float64 // proven bounds on Payoff
}

// Analysis is the result of a search. All payoffs are in payoff units.
type Analysis struct {
	Line  []string                // most promising line, in the game's notation; joint moves are written a+b
	Mover int                     // role to move, or games.Both or games.Chance
	Moves [games.MaxRoles][]Move  // moves of each role that moves, or the outcomes of chance in the first list, in the order of the game's notation
	Mean  [games.MaxRoles]float64 // estimated payoff of each role
	// Estimate is Mean for the role to move, or else role 0, from -1 (the lowest payoff) to 1.
	Estimate float64
	// Low and High are proven bounds on the payoff of role 0. They are infinite in games without
	// bounds.
	Low, High float64
	Depth     int    // length of the longest path in the tree
	Playouts  uint64 // number of random plays
	Nodes     uint64 // number of positions searched
	Elapsed   time.Duration
	Fill      float64 // fraction of the tree in use, in [0, 1]
}

// Proven reports whether the value of the position is known.
func (a *Analysis) Proven() bool { return a.Low == a.High }

// Search evaluates positions. A run for the same position as the last one continues it.
//
// All threads share the tree, which a mutex guards. A thread selects a batch of leaves, expands
// them and plays without the mutex, and then records the results. Until then, a selected node
// counts as lost, so that the selection spreads (virtual loss).
type Search[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	options  Options[S]
	layered  bool
	cuts     bool // a repetition ends the play
	bounded  bool // nodes have bounds
	listed   bool // the range of the payoffs is known in advance
	stride   int  // payoffs per node: one in a constant-sum game, otherwise one per role
	endless  [games.MaxRoles]float64
	maxNodes int
	workers  []*worker[S]
	control  search.Control

	mu        sync.Mutex
	nodes     []node[S]
	sums      []float64 // sums of payoffs, stride per node
	joint     []jointNode
	arms      []arm     // statistics of the moves of jointNodes
	odds      []float64 // probabilities of the outcomes of chance nodes
	low, high [games.MaxRoles]float64
	solved    map[S]solution // solved nodes with children, in a game with layers
	depth     int
	playouts  uint64

	started time.Time
	before  uint64 // nodes before the current run
}

type node[S games.State] struct {
	state     S
	low, high float64 // bounds on the payoff of role 0
	visits    int32
	first     int32 // first child; children are consecutive
	children  int32 // 0 until the node is expanded
	more      int32 // index of the jointNode if several roles move, or of the first of the odds in a chance node
	pending   int16 // visits in progress
	plies     int16 // upper bound on the plies to the end, if solved
	mover     int8  // 0 until the node is expanded
	stage     stage
}

type solution struct {
	payoff float64 // of role 0
	plies  int16   // see node
}

type stage uint8

const (
	unvisited stage = iota
	claimed         // a worker is expanding the node
	open
	final // the payoffs are exact and equal to the mean
)

// jointNode is the part of a node where several roles move.
type jointNode struct {
	sizes []int // number of moves of each role
	arms  int32 // first of the arms, which are sorted by role
}

// arm is a move of one role.
type arm struct {
	visits int32
	sum    float64 // payoffs of the role
	regret float64 // sum over the visits of the node, of payoffs in [0, 1]
	weight float64 // sum of the probabilities of the move
}

// New returns a Search. The game must not fail; see [games.WithFailure].
func New[S games.State](g games.Game[S], o Options[S]) *Search[S] {
	d := &Search[S]{game: g, info: g.Info(), options: o, stride: 1, solved: map[S]solution{}}
	_, d.layered = g.(games.Layered[S])
	d.cuts = !d.layered && !d.info.Stochastic
	d.bounded = !d.info.GeneralSum && len(d.info.Roles) <= 2
	if !d.bounded {
		d.stride = len(d.info.Roles)
	}
	endless, err := value.EndlessPayoffs(d.info)
	for role := range d.endless {
		if d.endless[role] = float64(endless[role]); err != nil {
			d.endless[role] = float64(d.info.Total) / 2 // no payoff can express half of an odd total
		}
		d.low[role], d.high[role] = math.Inf(1), math.Inf(-1)
	}
	if low, high, known := search.PayoffRange(g); d.bounded && known {
		d.setRange(low, high)
	}
	size := int64(unsafe.Sizeof(node[S]{})) + 8*int64(d.stride)
	d.maxNodes = int(min(cmp.Or(o.Cache, 64<<20)/(2*size), math.MaxInt32/2)) // growing copies the tree
	for i := range max(1, o.Threads) {
		w := newWorker(d, o.Seed, uint64(i))
		d.control.Add(&w.Counter)
		d.workers = append(d.workers, w)
	}
	return d
}

// setRange sets the range of the payoffs of role 0 in a game with bounds.
func (d *Search[S]) setRange(low, high float64) {
	if len(d.info.Roles) == 1 && d.info.Endless == nil {
		d.endless[0] = low
	}
	if !d.layered {
		low, high = min(low, d.endless[0]), max(high, d.endless[0])
	}
	total := float64(d.info.Total)
	d.listed, d.low, d.high = true, [games.MaxRoles]float64{low, total - high}, [games.MaxRoles]float64{high, total - low}
}

// Limit sets the limits of subsequent runs; see Options.
func (d *Search[S]) Limit(nodes uint64, time time.Duration) {
	d.options.Nodes, d.options.Time = nodes, time
}

// Nodes returns the number of positions searched by the current or last run. It may be called
// during a run.
func (d *Search[S]) Nodes() uint64 { return d.control.Nodes() - d.before }

// Close releases the memory of the tree.
func (d *Search[S]) Close() {
	d.nodes, d.sums, d.joint, d.arms, d.odds, d.solved = nil, nil, nil, nil, nil, nil
}

// Run searches a nonterminal position until its value is proven, a limit is reached or ctx is
// done. None of these conditions is an error.
func (d *Search[S]) Run(ctx context.Context, s S) Analysis {
	d.started, d.before = time.Now(), d.control.Nodes()
	d.control.MaxNodes = d.options.Nodes
	d.setRoot(s)
	if d.options.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.options.Time)
		defer cancel()
	}
	end := d.control.Start(ctx)
	d.workers[0].step() // adds the moves of the root; other threads would wait for them
	var group sync.WaitGroup
	for _, w := range d.workers[1:] {
		group.Go(w.run)
	}
	d.workers[0].run()
	group.Wait()
	end()
	return *d.Latest()
}

// Latest returns the current result. It may be called during a run.
func (d *Search[S]) Latest() *Analysis {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.nodes) == 0 {
		return nil
	}
	return d.analysis()
}

// setRoot makes s the root. If it already is, the search continues.
func (d *Search[S]) setRoot(s S) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.nodes) > 0 && d.nodes[0].state == s {
		return
	}
	d.nodes, d.sums, d.joint, d.arms, d.odds = d.nodes[:0], d.sums[:0], d.joint[:0], d.arms[:0], d.odds[:0]
	d.depth, d.playouts = 0, 0
	clear(d.solved)
	d.add([]S{s})
}

// add appends unvisited nodes and returns the index of the first one.
func (d *Search[S]) add(states []S) int32 {
	first := int32(len(d.nodes))
	low, high := d.low[0], d.high[0]
	if !d.listed {
		low, high = math.Inf(-1), math.Inf(1)
	}
	for _, s := range states {
		d.nodes = append(d.nodes, node[S]{state: s, low: low, high: high})
	}
	d.sums = slices.Grow(d.sums, len(states)*d.stride)[:len(d.nodes)*d.stride]
	clear(d.sums[int(first)*d.stride:])
	return first
}

// payoff returns the proven or mean payoff of a role at a node that is visited or solved.
func (d *Search[S]) payoff(i int32, role int) float64 {
	n, at := &d.nodes[i], int(i)*d.stride
	if d.stride > 1 {
		at += role
	}
	v := d.sums[at] / float64(max(1, n.visits))
	if d.bounded {
		v = max(n.low, min(v, n.high))
	}
	return d.forRole(v, role)
}

// forRole converts a payoff of role 0 in a game with bounds to that of a role.
func (d *Search[S]) forRole(v float64, role int) float64 {
	if role == 1 && d.bounded {
		return float64(d.info.Total) - v
	}
	return v
}

// scaled maps a payoff of a role to [0, 1].
func (d *Search[S]) scaled(v float64, role int) float64 {
	if d.high[role] > d.low[role] {
		return (v - d.low[role]) / (d.high[role] - d.low[role])
	}
	return 0.5
}

// boundsFor returns the bounds on the payoff of a role.
func (d *Search[S]) boundsFor(n *node[S], role int) (low, high float64) {
	low, high = n.low, n.high
	if role == 1 && d.bounded {
		low, high = float64(d.info.Total)-high, float64(d.info.Total)-low
	}
	return low, high
}

func (n *node[S]) solved() bool { return n.low == n.high || n.stage == final }

// confidence is the distance of the lower confidence bound of a mean of n payoffs in [0, 1] from
// the mean, multiplied by the square root of n. The standard error is at most half of it.
const confidence = 1

// best returns the index of the most promising move of the role that moves at a node, or of the
// most probable outcome of a chance node. It is -1 if no child has been visited. Among proven moves, it prefers short wins and long losses.
func (d *Search[S]) best(n *node[S]) int32 {
	best, key, length := int32(-1), math.Inf(-1), 0
	role := int(n.mover)
	for i := range n.children {
		c := &d.nodes[n.first+i]
		if role < 0 { // the most probable outcome
			if p := d.odds[n.more+i]; p > key {
				best, key = i, p
			}
			continue
		}
		if c.visits == 0 && !c.solved() {
			continue
		}
		k, plies := d.scaled(d.payoff(n.first+i, role), role), int(c.plies)
		if !c.solved() {
			low, _ := d.boundsFor(c, role)
			k = max(k-confidence/math.Sqrt(float64(c.visits)), d.scaled(low, role))
		} else if 2*k < 1 {
			plies = -plies
		}
		if best < 0 || k > key || k == key && plies < length {
			best, key, length = i, k, plies
		}
	}
	return best
}

// analysis describes the root.
func (d *Search[S]) analysis() *Analysis {
	n := &d.nodes[0]
	a := &Analysis{
		Mover: int(n.mover), Low: n.low, High: n.high, Depth: d.depth, Playouts: d.playouts, Nodes: d.Nodes(),
		Elapsed: time.Since(d.started), Fill: min(1, float64(len(d.nodes))/float64(d.maxNodes)),
	}
	if n.visits == 0 {
		return a
	}
	for role := range d.info.Roles {
		a.Mean[role] = d.payoff(0, role)
	}
	names := games.NotationOf(d.game).Moves(n.state)
	if n.mover == games.Both {
		d.jointMoves(a, n, names)
	} else if n.children > 0 {
		best, role := d.best(n), max(0, a.Mover)
		for i := range n.children {
			c := &d.nodes[n.first+i]
			m := Move{Name: names[role][i], Visits: int64(c.visits), Payoff: a.Mean[role]}
			if m.Low, m.High = d.boundsFor(c, role); c.visits > 0 || c.solved() {
				m.Payoff = d.payoff(n.first+i, role)
			}
			m.Estimate = 2*d.scaled(m.Payoff, role) - 1
			if n.mover == games.Chance {
				m.Probability = d.odds[n.more+i]
			} else if i == best {
				m.Probability = 1
				for r := range d.info.Roles {
					a.Mean[r] = d.payoff(n.first+i, r)
				}
			}
			a.Moves[role] = append(a.Moves[role], m)
		}
	}
	a.Line = d.line(n)
	role := max(0, a.Mover)
	a.Estimate = 2*d.scaled(a.Mean[role], role) - 1
	return a
}

// maxLine is the maximum length of a line. Proven endless play is long.
const maxLine = 100

// minVisits is the number of visits below which a line ends.
const minVisits = 8

func (d *Search[S]) line(n *node[S]) (line []string) {
	for n.children > 0 && len(line) < maxLine {
		names := games.NotationOf(d.game).Moves(n.state)
		at := int32(0)
		if n.mover != games.Both {
			if at = d.best(n); at < 0 {
				break
			}
		} else {
			at = d.frequent(n)
		}
		line = append(line, games.JointNames(names)[at])
		if n = &d.nodes[n.first+at]; n.visits < minVisits && !n.solved() {
			break
		}
	}
	return line
}
