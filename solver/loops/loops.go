// Package loops computes the values of positions that can repeat in games that
// are not alternating.
//
// It computes lower and upper bounds on the value that each role can secure
// against all others. If the bounds are equal or close, it proposes a value and
// proves it with exact arithmetic. The proof does not depend on how the value
// was found. For the theory, see H. Everett, Recursive games, 1957. In
// general-sum games, payoffs are determined if all pure equilibria agree. Other
// positions remain unsolved, but their security values are still computed.
package loops

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Game describes the repeatable positions of a game and the positions that lead to
// them.
type Game struct {
	Kind      value.Kind   // Simultaneous or General
	Roles     int          // at least 2; in a single-role game, the second role always gets 0
	Endless   games.Payoff // payoffs if play never ends
	Known     []value.Outcome
	Positions []Position
	// Stochastic reports whether the game has chance. It must then be of kind
	// Simultaneous, and one player at a time must move.
	Stochastic bool
}

// Position is a position of a Game.
type Position struct {
	Shape    []int32  // shape of the matrix of children; see games.Stages
	Odds     []uint32 // weights of the children if chance moves, or nil; see games.Weighted
	Children []Child
}

// Child is a child of a position.
type Child struct {
	Index   int32 // index in Positions, or in Known if the child's outcome is known (for the parent's roles)
	Known   bool
	Swapped bool // the roles are exchanged in the child
}

// measure selects one of a role's values. By default, it is the value that the
// role can secure. If against is set, it is the value that the other roles can
// jointly secure if they receive the negated payoff of the role.
type measure struct {
	pure    bool // only pure strategies are allowed
	against bool
}

var measures = [...]measure{{}, {against: true}, {pure: true}, {pure: true, against: true}}

func (m measure) of(o *value.Outcome, role int) *big.Rat {
	x := o.Security[role]
	if m.pure {
		x = big.NewRat(int64(o.Pure[role]), 1)
	}
	if m.against {
		x = new(big.Rat).Neg(x)
	}
	return x
}

func (g *Game) endless(m measure, role int) int64 {
	if m.against {
		return -int64(g.Endless[role])
	}
	return int64(g.Endless[role])
}

// stage is the matrix of a position as seen by the roles that secure a value. The rows
// are the moves of these roles.
type stage struct {
	rows, cols int
	children   []Child // row by row
}

func (g *Game) stage(p *Position, m measure, role int) stage {
	n, after := len(p.Children), 1
	if p.Odds != nil {
		return stage{1, n, p.Children}
	}
	sizes := games.Sizes(nil, p.Shape, n)
	for _, size := range sizes[role+1:] {
		after *= size
	}
	own := sizes[role]
	s := stage{own, n / own, make([]Child, n)}
	others := make([]int, own)
	for at, c := range p.Children {
		move := at / after % own
		to := move*s.cols + others[move]
		if m.against {
			to = others[move]*own + move
		}
		others[move]++
		s.children[to] = c
	}
	if m.against {
		s.rows, s.cols = s.cols, s.rows
	}
	return s
}

func (c *Child) roleAt(role int) int {
	if c.Swapped {
		return 1 - role
	}
	return role
}

func (g *Game) parents() [][]int32 {
	parents := make([][]int32, len(g.Positions))
	for i := range g.Positions {
		for _, c := range g.Positions[i].Children {
			if !c.Known {
				parents[c.Index] = append(parents[c.Index], int32(i))
			}
		}
	}
	return parents
}

// BoundsError is returned if a value cannot be determined. It contains bounds on the
// value of one role in one position.
type BoundsError struct {
	Role      int
	Position  int // index of the position
	Low, High *big.Rat
	// Limit is the value of the position if it is proven to be approached but not
	// attained, and nil otherwise. In this case the role can secure every smaller
	// number, but not Limit itself. If Others is set, the other roles can instead
	// hold the role to every greater number, but not to Limit.
	Limit  *big.Rat
	Others bool
}

func (e *BoundsError) Error() string {
	return fmt.Sprintf("role %d secures at least %s and at most %s at position %d", e.Role, e.Low.RatString(), e.High.RatString(), e.Position)
}

// tolerance returns the maximum gap between bounds for which a value is proposed.
func (g *Game) tolerance() *big.Rat {
	least, most := slices.Min(g.Endless[:g.Roles]), slices.Max(g.Endless[:g.Roles])
	for i := range g.Known {
		pure := g.Known[i].Pure[:g.Roles]
		least, most = min(least, slices.Min(pure)), max(most, slices.Max(pure))
	}
	return big.NewRat(max(1, int64(most)-int64(least)), 256)
}

// proposal holds the proposed outcomes, indexed by position, and the bounds, indexed by
// position and role.
type proposal struct {
	outcomes []value.Outcome
	bounds   [][games.MaxRoles]BoundsError
}

// Solve computes the outcomes of all positions. It returns a *BoundsError for
// the first position whose value cannot be determined, or ctx.Err().
func (g *Game) Solve(ctx context.Context) ([]value.Outcome, error) {
	if g.Stochastic {
		return g.solveStochastic(ctx)
	}
	p := &proposal{make([]value.Outcome, len(g.Positions)), make([][games.MaxRoles]BoundsError, len(g.Positions))}
	outcomes, bounds := p.outcomes, p.bounds
	var open *BoundsError
	tolerance := g.tolerance()
	for _, pure := range []bool{false, true} {
		low, err := g.bounds(ctx, measure{pure: pure})
		if err != nil {
			return nil, err
		}
		high, err := g.bounds(ctx, measure{pure: pure, against: true})
		if err != nil {
			return nil, err
		}
		for i := range outcomes {
			o := &outcomes[i]
			o.Remoteness = -1
			for role := range g.Roles {
				lo, hi := low[role][i].rat(), new(big.Rat).Neg(high[role][i].rat())
				gap := new(big.Rat).Sub(hi, lo)
				switch {
				case open == nil && (gap.Cmp(tolerance) > 0 || pure && gap.Sign() > 0):
					open = &BoundsError{Role: role, Position: i, Low: lo, High: hi}
				case pure:
					o.Pure[role] = int16(lo.Num().Int64())
				default:
					o.Security[role] = simplest(lo, hi)
					bounds[i][role] = BoundsError{Role: role, Position: i, Low: lo, High: hi}
				}
			}
		}
		if open != nil {
			return nil, open
		}
	}
	if err := g.join(ctx, outcomes); err != nil {
		return nil, err
	}
	if at, role, _, err := g.secures(ctx, outcomes); err != nil {
		return nil, err
	} else if at >= 0 {
		limit, err := g.limit(ctx, p)
		return nil, cmp.Or(err, error(cmp.Or(limit, &bounds[at][role])))
	}
	if err := g.choose(ctx, outcomes); err != nil {
		return nil, err
	}
	return outcomes, nil
}

// Prove verifies the outcomes of all positions. It returns the first position whose
// outcome is not proven and the reason, or -1 if all outcomes are proven. The only
// possible error is ctx.Err().
func (g *Game) Prove(ctx context.Context, outcomes []value.Outcome) (at int, wrong string, err error) {
	if at, _, wrong, err := g.secures(ctx, outcomes); at >= 0 || err != nil {
		return at, wrong, err
	}
	recomputed := make([]value.Outcome, len(outcomes))
	for i := range outcomes {
		recomputed[i] = value.Outcome{Security: outcomes[i].Security, Pure: outcomes[i].Pure, Remoteness: -1, Plies: outcomes[i].Plies}
	}
	if err := g.join(ctx, recomputed); err != nil {
		return -1, "", err
	}
	if err := g.choose(ctx, recomputed); err != nil {
		return -1, "", err
	}
	for i := range outcomes {
		if recomputed[i].Key() != outcomes[i].Key() {
			return i, "the payoffs, best joint outcome or remoteness do not follow from the children", nil
		}
	}
	return -1, "", nil
}

// join computes the best joint payoffs of a general-sum game. It starts with
// the payoffs of endless play, which all positions can reach.
func (g *Game) join(ctx context.Context, outcomes []value.Outcome) error {
	if g.Kind != value.General {
		return nil
	}
	for i := range outcomes {
		outcomes[i].Joint = g.Endless
	}
	parents := g.parents()
	work := newQueue(ctx, len(outcomes))
	for i, ok := work.next(); ok; i, ok = work.next() {
		o := &outcomes[i]
		before := o.Joint
		for _, c := range g.Positions[i].Children {
			joint := g.outcome(&c, outcomes).Joint
			if value.CompareJoint(joint[:g.Roles], o.Joint[:g.Roles]) < 0 {
				o.Joint = joint
			}
		}
		if o.Joint != before {
			work.add(parents[i]...)
		}
	}
	return work.err
}

func (g *Game) outcome(c *Child, outcomes []value.Outcome) *value.Outcome {
	if c.Known {
		return &g.Known[c.Index]
	}
	return &outcomes[c.Index]
}

// queue is a queue of positions to process, initially all positions. When its context is
// done, it records the error and returns no more positions.
type queue struct {
	ctx    context.Context
	list   []int32
	queued []bool
	taken  int
	err    error
}

func newQueue(ctx context.Context, n int) *queue {
	q := &queue{ctx: ctx, queued: make([]bool, n)}
	for i := range n {
		q.add(int32(i))
	}
	return q
}

func (q *queue) add(list ...int32) {
	for _, i := range list {
		if !q.queued[i] {
			q.queued[i] = true
			q.list = append(q.list, i)
		}
	}
}

func (q *queue) next() (i int32, ok bool) {
	if q.taken%checkInterval == 0 {
		q.err = q.ctx.Err()
	}
	if q.taken++; q.err != nil || len(q.list) == 0 {
		return 0, false
	}
	i, q.list = q.list[0], q.list[1:]
	q.queued[i] = false
	return i, true
}
