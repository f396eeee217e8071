package stochastic

import (
	"context"
	"math"
)

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
			less := int64(0)
			if x := math.Ceil(float64(slope) * s.plies[i]); x > 0 { // false if it is not a number
				less = int64(min(x, float64(span)))
			}
			s.low[node] = max(s.values[i]-less, s.least[0])
			s.high[node] = min(s.values[i]+less, s.Total-s.least[1])
		}
		if ok, err := s.lower(ctx); ok && err == nil {
			return true, s.raise(ctx)
		} else if err != nil || slope > span/16 {
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
		if s.sweep(-1) == 0 && !s.deflate(low0, 0) {
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
		for role, old := range [2]int64{s.low[node], s.Total - s.high[node]} {
			x := s.combine(node, side(role))
			if d := (x - old) * sign; d > 0 {
				s.set(node, role, x)
				change = max(change, d)
			}
		}
	}
	return change
}

// deflate lowers bounds at which play can stay forever, and reports whether there
// are any. The new bound is the best value for which a move leaves nodes with the
// same bound, or the payoff of endless play. Values that differ by at most slack are
// equal.
func (s *solver) deflate(want side, slack int64) bool {
	unsafe := s.choices // bit r is set if the node is unsafe for role r
	each := func(visit func(i int, role uint32, level int64) bool) (changed bool) {
		for i, node := range s.members {
			for role, level := range [2]int64{s.low[node], s.Total - s.high[node]} {
				if unsafe[i]>>role&1 != 0 && visit(i, uint32(role), level) {
					changed = true
				}
			}
		}
		return changed
	}
	for i := range unsafe {
		unsafe[i] = 3
	}
	repeat := func(visit func(i int, role uint32, level int64) bool) {
		for each(visit) {
		}
	}
	repeat(func(i int, role uint32, level int64) bool {
		safe := level <= s.endless(int(role)) || s.escapes(s.members[i], role, level, want, slack)
		if safe {
			unsafe[i] &^= 1 << role
		}
		return safe
	})
	if !each(func(int, uint32, int64) bool { return true }) {
		return false
	}
	s.exits = resize(s.exits, 2*len(unsafe))
	each(func(i int, role uint32, level int64) bool {
		exit := s.endless(int(role))
		links, _ := s.children(s.members[i])
		for _, l := range links {
			if x := s.read(l, want+side(role)); s.Movers[s.members[i]] == int8(role) && x < level-slack {
				exit = max(exit, x)
			}
		}
		s.exits[2*i+int(role)] = exit
		return true
	})
	repeat(func(i int, role uint32, level int64) (changed bool) {
		links, _ := s.children(s.members[i])
		for _, l := range links {
			at, inside := s.local(l)
			to, x := role^l&1, s.read(l, want+side(role))
			if inside && unsafe[at]>>to&1 != 0 && max(x-level, level-x) <= slack {
				if exit := s.exits[2*at+to]; exit > s.exits[2*i+int(role)] {
					s.exits[2*i+int(role)], changed = exit, true
				}
			}
		}
		return changed
	})
	return each(func(i int, role uint32, level int64) bool {
		s.set(s.members[i], int(role), min(level, s.exits[2*i+int(role)]))
		return true
	})
}

// escapes reports whether play from a node reaches a safe node or another level
// with positive probability, whatever the opponent of role does. Values that differ
// by at most slack are the same level.
func (s *solver) escapes(node, role uint32, level int64, want side, slack int64) bool {
	links, _ := s.children(node)
	own, opponent := s.Movers[node] == int8(role), s.Movers[node] == int8(1-role)
	for _, l := range links {
		x := s.read(l, want+side(role))
		if own && x < level-slack {
			continue
		}
		at, inside := s.local(l)
		away := !inside || max(x-level, level-x) > slack || s.choices[at]>>(role^l&1)&1 == 0
		if away != opponent {
			return away
		}
	}
	return opponent
}
