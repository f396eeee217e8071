package reportstest

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Referee values states by plain recursion over the rules, without symmetry. It is a
// book.Table in memory.
type Referee[S games.State] struct {
	game games.Game[S]
	memo map[S]value.Outcome
}

// NewReferee makes the referee of a game that always ends.
func NewReferee[S games.State](g games.Game[S]) *Referee[S] {
	return &Referee[S]{g, map[S]value.Outcome{}}
}

// Probe implements book.Table.
func (n *Referee[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	for _, s := range states {
		dst = append(dst, n.Of(s))
	}
	return dst, nil
}

// Size implements book.Table.
func (n *Referee[S]) Size() (int64, error) { return 1234, nil }

// Close implements book.Table.
func (n *Referee[S]) Close() error { return nil }

// Of is the outcome of a state.
func (n *Referee[S]) Of(s S) value.Outcome {
	if o, ok := n.memo[s]; ok {
		return o
	}
	children, _ := n.game.Expand(nil, nil, []S{s})
	var o value.Outcome
	switch {
	case len(children) == 0:
		o = ended(n.game.Payoffs(nil, []S{s})[0])
	default:
		below := make([]value.Outcome, len(children))
		for i, c := range children {
			below[i] = n.Of(c)
		}
		_, rows := games.Stage(n.game, s, len(children))
		if n.game.Info().GeneralSum {
			o = n.general(s, rows, below)
		} else if rows == 1 || rows == len(children) {
			o = n.choose(n.Mover(s), below)
		} else {
			o = n.matrix(rows, below)
		}
	}
	if info := n.game.Info(); info.Simultaneous && !info.GeneralSum && len(children) > 0 {
		o.Remoteness = -1
	}
	n.memo[s] = o
	return o
}

// Mover is the role that moves alone, by the names of the moves.
func (n *Referee[S]) Mover(s S) int {
	moves := games.NotationOf(n.game).Moves(s)
	switch {
	case moves[1] == nil:
		return 0
	case moves[0] == nil || len(moves[0]) == 1:
		return 1
	}
	return 0
}

func ended(p games.Payoff) value.Outcome {
	var o value.Outcome
	for role, x := range p {
		o.Payoff[role] = big.NewRat(int64(x), 1)
		o.Security[role] = o.Payoff[role]
	}
	o.Pure, o.Joint = p, p
	return o
}

// choose takes the best for one role: the payoff, then the shorter way to at
// least half of the total, the longer way to less.
func (n *Referee[S]) choose(mover int, below []value.Outcome) value.Outcome {
	half := big.NewRat(int64(n.game.Info().Total), 2)
	best := slices.MaxFunc(below, func(a, b value.Outcome) int {
		order := a.Payoff[mover].Cmp(b.Payoff[mover])
		if order == 0 && a.Remoteness >= 0 && b.Remoteness >= 0 {
			order = a.Remoteness - b.Remoteness
			if a.Payoff[mover].Cmp(half) >= 0 {
				order = -order
			}
		}
		return order
	})
	if best.Remoteness >= 0 {
		best.Remoteness++
	}
	return best
}

// Classes are the canonical states of all positions that play leads to.
func Classes[S games.State](g games.Game[S]) []S {
	start, _ := games.Canonical(g, g.Start())
	list, seen := []S{start}, map[S]bool{start: true}
	for i := 0; i < len(list); i++ {
		children, _ := g.Expand(nil, nil, list[i:i+1])
		for _, c := range children {
			if c, _ = games.Canonical(g, c); !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	return list
}
