package loops

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"zermelo/solver/matrix"
)

// Some values can be approached by strategies, but no strategy attains them. In
// Everett's snowball game, for example, a role can run or hide, and is caught
// if it runs at the wrong moment. By running rarely, it escapes with any
// probability below 1, but it never escapes with probability 1.
//
// To prove that values v are approached, we use slightly smaller numbers. Let d
// = 1 at positions from which play can reach a position where v is not secured,
// and d = 0 elsewhere. It suffices to show that the numbers v - td are secured
// for every small t > 0. At each position, the strategy plays an optimal
// strategy for v - ed with probability t/e, and an optimal strategy for v
// otherwise. Its payoff against a column, minus the number of the position, is
// a polynomial in t of degree 2. If its first nonzero coefficient is positive
// for every column, the numbers increase on average and play does not stay at
// the position forever. If the coefficient is never negative, the numbers do
// not decrease.
//
// To prove that v is not attained, we use a trap. A trap is a set of positions
// in which the others have a reply such that every move of every optimal
// strategy leads to another position of the trap with the same number. A
// strategy that attains v makes no other moves. The others can therefore keep
// play in the trap forever, which is worth less than v.

// limit returns the bounds on a value if it can prove that the value is approached
// but not attained. Otherwise it returns nil.
func (g *Game) limit(ctx context.Context, p *proposal) (*BoundsError, error) {
	var inTrap *BoundsError
	for _, m := range measures[:2] {
		proof := newProver(g, m, p.outcomes)
		if at, _, _, err := proof.fixed(ctx); at >= 0 || err != nil {
			return nil, err
		}
		if err := proof.settle(ctx); err != nil {
			return nil, err
		}
		role, at, err := proof.trap(ctx)
		if err != nil {
			return nil, err
		}
		if at >= 0 && inTrap == nil {
			found := p.bounds[at][role]
			found.Limit, found.Others = p.outcomes[at].Security[role], m.against
			inTrap = &found
		}
		if ok, err := proof.approaches(ctx); !ok || err != nil {
			return nil, err
		}
	}
	return inTrap, nil
}

// trap returns the role and a position of a trap, or -1 and -1 if it finds no trap.
func (p *prover) trap(ctx context.Context) (role, at int, err error) {
	inTrap := p.unsafePositions()
	parents := p.parents()
	work := newQueue(ctx, len(p.Positions))
	for i, ok := work.next(); ok; i, ok = work.next() {
		for role := range p.Roles {
			if !inTrap[role][i] {
				continue
			}
			s := p.stage(&p.Positions[i], p.measure, role)
			worth := p.of(&p.outcomes[i], role)
			stays := func(c *Child) bool {
				to := c.roleAt(role)
				return !c.Known && inTrap[to][c.Index] && p.of(&p.outcomes[c.Index], to).Cmp(worth) == 0
			}
			if !s.hasStayingColumn(p.optimal[role][i], stays) {
				inTrap[role][i] = false
				work.add(parents[i]...)
			}
		}
	}
	for role := range inTrap {
		if at := slices.Index(inTrap[role], true); at >= 0 {
			return role, at, work.err
		}
	}
	return -1, -1, work.err
}

// hasStayingColumn reports whether there is a column in which each of the given
// rows leads to a child for which stays returns true.
func (s *stage) hasStayingColumn(rows []bool, stays func(*Child) bool) bool {
	for col := range s.cols {
		all := true
		for row, used := range rows {
			all = all && (!used || stays(&s.children[row*s.cols+col]))
		}
		if all {
			return true
		}
	}
	return false
}

// approaches reports whether it can prove that strategies approach the proposed
// value of every position. It modifies p.safe and p.supports.
func (p *prover) approaches(ctx context.Context) (bool, error) {
	falls, err := p.leadToUnsafe(ctx)
	if err != nil {
		return false, err
	}
	gains := make([][]*big.Rat, p.Roles) // indexed by role and position
	for role := range gains {
		gains[role] = make([]*big.Rat, len(p.Positions))
	}
	parents := p.parents()
	work := newQueue(ctx, len(p.Positions))
	for i, ok := work.next(); ok; i, ok = work.next() {
		for role := range p.Roles {
			if !falls[role][i] || gains[role][i] != nil {
				continue
			}
			s := p.stage(&p.Positions[i], p.measure, role)
			a := approach{rows: s.rows, cols: s.cols, worth: p.of(&p.outcomes[i], role), values: p.entries(&s, role)}
			for _, c := range s.children {
				to := c.roleAt(role)
				a.falls = append(a.falls, !c.Known && falls[to][c.Index])
				gain := new(big.Rat)
				if !c.Known && gains[to][c.Index] != nil {
					gain = gains[to][c.Index]
				}
				a.gains = append(a.gains, gain)
			}
			support, gain := a.find()
			if gain != nil {
				p.safe[role][i], gains[role][i] = true, gain
				work.add(parents[i]...)
			}
			for row, used := range support {
				p.supports[role][i][row] = p.supports[role][i][row] || used
			}
		}
	}
	if err := cmp.Or(work.err, p.settle(ctx)); err != nil {
		return false, err
	}
	_, at := p.unsafe()
	return at < 0, nil
}

// unsafePositions reports whether each position is unsafe, indexed by role and
// position.
func (p *prover) unsafePositions() [][]bool {
	sets := make([][]bool, p.Roles)
	for role := range sets {
		sets[role] = make([]bool, len(p.Positions))
		for i, safe := range p.safe[role] {
			sets[role][i] = !safe
		}
	}
	return sets
}

// leadToUnsafe reports whether play from each position can reach an unsafe position,
// indexed by role and position.
func (p *prover) leadToUnsafe(ctx context.Context) ([][]bool, error) {
	leads := p.unsafePositions()
	parents := p.parents()
	work := newQueue(ctx, len(p.Positions))
	for i, ok := work.next(); ok; i, ok = work.next() {
		for role := range p.Roles {
			to := func(c Child) bool { return !c.Known && leads[c.roleAt(role)][c.Index] }
			if !leads[role][i] && slices.ContainsFunc(p.Positions[i].Children, to) {
				leads[role][i] = true
				work.add(parents[i]...)
			}
		}
	}
	return leads, work.err
}

// approach is a matrix game whose entries are polynomials in t. Entry i is
// values[i], or values[i] - t + gains[i]*t² if falls[i] is set.
type approach struct {
	rows, cols int
	worth      *big.Rat // value of the matrix game at t = 0
	values     []*big.Rat
	falls      []bool
	gains      []*big.Rat
}

// find searches for strategies that secure worth - t for every small t, and returns
// the rows that they play. If one strategy secures more against every column, find
// also returns a positive gain: this strategy secures at least worth - t + gain*t²
// for small t.
func (a *approach) find() (support []bool, gain *big.Rat) {
	support = make([]bool, a.rows)
	for _, t := range []*big.Rat{big.NewRat(1, 1<<4), big.NewRat(1, 1<<12)} {
		perturbedValues := make([]*big.Rat, len(a.values))
		for at, x := range a.values {
			if perturbedValues[at] = x; a.falls[at] {
				square := new(big.Rat).Mul(t, t)
				perturbedValues[at] = new(big.Rat).Sub(x, t)
				perturbedValues[at].Add(perturbedValues[at], square.Mul(square, a.gains[at]))
			}
		}
		_, perturbed, _ := matrix.Solve(a.rows, a.cols, perturbedValues)
		for _, first := range a.optimal(perturbed) {
			more, ok := a.compareMixture(first, perturbed, t)
			if !ok {
				continue
			}
			for row := range support {
				support[row] = support[row] || first[row].Sign() > 0 || perturbed[row].Sign() > 0
			}
			if more.Sign() > 0 {
				return support, more
			}
		}
	}
	return support, nil
}

// optimal returns optimal strategies for the game at t = 0. If one of them plays
// only rows that x plays, such a strategy comes first.
func (a *approach) optimal(x []*big.Rat) (list [][]*big.Rat) {
	var rows []int
	var entries []*big.Rat
	for row := range a.rows {
		if x[row].Sign() > 0 {
			rows = append(rows, row)
			entries = append(entries, a.values[row*a.cols:(row+1)*a.cols]...)
		}
	}
	if v, y, _ := matrix.Solve(len(rows), a.cols, entries); v.Cmp(a.worth) == 0 {
		strategy := make([]*big.Rat, a.rows)
		for row := range strategy {
			strategy[row] = new(big.Rat)
		}
		for i, row := range rows {
			strategy[row] = y[i]
		}
		list = append(list, strategy)
	}
	_, first, second := twoOptimal(a.rows, a.cols, a.values)
	return append(list, first, second)
}

// compareMixture compares the payoff of a mixed strategy with worth - t for every
// small t. The strategy plays perturbed with probability t/maxT, and first
// otherwise. The result ok reports whether the strategy's payoff is never lower than
// worth - t. If so, it is higher by at least more*t².
func (a *approach) compareMixture(first, perturbed []*big.Rat, maxT *big.Rat) (more *big.Rat, ok bool) {
	more = big.NewRat(1, 1)
	half := big.NewRat(1, 2)
	for col := range a.cols {
		p := [4]*big.Rat{new(big.Rat).Neg(a.worth), big.NewRat(1, 1), new(big.Rat), new(big.Rat)}
		for row := range a.rows {
			at := row*a.cols + col
			change := new(big.Rat).Sub(perturbed[row], first[row])
			add := func(power int, x *big.Rat) {
				p[power].Add(p[power], new(big.Rat).Mul(x, first[row]))
				if power+1 < len(p) {
					p[power+1].Add(p[power+1], x.Mul(x, change).Quo(x, maxT))
				}
			}
			add(0, new(big.Rat).Set(a.values[at]))
			if a.falls[at] {
				add(1, big.NewRat(-1, 1))
				add(2, new(big.Rat).Set(a.gains[at]))
			}
		}
		sign, power := 0, 0
		for ; sign == 0 && power < len(p); power++ {
			sign = p[power].Sign()
		}
		switch {
		case sign < 0:
			return nil, false
		case sign == 0 || power > 3: // the difference has no term in t²
			more = new(big.Rat)
		case power == 3 && more.Cmp(p[2]) > 0:
			more = new(big.Rat).Set(p[2])
		}
	}
	return more.Mul(more, half), true
}
