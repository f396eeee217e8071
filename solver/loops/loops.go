// Package loops values positions that play can come back to, in games that are not
// alternating.
//
// What a role secures against all others in such a game is bounded from below and from
// above, and where the bounds meet or are near, a value is proposed and proven by the
// rules alone (Prove): by exact arithmetic, whatever has led to it. (H. Everett: Recursive
// games, 1957.) In games of general sum the payoffs are known where each equilibrium of
// pure strategies leads to the same; elsewhere positions are not solved, but what each
// role secures is known all the same.
package loops

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Game is the part of a game that consists of positions that play can come back to, or
// that lead there.
type Game struct {
	Kind      value.Kind // Simultaneous or General
	Roles     int
	Endless   games.Payoff // what each role gets when play never ends
	Known     []value.Outcome
	Positions []Position
}

// Position is one of them.
type Position struct {
	Shape    []int32 // of the matrix of the children, see games.Stages
	Children []Child
}

// Child is a child of a position.
type Child struct {
	At      int32 // the number of a position, or of a known outcome, as the parent's roles see it
	Known   bool
	Swapped bool // the way to the position exchanges the roles
}

// measure is something that a role secures, or that all others together hold it to: that is
// what they secure if they get the opposite of its payoff.
type measure struct {
	pure    bool // with pure strategies
	against bool
}

var measures = [...]measure{{}, {against: true}, {pure: true}, {pure: true, against: true}}

// of is what an outcome says.
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

// endless is what endless play is worth by this measure.
func (g *Game) endless(m measure, role int) int64 {
	if m.against {
		return -int64(g.Endless[role])
	}
	return int64(g.Endless[role])
}

// stage is the matrix of a position as those see it who secure something: they choose the
// row.
type stage struct {
	rows, cols int
	children   []Child // row by row
}

func (g *Game) stage(p *Position, m measure, role int) stage {
	n, after := len(p.Children), 1
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

// roleAt is the role of a parent as a child's roles are numbered.
func (c *Child) roleAt(role int) int {
	if c.Swapped {
		return 1 - role
	}
	return role
}

// parents lists the positions that lead to each one.
func (g *Game) parents() [][]int32 {
	parents := make([][]int32, len(g.Positions))
	for i := range g.Positions {
		for _, c := range g.Positions[i].Children {
			if !c.Known {
				parents[c.At] = append(parents[c.At], int32(i))
			}
		}
	}
	return parents
}

// BoundsError says that values are not known, and what is known of a position.
type BoundsError struct {
	Role      int
	At        int // the number of the position
	Low, High *big.Rat
}

func (e *BoundsError) Error() string {
	return fmt.Sprintf("role %d secures at least %s and at most %s at position %d", e.Role, e.Low.RatString(), e.High.RatString(), e.At)
}

// near is how far bounds may be apart for a value between them to be proposed, in a game
// with such payoffs.
func (g *Game) near() *big.Rat {
	least, most := slices.Min(g.Endless[:g.Roles]), slices.Max(g.Endless[:g.Roles])
	for i := range g.Known {
		pure := g.Known[i].Pure[:g.Roles]
		least, most = min(least, slices.Min(pure)), max(most, slices.Max(pure))
	}
	return big.NewRat(max(1, int64(most)-int64(least)), 256)
}

// Solve values all positions. Its error is a *BoundsError, about the first position where
// that is not possible, or that of ctx.
func (g *Game) Solve(ctx context.Context) ([]value.Outcome, error) {
	outcomes := make([]value.Outcome, len(g.Positions))
	bounds := make([][games.MaxRoles]BoundsError, len(outcomes))
	var open *BoundsError
	near := g.near()
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
				apart := new(big.Rat).Sub(hi, lo)
				switch {
				case open == nil && (apart.Cmp(near) > 0 || pure && apart.Sign() > 0):
					open = &BoundsError{role, i, lo, hi}
				case pure:
					o.Pure[role] = int16(lo.Num().Int64())
				default:
					o.Security[role] = simplest(lo, hi)
					bounds[i][role] = BoundsError{role, i, lo, hi}
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
		return nil, &bounds[at][role]
	}
	if err := g.choose(ctx, outcomes); err != nil {
		return nil, err
	}
	return outcomes, nil
}

// Prove proves outcomes of all positions. It returns the number of the first that is not
// proven and what is wrong there, -1 if all are. The error is that of ctx.
func (g *Game) Prove(ctx context.Context, outcomes []value.Outcome) (at int, wrong string, err error) {
	if at, _, wrong, err := g.secures(ctx, outcomes); at >= 0 || err != nil {
		return at, wrong, err
	}
	again := make([]value.Outcome, len(outcomes))
	for i := range outcomes {
		again[i] = value.Outcome{Security: outcomes[i].Security, Pure: outcomes[i].Pure, Remoteness: -1}
	}
	if err := g.join(ctx, again); err != nil {
		return -1, "", err
	}
	if err := g.choose(ctx, again); err != nil {
		return -1, "", err
	}
	for i := range outcomes {
		if again[i].Key() != outcomes[i].Key() {
			return i, "the payoffs, the best joint outcome or the remoteness are not those that its children give", nil
		}
	}
	return -1, "", nil
}

// join finds the best joint outcomes of a game of general sum: that of endless play, as all
// positions can lead to it, or a better one.
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

// outcome is that of a child.
func (g *Game) outcome(c *Child, outcomes []value.Outcome) *value.Outcome {
	if c.Known {
		return &g.Known[c.At]
	}
	return &outcomes[c.At]
}

// queue is work to be done, each piece once at a time; at first all there is. It ends with
// its context, whose error it keeps.
type queue struct {
	ctx    context.Context
	list   []int32
	listed []bool
	taken  int
	err    error
}

func newQueue(ctx context.Context, n int) *queue {
	q := &queue{ctx: ctx, listed: make([]bool, n)}
	for i := range n {
		q.add(int32(i))
	}
	return q
}

func (q *queue) add(list ...int32) {
	for _, i := range list {
		if !q.listed[i] {
			q.listed[i] = true
			q.list = append(q.list, i)
		}
	}
}

func (q *queue) next() (i int32, ok bool) {
	if q.taken%lookEvery == 0 {
		q.err = q.ctx.Err()
	}
	if q.taken++; q.err != nil || len(q.list) == 0 {
		return 0, false
	}
	i, q.list = q.list[0], q.list[1:]
	q.listed[i] = false
	return i, true
}
