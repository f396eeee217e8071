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
// takes up to 30 bytes per node to find the components, and then 8 bytes per node
// plus 20 per node of the largest component, or up to 52 if its values depend on
// endless play. Linear equations take up to 150 MB.
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
		if s.enter(first, end); s.cyclic {
			if err := s.solve(ctx); err != nil {
				return err
			}
		} else if s.links > 0 {
			node := s.members[0]
			for role := range 2 {
				s.set(node, role, s.combine(node, side(role)))
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
	cyclic  bool     // the component contains links to its members
	swapped bool     // some of these links exchange the roles
	least   [2]int64 // by role, the least payoff after leaving the component or of endless play

	// The remaining fields are scratch space, indexed by position in the component.
	residual int64 // maximum last change of an approximate value
	work     int   // number of operations for linear equations

	choices []int32    // see choose
	values  []int64    // approximate values
	known   []interval // proven bounds; nil if there are only those in least
	plies   []float64
	exits   []int64 // by twice the position plus the role; see deflate
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

// combine computes a value of a node from its children. Means are rounded down for
// lower bounds, and to nearest otherwise.
func (s *solver) combine(node uint32, want side) int64 {
	links, odds := s.children(node)
	mover := s.Movers[node]
	if mover == games.Chance {
		return s.mean(links, odds, want)
	}
	x := s.read(links[0], want)
	for _, l := range links[1:] {
		if y := s.read(l, want); side(mover) == want&1 {
			x = max(x, y)
		} else {
			x = min(x, y)
		}
	}
	return x
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
	s.cyclic, s.swapped = false, false
	for _, node := range s.members {
		links, _ := s.children(node)
		s.links += len(links)
		for _, l := range links {
			if _, inside := s.local(l); inside {
				s.cyclic, s.swapped = true, s.swapped || l&1 != 0
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

// Limits on the number of sweeps over a component. maxWork is the number of links
// that a small component may visit in excess of that.
const (
	maxSweeps = 2000
	maxWork   = 1 << 22
)

func (s *solver) sweeps() int { return max(maxSweeps, maxWork/s.links) }

// interval holds bounds on a value of role 0.
type interval struct{ low, high int64 }

// solve computes the bounds of a component that contains cycles. If the bounds are
// far from each other, it tries again and starts from the bounds found so far.
func (s *solver) solve(ctx context.Context) error {
	n := len(s.members)
	s.choices, s.values, s.plies = resize(s.choices, n), resize(s.values, n), resize(s.plies, n)
	s.known, s.work = nil, 0
	narrow := (s.Total - s.least[0] - s.least[1]) >> 20
	for _, direct := range []bool{true, false} {
		if err := s.approximate(ctx, direct); err != nil {
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
	// The best bounds of several attempts satisfy the same condition as each of
	// them, except that play may stay forever at a new level.
	s.restore()
	if ok, err := s.lower(ctx); err != nil {
		return err
	} else if !ok {
		s.known = nil
		s.restore() // the least payoff is always a bound
	}
	return s.raise(ctx)
}

// keep adds the bounds to the known bounds.
func (s *solver) keep() {
	known := s.known
	if known == nil {
		known = make([]interval, len(s.members))
	}
	for i, node := range s.members {
		x := s.knownBounds(i)
		known[i] = interval{max(x.low, s.low[node]), min(x.high, s.high[node])}
	}
	s.known = known
}

// restore sets the bounds to the known bounds.
func (s *solver) restore() {
	for i, node := range s.members {
		x := s.knownBounds(i)
		s.low[node], s.high[node] = x.low, x.high
	}
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
	s.residual = math.MaxInt64
	spent, next, solved, deflated := 0, 2*s.links, 0, 0
	for range s.sweeps() {
		if err := ctx.Err(); err != nil {
			return err
		}
		last := s.residual
		s.residual = 0
		for _, node := range s.members {
			x := s.combine(node, mean0)
			s.residual = max(s.residual, x-s.low[node], s.low[node]-x)
			s.low[node], s.high[node] = x, x
		}
		spent += s.links
		if s.residual <= 1 || s.residual <= roundingError && s.residual >= last {
			for i, node := range s.members {
				s.values[i] = s.low[node]
			}
			if deflated++; deflated > maxSolved || !s.deflate(mean0, roundingError) {
				return nil
			}
			for i, node := range s.members {
				if s.low[node] == s.values[i] {
					s.low[node] = s.high[node]
				}
				s.high[node] = s.low[node]
			}
			next = 0
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

// resize returns a slice of n elements with unspecified contents.
func resize[T any](list []T, n int) []T { return slices.Grow(list[:0], n)[:n] }
