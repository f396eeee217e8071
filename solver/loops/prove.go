package loops

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"zermelo/solver/matrix"
	"zermelo/solver/value"
)

// secures proves what roles secure, and are held to, in all positions. It returns the first
// position, and the role, where that is not proven, -1 if all is. The error is that of ctx.
//
// Each number must be the value of the matrix game that the children's numbers make. Who
// plays a strategy that is optimal there sees them fall at no ply, on average. So play that
// ends brings as much as the number promises. Play that does not end comes to rest at one
// number, which must not be more than endless play is worth. So where it is more, the
// strategies must lead with some probability, whatever the others do, to a position of
// another number, or whose value is known, or from where they do that in turn: then no play
// stays for ever.
func (g *Game) secures(ctx context.Context, outcomes []value.Outcome) (at, role int, wrong string, err error) {
	for _, m := range measures {
		p := &prover{Game: g, measure: m, outcomes: outcomes, safe: make([][]bool, g.Roles), supports: make([][][]bool, g.Roles)}
		if at, role, wrong, err := p.prove(ctx); at >= 0 || err != nil {
			return at, role, wrong, err
		}
	}
	return -1, 0, "", nil
}

// prover proves what is secured by one measure.
type prover struct {
	*Game
	measure
	outcomes []value.Outcome
	safe     [][]bool   // by role and position: play does not stay there for ever, or may
	supports [][][]bool // by role and position: the rows that are played
}

func (p *prover) prove(ctx context.Context) (at, role int, wrong string, err error) {
	for role := range p.Roles {
		p.safe[role], p.supports[role] = make([]bool, len(p.Positions)), make([][]bool, len(p.Positions))
		endless := big.NewRat(p.endless(p.measure, role), 1)
		for i := range p.Positions {
			if i%lookEvery == 0 && ctx.Err() != nil {
				return -1, 0, "", ctx.Err()
			}
			worth := p.of(&p.outcomes[i], role)
			p.safe[role][i] = worth.Cmp(endless) <= 0
			s := p.stage(&p.Positions[i], p.measure, role)
			support, v := p.support(&s, role)
			if v.Cmp(worth) != 0 {
				return i, role, fmt.Sprintf("role %d: its children give %s, stored is %s", role, v.RatString(), worth.RatString()), nil
			}
			p.supports[role][i] = support
		}
	}
	parents := p.parents()
	work := newQueue(ctx, len(p.Positions))
	for i, ok := work.next(); ok; i, ok = work.next() {
		for role := range p.Roles {
			if !p.safe[role][i] && p.leaves(int(i), role) {
				p.safe[role][i] = true
				work.add(parents[i]...)
			}
		}
	}
	if work.err != nil {
		return -1, 0, "", work.err
	}
	for role := range p.Roles {
		if i := slices.Index(p.safe[role], false); i >= 0 {
			return i, role, fmt.Sprintf("role %d: play can go on for ever, which is worth less than the stored %s", role, p.of(&p.outcomes[i], role).RatString()), nil
		}
	}
	return -1, 0, "", nil
}

// entries are what the children are worth.
func (p *prover) entries(s *stage, role int) []*big.Rat {
	list := make([]*big.Rat, len(s.children))
	for i := range s.children {
		c := &s.children[i]
		if c.Known {
			list[i] = p.of(&p.Known[c.At], role)
		} else {
			list[i] = p.of(&p.outcomes[c.At], c.roleAt(role))
		}
	}
	return list
}

// support is the rows of an optimal strategy of a matrix game, and its value. Where several
// strategies are optimal, it is one that mixes some of them. By pure strategies it is each
// row that is good enough against some reply, or each that is against all.
func (p *prover) support(s *stage, role int) (support []bool, worth *big.Rat) {
	a := p.entries(s, role)
	support = make([]bool, s.rows)
	if p.pure || s.rows == 1 || s.cols == 1 {
		worth = a[s.choice(p.measure, func(i, j int) bool { return a[i].Cmp(a[j]) < 0 })]
	} else {
		var x []*big.Rat
		worth, x, _ = matrix.Solve(s.rows, s.cols, a)
		back := make([]*big.Rat, 0, len(a))
		for row := s.rows - 1; row >= 0; row-- {
			back = append(back, a[row*s.cols:(row+1)*s.cols]...)
		}
		_, y, _ := matrix.Solve(s.rows, s.cols, back)
		for row := range support {
			support[row] = x[row].Sign() > 0 || y[s.rows-1-row].Sign() > 0
		}
	}
	for row := range support {
		good := func(x *big.Rat) bool { return x.Cmp(worth) >= 0 }
		list := a[row*s.cols : (row+1)*s.cols]
		switch {
		case p.pure && p.against:
			support[row] = slices.ContainsFunc(list, good)
		default:
			support[row] = support[row] || !slices.ContainsFunc(list, func(x *big.Rat) bool { return !good(x) })
		}
	}
	return support, worth
}

// leaves reports whether play leaves a position for one of another number, for a known one,
// or for one that is safe, with some probability whatever the others do.
func (p *prover) leaves(at, role int) bool {
	s := p.stage(&p.Positions[at], p.measure, role)
	worth := p.of(&p.outcomes[at], role)
	away := func(row, col int) bool {
		c := &s.children[row*s.cols+col]
		if c.Known {
			return true
		}
		other := c.roleAt(role)
		return p.safe[other][c.At] || p.of(&p.outcomes[c.At], other).Cmp(worth) != 0
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
	if p.pure && !p.against { // it commits to one row
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
