package loops

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"zermelo/solver/matrix"
	"zermelo/solver/value"
)

// secures proves, for all positions, the values that each role can secure and
// to which it can be held. It returns the first position and role without a
// proof, or a position of -1. The only possible error is ctx.Err().
//
// The number of each position must be the value of its matrix game, whose
// entries are the numbers of the children. With optimal strategies, the numbers
// do not decrease on average, so play that ends pays at least the number. Play
// that does not end stays at one number forever. This is sufficient if the
// number does not exceed the value of endless play. Otherwise the position must
// be safe for another reason: against any replies, the strategies must lead
// with positive probability to a position that has another number, has a known
// value, or is itself safe. Play then does not stay forever.
func (g *Game) secures(ctx context.Context, outcomes []value.Outcome) (at, role int, wrong string, err error) {
	for _, m := range measures {
		if m.pure && g.Stochastic {
			continue
		}
		if at, role, wrong, err := newProver(g, m, outcomes).prove(ctx); at >= 0 || err != nil {
			return at, role, wrong, err
		}
	}
	return -1, 0, "", nil
}

type prover struct {
	*Game
	measure
	outcomes []value.Outcome
	safe     [][]bool   // by role and position: play does not stay there forever, or staying is sufficient
	supports [][][]bool // by role and position: rows that are played
	optimal  [][][]bool // by role and unsafe position: rows of all optimal strategies, and possibly more
}

func newProver(g *Game, m measure, outcomes []value.Outcome) *prover {
	lists := func() [][][]bool { return make([][][]bool, g.Roles) }
	return &prover{Game: g, measure: m, outcomes: outcomes, safe: make([][]bool, g.Roles), supports: lists(), optimal: lists()}
}

func (p *prover) prove(ctx context.Context) (at, role int, wrong string, err error) {
	if at, role, wrong, err := p.fixed(ctx); at >= 0 || err != nil {
		return at, role, wrong, err
	}
	if err := p.settle(ctx); err != nil {
		return -1, 0, "", err
	}
	if role, at := p.unsafe(); at >= 0 {
		return at, role, fmt.Sprintf("role %d: play can continue forever, which pays less than the stored %s", role, p.of(&p.outcomes[at], role).RatString()), nil
	}
	return -1, 0, "", nil
}

// fixed checks that each proposed value is the value of the position's matrix game.
// It returns the first position and role for which this is not the case, or position
// -1 if there are none. Positions whose proposed value does not exceed the value of
// endless play become safe.
func (p *prover) fixed(ctx context.Context) (at, role int, wrong string, err error) {
	for role := range p.Roles {
		p.safe[role], p.supports[role] = make([]bool, len(p.Positions)), make([][]bool, len(p.Positions))
		endless := big.NewRat(p.endless(p.measure, role), 1)
		for i := range p.Positions {
			if i%checkInterval == 0 && ctx.Err() != nil {
				return -1, 0, "", ctx.Err()
			}
			worth := p.of(&p.outcomes[i], role)
			p.safe[role][i] = worth.Cmp(endless) <= 0
			s := p.stage(&p.Positions[i], p.measure, role)
			support, v := p.support(&s, p.Positions[i].Odds, role)
			if v.Cmp(worth) != 0 {
				return i, role, fmt.Sprintf("role %d: the children yield %s, but %s is stored", role, v.RatString(), worth.RatString()), nil
			}
			p.supports[role][i] = support
		}
	}
	return -1, 0, "", nil
}

// settle marks positions as safe if play does not stay in them forever. If the current
// strategies are insufficient, it adds the rows of further optimal strategies.
func (p *prover) settle(ctx context.Context) error {
	if err := p.propagateSafe(ctx); err != nil || p.pure {
		return err
	}
	for role := range p.Roles {
		p.optimal[role] = make([][]bool, len(p.Positions))
		for i, safe := range p.safe[role] {
			if safe || p.Positions[i].Odds != nil {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			p.widen(role, i)
		}
	}
	return p.propagateSafe(ctx)
}

// widen searches for further optimal strategies and adds their rows to the rows
// played at a position. To test a row, it raises the entries of the row by a small
// amount. If an optimal strategy plays the row, this increases the value of the
// game.
func (p *prover) widen(role, at int) {
	s := p.stage(&p.Positions[at], p.measure, role)
	a, worth := p.entries(&s, role), p.of(&p.outcomes[at], role)
	epsilon := big.NewRat(1, 1<<10)
	support, optimal := p.supports[role][at], make([]bool, s.rows)
	for row := range optimal {
		raised := slices.Clone(a)
		for i := row * s.cols; i < (row+1)*s.cols; i++ {
			raised[i] = new(big.Rat).Add(raised[i], epsilon)
		}
		v, x, _ := matrix.Solve(s.rows, s.cols, raised)
		optimal[row] = v.Cmp(worth) > 0
		if !optimal[row] || support[row] || guaranteed(x, a).Cmp(worth) < 0 {
			continue
		}
		for i := range support {
			support[i] = support[i] || x[i].Sign() > 0
		}
	}
	p.optimal[role][at] = optimal
}

func guaranteed(x, entries []*big.Rat) *big.Rat {
	var guaranteed *big.Rat
	cols := len(entries) / len(x)
	for col := range cols {
		sum := new(big.Rat)
		for row := range x {
			sum.Add(sum, new(big.Rat).Mul(x[row], entries[row*cols+col]))
		}
		if guaranteed == nil || sum.Cmp(guaranteed) < 0 {
			guaranteed = sum
		}
	}
	return guaranteed
}

// twoOptimal returns the value of a matrix game and two optimal strategies,
// possibly equal, found by processing the rows in opposite orders.
func twoOptimal(rows, cols int, entries []*big.Rat) (worth *big.Rat, first, second []*big.Rat) {
	back := make([]*big.Rat, 0, len(entries))
	for row := rows - 1; row >= 0; row-- {
		back = append(back, entries[row*cols:(row+1)*cols]...)
	}
	worth, first, _ = matrix.Solve(rows, cols, entries)
	_, second, _ = matrix.Solve(rows, cols, back)
	slices.Reverse(second)
	return worth, first, second
}

// propagateSafe marks positions as safe if play escapes from them.
func (p *prover) propagateSafe(ctx context.Context) error {
	parents := p.parents()
	work := newQueue(ctx, len(p.Positions))
	for i, ok := work.next(); ok; i, ok = work.next() {
		for role := range p.Roles {
			if !p.safe[role][i] && p.escapes(int(i), role) {
				p.safe[role][i] = true
				work.add(parents[i]...)
			}
		}
	}
	return work.err
}

func (p *prover) unsafe() (role, at int) {
	for role := range p.Roles {
		if i := slices.Index(p.safe[role], false); i >= 0 {
			return role, i
		}
	}
	return -1, -1
}

// entries returns the role's value in each child, as selected by p.measure.
func (p *prover) entries(s *stage, role int) []*big.Rat {
	list := make([]*big.Rat, len(s.children))
	for i := range s.children {
		c := &s.children[i]
		if c.Known {
			list[i] = p.of(&p.Known[c.Index], role)
		} else {
			list[i] = p.of(&p.outcomes[c.Index], c.roleAt(role))
		}
	}
	return list
}

// support returns the rows that an optimal strategy plays in the matrix game of s. It
// also returns the value of the game. If several strategies are optimal, it combines
// some of them. For pure strategies, it returns the rows that are sufficient against
// all replies or, if p.against is set, against some reply.
//
// If chance moves, odds are the weights of the children, and there is only one row.
func (p *prover) support(s *stage, odds []uint32, role int) (support []bool, worth *big.Rat) {
	a := p.entries(s, role)
	if odds != nil {
		return []bool{true}, mean(odds, a)
	}
	support = make([]bool, s.rows)
	if p.pure || s.rows == 1 || s.cols == 1 {
		worth = a[s.choice(p.measure, func(i, j int) bool { return a[i].Cmp(a[j]) < 0 })]
	} else {
		var first, second []*big.Rat
		worth, first, second = twoOptimal(s.rows, s.cols, a)
		for row := range support {
			support[row] = first[row].Sign() > 0 || second[row].Sign() > 0
		}
	}
	for row := range support {
		list := a[row*s.cols : (row+1)*s.cols]
		good := func(x *big.Rat) bool { return x.Cmp(worth) >= 0 }
		bad := func(x *big.Rat) bool { return x.Cmp(worth) < 0 }
		if p.pure && p.against {
			support[row] = slices.ContainsFunc(list, good)
		} else if !slices.ContainsFunc(list, bad) {
			support[row] = true
		}
	}
	return support, worth
}

// escapes reports whether play leaves a position with positive probability,
// regardless of the replies. The next position must be safe or have either a known
// value or a different proposed value.
func (p *prover) escapes(at, role int) bool {
	s := p.stage(&p.Positions[at], p.measure, role)
	worth := p.of(&p.outcomes[at], role)
	away := func(row, col int) bool {
		c := &s.children[row*s.cols+col]
		if c.Known {
			return true
		}
		other := c.roleAt(role)
		return p.safe[other][c.Index] || p.of(&p.outcomes[c.Index], other).Cmp(worth) != 0
	}
	if p.Positions[at].Odds != nil {
		for col := range s.cols {
			if away(0, col) {
				return true
			}
		}
		return false
	}
	always := func(row int) bool {
		for col := range s.cols {
			if !away(row, col) {
				return false
			}
		}
		return true
	}
	rows := p.supports[role][at]
	if p.pure && !p.against { // the role commits to one row
		for row, played := range rows {
			if played && always(row) {
				return true
			}
		}
		return false
	}
	var a []*big.Rat
	if p.pure {
		a = p.entries(&s, role)
	}
	for col := range s.cols {
		found := false
		for row, played := range rows {
			found = found || played && away(row, col) && (a == nil || a[row*s.cols+col].Cmp(worth) >= 0)
		}
		if !found {
			return false
		}
	}
	return true
}
