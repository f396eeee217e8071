package solver

import "zermelo/games"

// alternatingRule values the states of alternating, constant-sum games. The
// mover takes the greatest payoff. Of equal payoffs it takes the shortest game
// if it gets more than half of the total or exactly half, and the longest if
// it gets less.
type alternatingRule struct{ total int }

func (r alternatingRule) terminal(p games.Payoff) Value { return alternating(p[0], 0) }

func (r alternatingRule) combine(rows int, children []Value) Value {
	mover := moverOf(rows, len(children))
	best := r.preference(mover, children[0])
	at := 0
	for i, v := range children[1:] {
		if p := r.preference(mover, v); p > best {
			best, at = p, i+1
		}
	}
	payoff, remoteness := children[at].unpack()
	return alternating(payoff, min(remoteness+1, maxRemoteness))
}

// preference orders values for a role, the best the greatest.
func (r alternatingRule) preference(mover int, v Value) int64 {
	payoff, remoteness := v.unpack()
	own := int(payoff)
	if mover == 1 {
		own = r.total - own
	}
	if 2*own >= r.total {
		remoteness = maxRemoteness - remoteness
	}
	return int64(own)<<16 | int64(remoteness)
}

// moverOf is the role to move at a state with the given matrix, -1 if both
// have a choice. With a single child it is 0, whoever plays it.
func moverOf(rows, children int) int {
	switch rows {
	case children:
		return 0
	case 1:
		return 1
	}
	return -1
}

// moverAt is moverOf for a state, by whose notation it tells who plays a single
// child.
func moverAt[S games.State](n games.Notation[S], s S, rows, children int) int {
	if children == 1 && n.Moves(s)[0] == nil {
		return 1
	}
	return moverOf(rows, children)
}

// alternatingBook keeps the values of alternating games, which need no
// dictionary.
type alternatingBook struct{ total int }

func (b alternatingBook) rule() rule { return alternatingRule(b) }

func (b alternatingBook) swap(v Value) Value {
	payoff, remoteness := v.unpack()
	return alternating(int16(b.total-int(payoff)), remoteness)
}

func (alternatingBook) settle() []Value { return nil }

func (b alternatingBook) outcomes() Outcomes { return Outcomes{Kind: Alternating, Total: b.total} }

func (alternatingBook) keeps(_ int, parent, child Value) bool { return parent>>16 == child>>16 }

func (b alternatingBook) wins(mover int, v Value) bool {
	payoff, _ := v.unpack()
	own := int(payoff)
	if mover == 1 {
		own = b.total - own
	}
	return 2*own > b.total
}
