// Package star searches games with chance by expectiminimax with pruning. A game must have
// two players with constant-sum payoffs who move in turn; see [Accepts].
//
// The search deepens ply by ply, counting random moves. At a random move, the remaining outcomes
// are cut off when the bounds on their values decide the comparison (Ballard, The *-minimax Search
// Procedure for Trees Containing Chance Nodes, 1983: Star1). Before that, one move after each outcome
// is searched for a first bound (Star2; Hauk, Buro and Schaeffer, Rediscovering *-Minimax Search,
// 2004).
//
// Each node returns two intervals that hold for every window: one for the value of the search to the
// given depth, in which leaves have the game's evaluation, and one for the value of the game, in
// which leaves can have any payoff.
package star

import (
	"context"
	"math"
	"math/bits"
	"sync/atomic"
	"time"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/mcts"
	"zermelo/solver/value"
)

// Accepts reports whether a game can be searched. If it does not list its payoffs, they are assumed to be
// between 0 and Info.Total.
func Accepts(info *games.Info) bool {
	return info.Stochastic && !info.Simultaneous && !info.GeneralSum && len(info.Roles) == 2
}

// Search evaluates positions. It is not safe for concurrent use, except for Latest.
type Search[S games.State] struct {
	search.Counter
	game      games.Game[S]
	evaluator games.Evaluator[S]
	limit     time.Duration
	moves     bool
	control   search.Control
	payoffs   interval // range of the payoffs of role 0
	table     []entry[S]
	used      int
	stopped   bool
	first     bool // the search to depth 1, which is always completed
	started   time.Time
	before    uint64 // nodes before the current run
	latest    atomic.Pointer[mcts.Analysis]

	one    []S
	ends   []int32
	stages games.Stages[S]
	values []float32
	states []S       // children of the nodes on the path
	odds   []float64 // probabilities of the children of chance nodes on the path
	found  []result  // results of the same children
}

// interval holds bounds on a payoff of role 0 in payoff units.
type interval struct{ low, high float64 }

func (i interval) negated() interval { return interval{-i.high, -i.low} }

// result holds bounds on the values of a node.
type result struct {
	depth  interval // value of a search to the node's depth
	proven interval // value of the game
}

type entry[S games.State] struct {
	state S
	result
	plies int16 // depth of result.depth
	best  int16
	used  bool
}

const (
	// maxDepth limits the depth of a search.
	maxDepth = 250
	// maxDraws is the maximum number of random moves in a row that are added below a leaf, which a player
	// must evaluate.
	maxDraws = 3
	// certain is the maximum absolute evaluation of a position whose value is not proven.
	certain = 0.98
	// maxLine is the maximum length of a line.
	maxLine = 100
)

// New returns a Search for a game that Accepts accepts, with a table of cache bytes. If moves is set, it also
// evaluates all moves of the root. The game must not fail; see [games.WithFailure].
func New[S games.State](g games.Game[S], cache int64, moves bool) *Search[S] {
	d := &Search[S]{game: g, evaluator: games.EvaluatorOf(g), moves: moves, one: make([]S, 1)}
	total := float64(g.Info().Total)
	d.payoffs = interval{min(0, total), max(0, total)}
	if low, high, known := search.PayoffRange(g); known {
		d.payoffs = interval{low, high}
	}
	if _, layered := g.(games.Layered[S]); !layered {
		x := total / 2
		if endless, err := value.EndlessPayoffs(g.Info()); err == nil {
			x = float64(endless[0])
		}
		d.payoffs.low, d.payoffs.high = min(d.payoffs.low, x), max(d.payoffs.high, x)
	}
	size := cache / int64(unsafe.Sizeof(entry[S]{}))
	d.table = make([]entry[S], 1<<(bits.Len64(uint64(max(1, size)))-1))
	d.control.Add(&d.Counter)
	return d
}

// Limit sets the approximate limit of positions and the time limit of subsequent runs. 0 means no limit.
func (d *Search[S]) Limit(nodes uint64, time time.Duration) {
	d.control.MaxNodes, d.limit = nodes, time
}

// Close releases the memory of the table.
func (d *Search[S]) Close() { d.table = nil }

// Latest returns the result of the last completed depth, or nil. It may be called during a run.
func (d *Search[S]) Latest() *mcts.Analysis { return d.latest.Load() }

// Run searches a nonterminal position until its value is proven, a limit is reached or ctx is done.
// None of these conditions is an error. In the result, the depth counts random moves, and the numbers
// of random plays and visits are 0.
func (d *Search[S]) Run(ctx context.Context, s S) mcts.Analysis {
	d.started, d.before, d.stopped = time.Now(), d.Count, false
	if d.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.limit)
		defer cancel()
	}
	defer d.control.Start(ctx)()
	a := d.analysis(s, 0, result{d.payoffs, d.payoffs})
	for depth := 1; depth <= maxDepth && !a.Proven(); depth++ {
		d.first = depth == 1
		r := d.search(s, depth, d.payoffs, false)
		next := d.analysis(s, depth, r)
		if d.stopped { // only the bounds are valid
			a.Low, a.High = max(a.Low, next.Low), min(a.High, next.High)
			break
		}
		a = next
		d.latest.Store(&next)
	}
	a.Nodes, a.Elapsed = d.Count-d.before, time.Since(d.started)
	d.latest.Store(nil)
	return a
}

// analysis describes the result of a search of the root.
func (d *Search[S]) analysis(s S, depth int, r result) mcts.Analysis {
	info, at := d.game.Info(), d.slot(s)
	if at.used && at.state == s {
		r.proven = r.proven.within(at.proven)
	}
	if r.proven.high-r.proven.low <= search.Rounding*(d.payoffs.high-d.payoffs.low) {
		r.proven.high = r.proven.low
	}
	a := mcts.Analysis{
		Mover: games.Mover(d.game, s), Low: r.proven.low, High: r.proven.high, Depth: depth, Nodes: d.Count - d.before,
		Elapsed: time.Since(d.started), Fill: float64(d.used) / float64(len(d.table)),
	}
	role := max(0, a.Mover)
	mean := func(r result) float64 { return (r.depth.low + r.depth.high) / 2 }
	a.Mean[0], a.Mean[1] = mean(r), float64(info.Total)-mean(r)
	a.Estimate = d.scaled(a.Mean[0], role)
	a.Line = d.line(s)
	if !d.moves && a.Mover >= 0 || d.stopped {
		return a
	}
	children, _ := d.game.Expand(nil, nil, []S{s})
	var odds []float64
	if a.Mover < 0 {
		odds = games.AppendProbabilities(nil, games.Odds(d.game, s, len(children)))
	}
	for i, name := range games.NotationOf(d.game).Moves(s)[role] {
		c := d.search(children[i], max(0, depth-1), d.payoffs, false)
		m := mcts.Move{Name: name, Payoff: mean(c), Estimate: d.scaled(mean(c), role), Low: c.proven.low, High: c.proven.high}
		if role == 1 {
			total := float64(info.Total)
			m.Payoff, m.Low, m.High = total-m.Payoff, total-m.High, total-m.Low
		}
		if odds != nil {
			m.Probability = odds[i]
		} else if len(a.Line) > 0 && name == a.Line[0] {
			m.Probability = 1
		}
		a.Moves[role] = append(a.Moves[role], m)
	}
	return a
}

// scaled maps a payoff of role 0 to [-1, 1] for a role.
func (d *Search[S]) scaled(v float64, role int) float64 {
	if d.payoffs.high == d.payoffs.low {
		return 0
	}
	return (2*(v-d.payoffs.low)/(d.payoffs.high-d.payoffs.low) - 1) * float64(1-2*role)
}

// line returns the best line in the table with the most probable outcomes of random moves.
func (d *Search[S]) line(s S) (line []string) {
	for seen := map[S]bool{}; len(line) < maxLine && !seen[s]; {
		seen[s] = true
		e := d.slot(s)
		children, _ := d.game.Expand(nil, nil, []S{s})
		if len(children) == 0 || !e.used || e.state != s {
			break
		}
		line = append(line, games.JointNames(games.NotationOf(d.game).Moves(s))[e.best])
		s = children[e.best]
	}
	return line
}

// within returns the intersection of intervals that overlap except for rounding errors.
func (i interval) within(o interval) interval {
	low := max(i.low, o.low)
	return interval{low, max(low, min(i.high, o.high))}
}

// decides reports whether the interval is a point or outside of the window.
func (i interval) decides(window interval) bool {
	return i.low == i.high || i.low >= window.high || i.high <= window.low
}

func (d *Search[S]) slot(s S) *entry[S] {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return &d.table[h*0xbf58476d1ce4e5b9>>32&uint64(len(d.table)-1)]
}

// stored returns the stored bounds on the values of s to the given depth.
func (d *Search[S]) stored(s S, depth int) (r result, best int16) {
	r = result{d.payoffs, d.payoffs}
	if e := d.slot(s); e.used && e.state == s {
		if r.proven, best = e.proven, e.best; int(e.plies) == depth {
			r.depth = e.depth
		}
		r.depth = r.depth.clamped(r.proven)
	}
	return r, best
}

// clamped returns the interval of the values in i after they are moved into o.
func (i interval) clamped(o interval) interval {
	return interval{max(o.low, min(i.low, o.high)), max(o.low, min(i.high, o.high))}
}

// search returns bounds on the values of s. The bounds on the value to the given depth decide the
// window, except for rounding errors and if the search is stopped. With probe, it searches only one move of
// a player and need not decide the window.
func (d *Search[S]) search(s S, depth int, window interval, probe bool) result {
	if d.Count++; d.Count%search.PublishInterval == 0 && !d.first && (d.control.LimitReached(&d.Counter) || d.control.Halted()) {
		d.stopped = true
	}
	r, best := d.stored(s, depth)
	if d.stopped || r.depth.decides(window) {
		return r
	}
	base, odds := len(d.states), len(d.odds)
	d.one[0] = s
	d.states, d.ends = d.game.Expand(d.states, d.ends[:0], d.one)
	d.ends[0] -= int32(base)
	children := len(d.states) - base
	defer func() { d.states, d.odds, d.found = d.states[:base], d.odds[:odds], d.found[:odds] }()
	if children == 0 {
		v := float64(d.game.Payoffs(nil, d.one)[0][0])
		return result{interval{v, v}, interval{v, v}}
	}
	d.stages.Find(d.game, d.one, d.ends)
	switch mover := d.stages.Movers[0]; {
	case depth <= 0 && (mover != games.Chance || depth <= -maxDraws):
		x := 0.0
		if mover != games.Chance {
			d.values = d.evaluator.Evaluate(d.values[:0], d.one)
			x = max(-certain, min(float64(d.values[0]), certain)) * float64(1-2*mover)
		}
		v := d.payoffs.low + (x+1)/2*(d.payoffs.high-d.payoffs.low)
		r.depth = interval{v, v}.clamped(r.proven)
		return r
	case mover != games.Chance:
		r, best = d.choose(r, base, children, int(best), depth, mover == 1, window, probe)
	case probe:
		return r
	default:
		d.odds = games.AppendProbabilities(d.odds, d.stages.Odds(0, children))
		r, best = d.average(r, base, odds, depth, window)
	}
	if at := d.slot(s); !d.stopped {
		if !at.used {
			d.used++
		}
		*at = entry[S]{s, r, int16(depth), best, true}
	}
	return r
}

// choose returns the result of a node where a player moves. It tries the move first before the others.
func (d *Search[S]) choose(known result, base, children, first, depth int, minimize bool, window interval, probe bool) (r result, best int16) {
	view := func(i interval) interval { return i }
	if minimize {
		view = interval.negated
	}
	most, limits := view(d.payoffs).high, view(window)
	r = result{interval{math.Inf(-1), math.Inf(-1)}, interval{math.Inf(-1), math.Inf(-1)}}
	join := func(a, b interval) interval { return interval{max(a.low, b.low), max(a.high, b.high)} }
	for k := range children {
		i := k
		if k <= first { // the first move, then those before it
			i = (k + first) % (first + 1)
		}
		c := d.search(d.states[base+i], depth-1, view(interval{max(limits.low, r.depth.low), limits.high}), false)
		if v := view(c.depth); v.low > r.depth.low {
			best = int16(i)
		}
		r = result{join(r.depth, view(c.depth)), join(r.proven, view(c.proven))}
		if k+1 < children && (probe || d.stopped || r.depth.low >= limits.high) {
			r.depth.high, r.proven.high = most, most
			break
		}
	}
	r.depth, r.proven = view(r.depth), view(r.proven).within(known.proven)
	r.depth = r.depth.clamped(r.proven)
	return r, best
}

// average returns the result of a node with random outcomes, and the most probable one. The
// probabilities begin at d.odds[odds].
func (d *Search[S]) average(known result, base, odds, depth int, window interval) (r result, best int16) {
	children := len(d.odds) - odds
	var sum interval // of the bounds to this depth
	for i := range children {
		c, _ := d.stored(d.states[base+i], depth-1)
		d.found = append(d.found, c)
		p := d.odds[odds+i]
		sum.low, sum.high = sum.low+p*c.depth.low, sum.high+p*c.depth.high
		if p > d.odds[odds+int(best)] {
			best = int16(i)
		}
	}
	narrow := window != d.payoffs && depth > 1
	for pass := range 2 { // the first one probes
		for i := 0; i < children && !d.stopped && (pass == 1 || narrow); i++ {
			c, p := d.found[odds+i].depth, d.odds[odds+i]
			if sum.low >= window.high || sum.high <= window.low {
				break
			} else if c.low == c.high {
				continue
			}
			limits := interval{max(d.payoffs.low, c.high-(sum.high-window.low)/p), min(d.payoffs.high, c.low+(window.high-sum.low)/p)}
			next := d.search(d.states[base+i], depth-1, limits, pass == 0)
			d.found[odds+i] = next
			sum.low, sum.high = sum.low+p*(next.depth.low-c.low), sum.high+p*(next.depth.high-c.high)
		}
	}
	for i, p := range d.odds[odds:] {
		c := &d.found[odds+i]
		r.depth.low, r.depth.high = r.depth.low+p*c.depth.low, r.depth.high+p*c.depth.high
		r.proven.low, r.proven.high = r.proven.low+p*c.proven.low, r.proven.high+p*c.proven.high
	}
	snap := func(x float64) float64 { return search.Snap(x, d.payoffs.low, d.payoffs.high) }
	r.proven = interval{snap(r.proven.low), snap(r.proven.high)}.within(known.proven)
	r.depth = r.depth.clamped(r.proven)
	return r, best
}
