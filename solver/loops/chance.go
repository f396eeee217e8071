package loops

import (
	"cmp"
	"context"
	"math/big"

	"zermelo/solver/value"
)

// maxPolicies limits the number of policies that solveStochastic evaluates.
const maxPolicies = 32

// solveStochastic solves a constant-sum game with chance in which one player moves at a time.
// It starts with the policies that are best for the bounds of the values. It computes the exact
// values of the policies and improves them until they are best replies to each other.
func (g *Game) solveStochastic(ctx context.Context) ([]value.Outcome, error) {
	low, err := g.bounds(ctx, measure{})
	if err != nil {
		return nil, err
	}
	high, err := g.bounds(ctx, measure{against: true})
	if err != nil {
		return nil, err
	}
	n := len(g.Positions)
	values, choices := make([]*big.Rat, n), make([]int, n)
	for i := range values {
		values[i] = new(big.Rat).Sub(low[0][i].rat(), high[0][i].rat())
		values[i].Quo(values[i], big.NewRat(2, 1))
	}
	open := &BoundsError{Low: low[0][0].rat(), High: new(big.Rat).Neg(high[0][0].rat())}
	for round := 0; g.improvePolicies(choices, values) || round == 0; round++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		ok := round < maxPolicies
		if ok {
			values, ok = g.evaluate(choices, false)
		}
		if !ok {
			return nil, open
		}
	}
	plies, finite := g.evaluate(choices, true)
	outcomes := make([]value.Outcome, n)
	for i, v := range values {
		o := &outcomes[i]
		o.Security[0], o.Security[1] = v, new(big.Rat).Sub(big.NewRat(g.total(), 1), v)
		o.Payoff, o.Remoteness, o.Plies = o.Security, -1, -1
		if finite {
			if n := new(big.Int).Div(plies[i].Num(), plies[i].Denom()); n.BitLen() < 56 {
				o.Plies = n.Int64()
			}
		}
	}
	if at, role, _, err := g.secures(ctx, outcomes); at >= 0 || err != nil {
		open.Position, open.Role = max(0, at), role
		return nil, cmp.Or(err, error(open))
	}
	return outcomes, nil
}

// total returns the sum of the payoffs in a constant-sum game.
func (g *Game) total() int64 { return int64(g.Endless[0]) + int64(g.Endless[1]) }

// payoff returns role 0's payoff in a child.
func (g *Game) payoff(c *Child, values []*big.Rat) *big.Rat {
	switch {
	case c.Known:
		return g.Known[c.Index].Payoff[0]
	case c.Swapped:
		return new(big.Rat).Sub(big.NewRat(g.total(), 1), values[c.Index])
	}
	return values[c.Index]
}

// improvePolicies changes the choices of players who have a better move, and reports whether
// there are any.
func (g *Game) improvePolicies(choices []int, values []*big.Rat) (changed bool) {
	for i := range g.Positions {
		p := &g.Positions[i]
		if p.Odds != nil {
			continue
		}
		mover := max(0, value.MoverOf(p.Shape, len(p.Children)))
		best := g.payoff(&p.Children[choices[i]], values)
		for k := range p.Children {
			x := g.payoff(&p.Children[k], values)
			if order := x.Cmp(best); mover == 0 && order > 0 || mover == 1 && order < 0 {
				choices[i], best, changed = k, x, true
			}
		}
	}
	return changed
}

// evaluate returns role 0's payoffs, or the expected numbers of plies in units of 1/value.PlyUnit,
// if the players make the given choices. It returns false if play may not end.
func (g *Game) evaluate(choices []int, plies bool) (values []*big.Rat, ok bool) {
	n := len(g.Positions)
	rows := make([][]*big.Rat, n) // the coefficients of a position's equation, and its constant
	for i := range rows {
		rows[i] = make([]*big.Rat, n+1)
		for k := range rows[i] {
			rows[i][k] = new(big.Rat)
		}
		rows[i][i].SetInt64(1)
		p := &g.Positions[i]
		children, total := p.Children, int64(0)
		for _, w := range p.Odds {
			total += int64(w)
		}
		if p.Odds == nil {
			children, total = children[choices[i]:choices[i]+1], 1
		}
		if plies {
			rows[i][n].SetInt64(value.PlyUnit)
		}
		for k := range children {
			weight := big.NewRat(1, total)
			if p.Odds != nil {
				weight = big.NewRat(int64(p.Odds[k]), total)
			}
			if !g.addTerm(rows[i], &children[k], weight, plies) {
				return nil, false
			}
		}
	}
	return eliminate(rows)
}

// addTerm adds a child to an equation.
func (g *Game) addTerm(row []*big.Rat, c *Child, weight *big.Rat, plies bool) (ok bool) {
	constant := row[len(row)-1]
	switch {
	case c.Known && plies:
		if g.Known[c.Index].Plies < 0 {
			return false
		}
		constant.Add(constant, new(big.Rat).Mul(weight, big.NewRat(g.Known[c.Index].Plies, 1)))
	case c.Known:
		constant.Add(constant, new(big.Rat).Mul(weight, g.Known[c.Index].Payoff[0]))
	case c.Swapped && !plies:
		row[c.Index].Add(row[c.Index], weight)
		constant.Add(constant, new(big.Rat).Mul(weight, big.NewRat(g.total(), 1)))
	default:
		row[c.Index].Sub(row[c.Index], weight)
	}
	return true
}

// eliminate solves linear equations. It returns false if there is more than one solution or none.
func eliminate(rows [][]*big.Rat) (solution []*big.Rat, ok bool) {
	n, term := len(rows), new(big.Rat)
	for at := range n {
		pivot := at
		for pivot < n && rows[pivot][at].Sign() == 0 {
			pivot++
		}
		if pivot == n {
			return nil, false
		}
		rows[at], rows[pivot] = rows[pivot], rows[at]
		inverse := new(big.Rat).Inv(rows[at][at])
		for k := at; k <= n; k++ {
			rows[at][k].Mul(rows[at][k], inverse)
		}
		for i := range n {
			if i == at || rows[i][at].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(rows[i][at])
			for k := at; k <= n; k++ {
				if rows[at][k].Sign() != 0 {
					rows[i][k].Sub(rows[i][k], term.Mul(factor, rows[at][k]))
				}
			}
		}
	}
	for _, row := range rows {
		solution = append(solution, row[n])
	}
	return solution, true
}

// mean returns the weighted mean of the entries.
func mean(odds []uint32, entries []*big.Rat) *big.Rat {
	sum, total := new(big.Rat), int64(0)
	for i, w := range odds {
		total += int64(w)
		sum.Add(sum, new(big.Rat).Mul(entries[i], big.NewRat(int64(w), 1)))
	}
	return sum.Quo(sum, big.NewRat(total, 1))
}
