package stochastic

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"zermelo/games"
)

// Prove verifies bounds on the values of role 0, given the bounds of terminal
// nodes. It returns the first node whose bounds are not proven and the reason,
// or -1 if all bounds are proven. It returns an error if the graph is malformed,
// or ctx.Err().
//
// The lower bound of a node for either role must be at most the value computed from
// the lower bounds of the children: of the best child if the role moves, of the
// worst child if the opponent moves, and the mean at a chance node. With
// best moves, bounds then do not decrease on average. Since there are finitely
// many, play that does not end stays at one bound forever. This is sufficient if
// the bound is at most the payoff of endless play. Otherwise the node must be safe
// for another reason: against any replies, play must lead with positive
// probability to a node that has another bound, is terminal, or is itself safe.
func (g *Graph) Prove(ctx context.Context, low, high []int64) (at int, wrong string, err error) {
	if err := g.check(low, high); err != nil {
		return -1, "", err
	}
	p := &prover{g, low, high, make([]uint8, len(low))}
	var unsafe []uint32 // twice the node plus the role
	for i := range low {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return -1, "", ctx.Err()
		}
		node := uint32(i)
		switch links, _ := g.children(node); {
		case low[i] > high[i] || low[i] < -maxValue || high[i] > maxValue:
			return i, fmt.Sprintf("the bounds %d and %d are not an interval", low[i], high[i]), nil
		case len(links) == 0:
			p.safe[i] = 3
			continue
		}
		for role := range uint32(2) {
			if !p.follows(node, role) {
				return i, fmt.Sprintf("role %d: the bound %d exceeds the value computed from the children", role, p.bound(node, role)), nil
			}
			if p.bound(node, role) <= g.endless(int(role)) {
				p.safe[node] |= 1 << role
			} else {
				unsafe = append(unsafe, node<<1|role)
			}
		}
	}
	// Search the remaining nodes in alternating directions: few orders are bad
	// in both.
	for {
		left := unsafe[:0]
		for i, u := range unsafe {
			if i%(1<<16) == 0 && ctx.Err() != nil {
				return -1, "", ctx.Err()
			}
			if p.escapes(u>>1, u&1) {
				p.safe[u>>1] |= 1 << (u & 1)
			} else {
				left = append(left, u)
			}
		}
		if len(left) == len(unsafe) {
			break
		}
		unsafe = left
		slices.Reverse(unsafe)
	}
	if len(unsafe) > 0 {
		u := unsafe[0]
		return int(u >> 1), fmt.Sprintf("role %d: play can continue forever, which pays less than the bound %d", u&1, p.bound(u>>1, u&1)), nil
	}
	return -1, "", nil
}

type prover struct {
	*Graph
	low, high []int64
	safe      []uint8 // bit r of each node is set if it is safe for role r
}

// bound returns a lower bound on the value of a role.
func (p *prover) bound(node, role uint32) int64 {
	if role == 0 {
		return p.low[node]
	}
	return p.Total - p.high[node]
}

// follows reports whether a role's lower bound is at most the value computed from
// the children.
func (p *prover) follows(node, role uint32) bool {
	links, odds := p.children(node)
	bound := p.bound(node, role)
	if p.Movers[node] == games.Chance {
		var sum wide
		for i, l := range links {
			weight := uint32(1)
			if odds != nil {
				weight = odds[i]
			}
			sum.add(p.bound(l>>1, role^l&1)-bound, weight)
		}
		return sum.hi >= 0
	}
	mover := uint32(p.Movers[node])
	for _, l := range links {
		if ok := p.bound(l>>1, role^l&1) >= bound; ok == (mover == role) {
			return ok
		}
	}
	return mover != role
}

// escapes reports whether a role, by moves that preserve its bound, reaches a node
// with another bound or a safe node with positive probability.
func (p *prover) escapes(node, role uint32) bool {
	links, _ := p.children(node)
	bound := p.bound(node, role)
	all := true
	for _, l := range links {
		child, to := l>>1, role^l&1
		b := p.bound(child, to)
		away := b != bound || p.safe[child]>>to&1 != 0
		switch p.Movers[node] {
		case games.Chance:
			if away {
				return true
			}
		case int8(role):
			if away && b >= bound {
				return true
			}
		default:
			all = all && away
		}
	}
	return all && p.Movers[node] == int8(1-role)
}

// wide is a signed integer of 128 bits.
type wide struct {
	hi int64
	lo uint64
}

// add adds x*weight.
func (w *wide) add(x int64, weight uint32) {
	hi, lo := bits.Mul64(uint64(x), uint64(weight))
	if x < 0 {
		hi -= uint64(weight)
	}
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	w.hi += int64(hi + carry)
}
