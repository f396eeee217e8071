package proof

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search/strategy"
	"zermelo/tablebase/store"
)

// A proof with lengths is checked position by position. A strategy's claim about a position must
// follow from the rules and the claims two plies later. Because positions cannot repeat, all
// claims are then true. The check does not search or rely on the game's own scores.

// verifyLengths is like verify, but checks a proof with lengths.
func verifyLengths[S games.State](ctx context.Context, g games.Game[S], p *strategy.Proven[S], threads int, progress func(positions int64)) (int64, error) {
	var total atomic.Int64
	wrong := func(err error) error {
		return &store.WrongError{Name: store.ProofName(g.Info().Name), Wrong: 1, First: []string{err.Error()}}
	}
	if p.Payoff[0] == p.Payoff[1] {
		return 0, wrong(fmt.Errorf("the proof claims a draw in %d plies, but strategies only prove the lengths of wins", p.Plies))
	}
	for role, st := range p.Strategies {
		c := &claims[S]{game: g, canon: games.CanonizerOf(g), own: int(p.Payoff[role]), gains: 2*int(p.Payoff[role]) > g.Info().Total, st: st}
		c.greatest = isGreatest(g.Info(), max(p.Payoff[0], p.Payoff[1]))
		err := c.checkStart(p.Plies)
		if err == nil {
			err = c.checkAll(ctx, threads, func(n int64) {
				if all := total.Add(n); progress != nil {
					progress(all)
				}
			})
		}
		if ctx.Err() != nil {
			return total.Load(), ctx.Err()
		}
		if err != nil {
			return total.Load(), wrong(err)
		}
	}
	return total.Load(), nil
}

// isGreatest reports whether no play gives either role more than payoff.
func isGreatest(info *games.Info, payoff int16) bool {
	greatest := func(p int) bool { return max(p, info.Total-p) <= int(payoff) }
	return len(info.Payoffs) > 0 && greatest(info.Payoffs[0]) && greatest(info.Payoffs[len(info.Payoffs)-1])
}

// claims checks what a strategy with lengths claims about the positions in which its player is to
// move.
type claims[S games.State] struct {
	game     games.Game[S]
	canon    games.Canonizer[S]
	st       *strategy.Strategy[S]
	own      int  // payoff of the strategy's player
	gains    bool // the player wins, so lengths are upper bounds; otherwise they are lower bounds
	greatest bool // the winner gets the maximum payoff
}

const claimsChunk = 1 << 10 // number of positions that a thread checks at a time

func (c *claims[S]) checkAll(ctx context.Context, threads int, checked func(positions int64)) error {
	st := c.st
	if len(st.Moves) != len(st.States) || len(st.Lengths) != len(st.States) || !slices.IsSortedFunc(st.States, games.Compare[S]) {
		return fmt.Errorf("the positions in the strategy are not sorted")
	}
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range max(1, cmp.Or(threads, runtime.GOMAXPROCS(0))) {
		group.Go(func() error {
			for ctx.Err() == nil {
				from := int(next.Add(claimsChunk)) - claimsChunk
				if from >= len(st.States) {
					return nil
				}
				to := min(from+claimsChunk, len(st.States))
				for i := from; i < to; i++ {
					if err := c.check(i); err != nil {
						return fmt.Errorf("%s: %w", games.NotationOf(c.game).FormatState(st.States[i]), err)
					}
				}
				checked(int64(to - from))
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// checkStart checks that the claims imply the length of the game, in plies.
func (c *claims[S]) checkStart(plies int) error {
	start := c.game.Start()
	if !c.st.MovesFirst {
		return c.replies(start, games.Mover(c.game, start) == 0, plies)
	}
	canonical, _ := games.Canonical(c.game, start)
	return c.claimed(canonical, plies)
}

// check derives the i-th claim from claims about later positions.
func (c *claims[S]) check(i int) error {
	s, length := c.st.States[i], int(c.st.Lengths[i])
	children, _ := c.game.Expand(nil, nil, []S{s})
	move := int(c.st.Moves[i])
	if move >= len(children) {
		return fmt.Errorf("the strategy plays move %d, but the position has only %d", move, len(children))
	}
	child := children[move]
	opponent := games.Mover(c.game, s) == 1 // the opponent is role 0
	if after, _ := c.game.Expand(nil, nil, []S{child}); len(after) == 0 {
		return c.terminal(child, opponent, length)
	}
	if movers := c.game.Movers(nil, []S{s, child}); movers[0] == movers[1] {
		child, _ = games.Canonical(c.game, child)
		return c.claimed(child, length-1)
	}
	return c.replies(child, opponent, length-1)
}

// replies checks a claimed length against all replies of the opponent, including sequences of
// several moves. first reports whether the opponent is role 0.
func (c *claims[S]) replies(s S, first bool, length int) error {
	mover := c.game.Movers(nil, []S{s})[0]
	for open := []S{s}; len(open) > 0; length-- {
		replies, _ := c.game.Expand(nil, nil, open)
		canonical := slices.Clone(replies)
		c.canon.Canonize(canonical, make([]bool, len(canonical)))
		movers := c.game.Movers(nil, replies)
		_, ends := c.game.Expand(nil, nil, replies)
		from := int32(0)
		open = nil
		for i, end := range ends {
			var err error
			switch {
			case end == from:
				err = c.terminal(replies[i], first, length)
			case movers[i] == mover:
				open = append(open, replies[i])
			default:
				err = c.claimed(canonical[i], length-1)
			}
			if err != nil {
				return err
			}
			from = end
		}
		slices.SortFunc(open, games.Compare[S])
		open = slices.Compact(open)
	}
	return nil
}

// terminal checks a claimed length against a play that ends in state s after one ply.
func (c *claims[S]) terminal(s S, first bool, length int) error {
	payoff := c.game.Payoffs(nil, []S{s})[0]
	own := int(payoff[0])
	if first {
		own = int(payoff[1])
	}
	switch {
	case own > c.own:
	case own < c.own:
		info := c.game.Info()
		return fmt.Errorf("play ends with a payoff of %v, expected %v", info.Points(own), info.Points(c.own))
	case c.gains && length < 1:
		return fmt.Errorf("play is longer than the proof claims")
	case !c.gains && length > 1:
		return fmt.Errorf("play is shorter than the proof claims")
	}
	return nil
}

// claimed checks that the strategy makes a sufficiently strong claim about a canonical nonterminal
// position.
func (c *claims[S]) claimed(s S, length int) error {
	if !c.gains && c.greatest && length <= 1 {
		return nil // the position is nonterminal, and no role can get more than its payoff
	}
	at, found := slices.BinarySearchFunc(c.st.States, s, games.Compare[S])
	if !found {
		return fmt.Errorf("the strategy has no move at %s", games.NotationOf(c.game).FormatState(s))
	}
	claim := int(c.st.Lengths[at])
	if c.gains && claim > max(length, 0) || !c.gains && claim < max(length, 1) {
		return fmt.Errorf("the strategy claims %d plies at %s, expected %d", claim, games.NotationOf(c.game).FormatState(s), length)
	}
	return nil
}
