package stochastic

import (
	"context"
	"math"

	"zermelo/games"
)

// Entries of solver.choices that are not indexes of moves.
const (
	atRandom = -1
	stuck    = -2 // play never leaves the component
)

// choose sets s.choices to a best move of each node, given the means of the
// bounds. If several moves are equal, it prefers a move after which play can leave
// the component.
func (s *solver) choose() {
	for i := range s.choices {
		s.choices[i] = stuck
	}
	leaves := func(l uint32) bool {
		at, inside := s.local(l)
		return !inside || s.choices[at] != stuck
	}
	for changed := true; changed; {
		changed = false
		for i, node := range s.members {
			if s.choices[i] != stuck {
				continue
			}
			x := s.combine(node, mean0)
			links, _ := s.children(node)
			for k, l := range links {
				if s.Movers[node] == games.Chance {
					k = atRandom
				} else if s.read(l, mean0) != x {
					continue
				}
				if leaves(l) {
					s.choices[i], changed = int32(k), true
					break
				}
			}
		}
	}
}

// linear is a system of linear equations with one unknown per node of the
// component. The unknown of a node is a constant plus the mean of the unknowns
// of the children that play reaches by s.choices. Elimination in the order of
// the nodes expresses each unknown by those of later nodes. Since most children
// precede their parents, this often needs only a few coefficients per node.
type linear struct {
	constants []float64
	rowEnds   []int32 // end of each node's coefficients
	columns   []int32
	factors   []float64

	// The equation being processed, by column. Columns whose entry in stamps is not
	// the equation's number are 0.
	sums    []float64
	stamps  []int32
	earlier []int32 // columns to eliminate, in descending order
	later   []int32
}

// Limits on the number of nodes and coefficients of a linear system.
const (
	maxUnknowns = 1 << 22
	maxFactors  = 1 << 22
)

// each calls visit for each link that play follows from a member.
func (s *solver) each(i int, visit func(l uint32, probability float64)) {
	links, odds := s.children(s.members[i])
	switch k := s.choices[i]; k {
	case stuck:
	case atRandom:
		sum := uint64(len(links))
		if odds != nil {
			sum = 0
			for _, weight := range odds {
				sum += uint64(weight)
			}
		}
		for k, l := range links {
			weight := 1.0
			if odds != nil {
				weight = float64(odds[k])
			}
			visit(l, weight/float64(sum))
		}
	default:
		visit(links[k], 1)
	}
}

// eliminate solves the equations, whose constants are in s.constants, and stores the
// unknowns there. If signed is set, unknowns change their sign where the roles are
// exchanged. It returns false if the equations are singular or the number of
// operations would exceed budget.
func (s *solver) eliminate(signed bool, budget int) (work int, ok bool) {
	n := len(s.members)
	s.rowEnds, s.sums, s.stamps = resize(s.rowEnds, n), resize(s.sums, n), resize(s.stamps, n)
	s.columns, s.factors = s.columns[:0], s.factors[:0]
	for i := range s.stamps {
		s.stamps[i] = -1
	}
	for i := range n {
		s.earlier, s.later = s.earlier[:0], s.later[:0]
		s.each(i, func(l uint32, p float64) {
			if at, inside := s.local(l); inside {
				if signed && l&1 != 0 {
					p = -p
				}
				s.addTo(i, int32(at), p)
			}
		})
		constant := s.constants[i]
		for len(s.earlier) > 0 {
			k := s.earlier[len(s.earlier)-1]
			s.earlier = s.earlier[:len(s.earlier)-1]
			x := s.sums[k]
			constant += float64(x * s.constants[k])
			columns, factors := s.row(int(k))
			for j, column := range columns {
				s.addTo(i, column, float64(x*factors[j]))
			}
			work += 1 + len(columns)
		}
		rest := 1.0
		if s.stamps[i] == int32(i) {
			rest -= s.sums[i]
		}
		work += len(s.later)
		if !(rest > 1e-14) || work > budget || len(s.columns)+len(s.later) > maxFactors {
			return work, false
		}
		for _, k := range s.later {
			if int(k) != i {
				s.columns, s.factors = append(s.columns, k), append(s.factors, s.sums[k]/rest)
			}
		}
		s.constants[i], s.rowEnds[i] = constant/rest, int32(len(s.columns))
	}
	for i := n - 1; i >= 0; i-- {
		columns, factors := s.row(i)
		for j, column := range columns {
			s.constants[i] += float64(factors[j] * s.constants[column])
		}
	}
	return work, true
}

// row returns the coefficients of an unknown after elimination.
func (s *solver) row(i int) (columns []int32, factors []float64) {
	first, end := int32(0), s.rowEnds[i]
	if i > 0 {
		first = s.rowEnds[i-1]
	}
	return s.columns[first:end], s.factors[first:end]
}

// addTo adds x to a coefficient of equation i.
func (s *solver) addTo(i int, column int32, x float64) {
	if s.stamps[column] == int32(i) {
		s.sums[column] += x
		return
	}
	s.stamps[column], s.sums[column] = int32(i), x
	if int(column) >= i {
		s.later = append(s.later, column)
		return
	}
	s.earlier = append(s.earlier, column)
	for k := len(s.earlier) - 1; k > 0 && s.earlier[k-1] < column; k-- {
		s.earlier[k-1], s.earlier[k] = column, s.earlier[k-1]
	}
}

// correct replaces the approximate values with those of best moves. It returns
// false if this would take more than budget operations, or the equations are
// too large or singular.
func (s *solver) correct(budget int) bool {
	if len(s.members) > maxUnknowns {
		return false
	}
	s.choose()
	s.constants = resize(s.constants, len(s.members))
	for i, node := range s.members {
		s.constants[i] = 0
		if s.choices[i] != stuck {
			x := s.combine(node, mean0)
			s.constants[i] = float64(x - s.low[node])
		}
	}
	work, ok := s.eliminate(true, budget)
	if s.work += work; !ok {
		return false
	}
	span := float64(s.Total - s.least[0] - s.least[1])
	for i, node := range s.members {
		if d := s.constants[i]; math.Abs(d) <= span { // false if d is not a number
			known := s.knownBounds(i)
			x := min(max(s.low[node]+int64(math.Round(d)), known.low), known.high)
			s.low[node], s.high[node] = x, x
		}
	}
	return true
}

// countChance sets s.plies to the expected number of chance nodes before play by
// best moves leaves the component, or 0 if it never leaves.
func (s *solver) countChance(ctx context.Context) error {
	s.choose()
	_, err := s.expect(ctx, 1e-2, func(i int) float64 {
		if s.choices[i] == atRandom {
			return 1
		}
		return 0
	})
	return err
}

// expect sets s.plies to the solution of the equations with the given constants. If
// elimination would take too long, it iterates until relative changes are at most
// tolerance. It reports whether it succeeds.
func (s *solver) expect(ctx context.Context, tolerance float64, constant func(i int) float64) (ok bool, err error) {
	n := len(s.members)
	if n <= maxUnknowns {
		s.constants = resize(s.constants, n)
		for i := range n {
			if s.constants[i] = 0; s.choices[i] != stuck {
				s.constants[i] = constant(i)
			}
		}
		if _, ok := s.eliminate(false, max(64*s.links, s.work)); ok {
			copy(s.plies, s.constants)
			return true, nil
		}
	}
	clear(s.plies)
	for range s.sweeps() {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		ok = true
		for i := range n {
			x := 0.0
			if s.choices[i] != stuck {
				x = constant(i)
			}
			s.each(i, func(l uint32, p float64) {
				if at, inside := s.local(l); inside {
					x += float64(p * s.plies[at])
				}
			})
			ok = ok && x-s.plies[i] <= x*tolerance
			s.plies[i] = x
		}
		if ok {
			break
		}
	}
	return ok, nil
}
