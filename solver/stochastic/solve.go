package stochastic

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"zermelo/games"
)

// Solve computes bounds on the value of each node for role 0. The bounds of
// terminal nodes are given; Solve sets low and high of all other nodes. The
// results do not depend on the platform. Besides the graph and the bounds, Solve
// takes 8 bytes per node, plus 20 per node of the largest component.
//
// Solve returns an error if the graph is malformed, or ctx.Err().
func (g *Graph) Solve(ctx context.Context, low, high []int64) error {
	if err := g.check(low, high); err != nil {
		return err
	}
	o, err := g.newOrder(ctx)
	if err != nil {
		return err
	}
	s := &solver{Graph: g, order: o, low: low, high: high}
	first := uint32(0)
	for i, end := range o.ends {
		if i%(1<<10) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s.enter(first, end); s.cyclic() {
			if err := s.solve(ctx); err != nil {
				return err
			}
		} else if s.links > 0 {
			node := s.members[0]
			for role := range 2 {
				x, _ := s.combine(node, side(role))
				s.set(node, role, x)
			}
		}
		first = end
	}
	return nil
}

// solver computes the values of one component at a time.
type solver struct {
	*Graph
	*order
	low, high []int64

	members []uint32 // nodes of the component
	first   uint32   // position of members[0]
	links   int      // number of links from the component
	swapped bool     // links inside the component exchange the roles
	least   [2]int64 // by role, the least payoff after leaving the component or of endless play

	// The remaining fields are scratch space, indexed by position in the component.
	residual int64 // maximum last change of an approximate value
	work     int   // number of operations for linear equations

	choices []int32    // see choose
	values  []int64    // approximate values
	known   []interval // proven bounds; nil if there are only those in least
	plies   []float64
	linear
}

// side selects one of the values of a node. All of them are measured such that
// the player side&1 maximizes them.
type side uint8

const (
	low0  side = iota // lower bound for role 0
	low1              // lower bound for role 1
	mean0             // mean of the bounds for role 0
	mean1             // mean of the bounds for role 1
)

// read returns a value of the child to which a link leads, for its parent's role.
func (s *solver) read(link uint32, want side) int64 {
	child := link >> 1
	switch want ^ side(link&1) {
	case low0:
		return s.low[child]
	case low1:
		return s.Total - s.high[child]
	case mean0:
		return s.low[child] + (s.high[child]-s.low[child])/2
	default:
		return s.Total - s.low[child] - (s.high[child]-s.low[child])/2
	}
}

func (s *solver) set(node uint32, role int, low int64) {
	if role == 0 {
		s.low[node] = low
	} else {
		s.high[node] = s.Total - low
	}
}

// combine computes a value of a node from its children, and the index of the
// first best move. Means are rounded down for lower bounds, and to nearest
// otherwise.
func (s *solver) combine(node uint32, want side) (x int64, best int) {
	links, odds := s.children(node)
	mover := s.Movers[node]
	if mover == games.Chance {
		return s.mean(links, odds, want), -1
	}
	x = s.read(links[0], want)
	for i, l := range links[1:] {
		if y := s.read(l, want); y != x && y > x == (side(mover) == want&1) {
			x, best = y, i+1
		}
	}
	return x, best
}

func (s *solver) mean(links, odds []uint32, want side) int64 {
	const shift = 1 << 63 // makes all values positive
	var hi, lo, carry, sum uint64
	for i, l := range links {
		weight := uint64(1)
		if odds != nil {
			weight = uint64(odds[i])
		}
		h, m := bits.Mul64(uint64(s.read(l, want))^shift, weight)
		lo, carry = bits.Add64(lo, m, 0)
		hi += h + carry
		sum += weight
	}
	if want >= mean0 {
		lo, carry = bits.Add64(lo, sum/2, 0)
		hi += carry
	}
	x, _ := bits.Div64(hi, lo, sum)
	return int64(x ^ shift)
}

// enter makes nodes[first:end] the current component.
func (s *solver) enter(first, end uint32) {
	s.members, s.first, s.links = s.nodes[first:end], first, 0
	s.least = [2]int64{s.endless(0), s.endless(1)}
	s.swapped = false
	for _, node := range s.members {
		links, _ := s.children(node)
		s.links += len(links)
		for _, l := range links {
			if _, inside := s.local(l); inside {
				s.swapped = s.swapped || l&1 != 0
				continue
			}
			for role := range s.least {
				s.least[role] = min(s.least[role], s.read(l, side(role)))
			}
		}
	}
	if s.swapped {
		s.least[0] = min(s.least[0], s.least[1])
		s.least[1] = s.least[0]
	}
}

// local returns the index of a link's child in s.members if it is inside the
// component.
func (s *solver) local(link uint32) (at uint32, inside bool) {
	at = s.positions[link>>1] - s.first
	return at, at < uint32(len(s.members))
}

// cyclic reports whether the component contains a cycle.
func (s *solver) cyclic() bool {
	if len(s.members) > 1 {
		return true
	}
	links, _ := s.children(s.members[0])
	return slices.ContainsFunc(links, func(l uint32) bool { return l>>1 == s.members[0] })
}

// Limits on the number of sweeps over a component. maxWork is the number of links
// that a small component may visit in excess of that.
const (
	maxSweeps = 2000
	maxWork   = 1 << 22
)

func (s *solver) sweeps() int { return max(maxSweeps, maxWork/s.links) }

// maxAttempts is the number of approximations per component if bounds remain far
// from each other.
const maxAttempts = 3

// interval holds bounds on a value of role 0.
type interval struct{ low, high int64 }

// solve computes the bounds of a component that contains cycles. If the bounds are
// far from each other, it tries again and starts from the bounds found so far.
func (s *solver) solve(ctx context.Context) error {
	n := len(s.members)
	s.choices, s.values, s.plies = resize(s.choices, n), resize(s.values, n), resize(s.plies, n)
	s.known, s.work = nil, 0
	narrow := (s.Total - s.least[0] - s.least[1]) >> 20
	for attempt := range maxAttempts {
		if err := s.approximate(ctx, attempt%2 == 0); err != nil {
			return err
		}
		ok, err := s.certify(ctx)
		if err != nil {
			return err
		}
		if ok && !slices.ContainsFunc(s.members, func(at uint32) bool { return s.high[at]-s.low[at] > narrow }) {
			return nil
		}
		if ok {
			s.keep()
		}
	}
	for i, node := range s.members {
		x := s.knownBounds(i)
		s.low[node], s.high[node] = x.low, x.high
	}
	if ok, err := s.lower(ctx); err != nil {
		return err
	} else if !ok {
		for _, node := range s.members {
			s.low[node], s.high[node] = s.least[0], s.Total-s.least[1]
		}
	}
	return s.raise(ctx)
}

// keep adds the bounds to the known bounds.
func (s *solver) keep() {
	known := make([]interval, len(s.members))
	for i, node := range s.members {
		x := s.knownBounds(i)
		known[i] = interval{max(x.low, s.low[node]), min(x.high, s.high[node])}
	}
	s.known = known
}

// knownBounds returns proven bounds of a member.
func (s *solver) knownBounds(i int) interval {
	if s.known == nil {
		return interval{s.least[0], s.Total - s.least[1]}
	}
	return s.known[i]
}

// approximate sets both bounds of each node to an approximate value. It starts
// with endless play, or the nearest value that is possible, and repeatedly
// recomputes all values. If direct is set, it also solves linear equations whenever
// this is not more work than the preceding sweeps. On return, s.values contains the
// values, and s.residual the last change.
func (s *solver) approximate(ctx context.Context, direct bool) error {
	for i, node := range s.members {
		known := s.knownBounds(i)
		x := min(max(s.Endless, known.low), known.high)
		s.low[node], s.high[node] = x, x
	}
	spent, next, solved, deflated := 0, 2*s.links, 0, 0
	for range s.sweeps() {
		if err := ctx.Err(); err != nil {
			return err
		}
		last := s.residual
		s.residual = 0
		for _, node := range s.members {
			x, _ := s.combine(node, mean0)
			s.residual = max(s.residual, x-s.low[node], s.low[node]-x)
			s.low[node], s.high[node] = x, x
		}
		spent += s.links
		if s.residual <= 1 || s.residual <= roundingError && s.residual >= last {
			for i, node := range s.members {
				s.values[i] = s.low[node]
			}
			if deflated++; deflated > maxSolved || !s.deflate(roundingError) {
				return nil
			}
			for i, node := range s.members {
				if s.low[node] == s.values[i] {
					s.low[node] = s.high[node]
				}
				s.high[node] = s.low[node]
			}
			continue
		}
		if !direct || spent < next {
			continue
		}
		if s.correct(2 * spent) {
			spent, next, solved = 0, s.links, solved+1
			direct = solved < maxSolved
		} else {
			next = 4 * spent
		}
	}
	for i, node := range s.members {
		s.values[i] = s.low[node]
	}
	return nil
}

// roundingError is the maximum difference between an approximate value and those of
// the children, in units.
const roundingError = 4

// maxSolved limits the number of linear systems per approximation: the strategies
// of two players can alternate between several pairs.
const maxSolved = 50

// certify lowers the approximate values, for both roles, until they are bounds.
// It reports whether it succeeds. A value is reduced in proportion to the
// expected number of chance nodes before play leaves the component, since each
// of them rounds.
func (s *solver) certify(ctx context.Context) (ok bool, err error) {
	if err := s.countChance(ctx); err != nil {
		return false, err
	}
	span := s.Total - s.least[0] - s.least[1]
	for slope := s.residual + 3; ; slope *= 16 {
		for i, node := range s.members {
			less := int64(min(math.Ceil(float64(slope)*s.plies[i]), float64(span)))
			s.low[node] = max(s.values[i]-less, s.least[0])
			s.high[node] = min(s.values[i]+less, s.Total-s.least[1])
		}
		if ok, err := s.lower(ctx); ok && err == nil {
			return true, s.raise(ctx)
		} else if err != nil || slope > span {
			return false, err
		}
	}
}

// lower lowers the bounds of both roles until no bound exceeds the value computed
// from the children, and play does not stay forever at a level above the payoff
// of endless play. It gives up after a limited number of sweeps.
func (s *solver) lower(ctx context.Context) (ok bool, err error) {
	for range s.sweeps() {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if s.sweep(-1) == 0 && !s.deflate(0) {
			return true, nil
		}
	}
	return false, nil
}

// raise raises bounds to the values computed from the children. The results of
// lower remain valid.
func (s *solver) raise(ctx context.Context) error {
	for i := range s.sweeps() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if change := s.sweep(1); change == 0 || change <= 4 && i >= minRaises {
			break
		}
	}
	return nil
}

// minRaises is the number of sweeps after which raise stops if changes are small.
const minRaises = 4

// sweep recomputes the bounds of each node. It stores the results that are lower
// (sign -1) or higher (sign 1), and returns the maximum change.
func (s *solver) sweep(sign int64) (change int64) {
	for _, node := range s.members {
		x, _ := s.combine(node, low0)
		if d := (x - s.low[node]) * sign; d > 0 {
			s.low[node], change = x, max(change, d)
		}
		x, _ = s.combine(node, low1)
		if d := (x - (s.Total - s.high[node])) * sign; d > 0 {
			s.high[node], change = s.Total-x, max(change, d)
		}
	}
	return change
}

// deflate lowers bounds if play can stay at them forever, and reports whether there
// are any. The new bound is the best value for which a move leaves such bounds, or
// the payoff of endless play. Values that
// differ by at most slack are equal.
func (s *solver) deflate(slack int64) (found bool) {
	safe := s.choices // bit r is set if the node is safe for role r
	for i, node := range s.members {
		safe[i] = 0
		if s.low[node] <= s.Endless {
			safe[i] |= 1
		}
		if s.high[node] >= s.Endless {
			safe[i] |= 2
		}
	}
	for changed := true; changed; {
		changed = false
		for i, node := range s.members {
			for role := range 2 {
				if safe[i]>>role&1 == 0 && s.escapes(node, role, slack) {
					safe[i] |= 1 << role
					changed = true
				}
			}
		}
	}
	exits := [2]int64{math.MinInt64, math.MinInt64} // by role, the best value after a move that reduces the level
	each := func(visit func(node uint32, role int, level int64)) {
		for i, node := range s.members {
			for role, level := range [2]int64{s.low[node], s.Total - s.high[node]} {
				if safe[i]>>role&1 == 0 {
					visit(node, role, level)
				}
			}
		}
	}
	each(func(node uint32, role int, level int64) {
		found = true
		links, _ := s.children(node)
		for _, l := range links {
			if x := s.read(l, side(role)); int(s.Movers[node]) == role && x < level-slack {
				exits[role] = max(exits[role], x)
			}
		}
	})
	if s.swapped {
		exits[0] = max(exits[0], exits[1])
		exits[1] = exits[0]
	}
	each(func(node uint32, role int, level int64) {
		s.set(node, role, max(min(level, exits[role]), s.endless(role)))
	})
	return found
}

// escapes reports whether play from a node reaches a safe node or another level
// with positive probability, whatever the opponent of role does. Values that differ
// by at most slack are the same level.
func (s *solver) escapes(node uint32, role int, slack int64) bool {
	want := side(role)
	level := s.low[node]
	if role == 1 {
		level = s.Total - s.high[node]
	}
	links, _ := s.children(node)
	mover := int(s.Movers[node])
	for _, l := range links {
		x := s.read(l, want)
		if mover == role && x < level-slack {
			continue
		}
		at, inside := s.local(l)
		away := !inside || x > level+slack || x < level-slack || s.choices[at]>>(uint32(role)^l&1)&1 != 0
		if away != (mover == 1-role) {
			return away
		}
	}
	return mover == 1-role
}

// resize returns a slice of n elements with unspecified contents.
func resize[T any](list []T, n int) []T { return slices.Grow(list[:0], n)[:n] }
