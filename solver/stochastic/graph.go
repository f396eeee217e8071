// Package stochastic computes bounds on the values of turn-based stochastic
// games with one or two players and constant sum, in which positions may repeat.
//
// Values are fixed-point numbers. Solve divides the graph of the game into
// strongly connected components and approximates the values of each component.
// It then lowers and raises the approximation until it can be proven by
// induction that the results are bounds. Prove verifies the bounds independently.
package stochastic

import (
	"fmt"
	"slices"

	"zermelo/games"
)

// Graph is the graph of a game. Values are in units of 2^-k of a payoff unit, for
// any k, and belong to role 0 unless stated otherwise. The payoffs of both roles
// add up to Total.
type Graph struct {
	Pieces  []Piece
	Movers  []int8 // by node: 0, 1 or games.Chance; ignored at terminal nodes
	Known   []bool // by node: the bounds are given, as those of terminal nodes; nil if none are
	Total   int64
	Endless int64 // payoff of role 0 if play never ends
}

// PieceNodes is the number of nodes of each piece except the last.
const PieceNodes = 1 << 14

// Piece holds the links from PieceNodes consecutive nodes to their children. A
// link is twice the index of a child, plus 1 if the roles are exchanged: the
// value of the child for the parent's role 0 is then Total minus its own value.
// Nodes without children are terminal.
type Piece struct {
	Links []uint32
	Ends  []int32  // end of each node's list in Links
	Odds  []uint32 // weights of the links of chance nodes, parallel to Links; nil if equal
}

// Children returns the links of a node, given its index in p, and their weights, which are
// nil if equal.
func (p *Piece) Children(n uint32) (links, odds []uint32) {
	first, end := int32(0), p.Ends[n]
	if n > 0 {
		first = p.Ends[n-1]
	}
	if p.Odds != nil {
		odds = p.Odds[first:end]
	}
	return p.Links[first:end], odds
}

// children returns the links of a node and their weights. A node with given bounds has none.
func (g *Graph) children(node uint32) (links, odds []uint32) {
	if g.Known != nil && g.Known[node] {
		return nil, nil
	}
	return g.Pieces[node/PieceNodes].Children(node % PieceNodes)
}

// endless returns a role's payoff if play never ends.
func (g *Graph) endless(role int) int64 {
	if role == 1 {
		return g.Total - g.Endless
	}
	return g.Endless
}

// maxValue is the maximum absolute value of bounds, Total and Endless. It keeps
// sums and differences within 64 bits.
const maxValue = 1 << 61

// check returns an error if the graph is malformed.
func (g *Graph) check(low, high []int64) error {
	n, nodes := len(g.Movers), 0
	if len(low) != n || len(high) != n || n >= 1<<31 {
		return fmt.Errorf("%d nodes, %d lower and %d upper bounds", n, len(low), len(high))
	}
	if max(g.Total, g.Endless) > maxValue || min(g.Total, g.Endless) < -maxValue {
		return fmt.Errorf("total %d or payoff of endless play %d exceeds %d", g.Total, g.Endless, int64(maxValue))
	}
	for at := range g.Pieces {
		p := &g.Pieces[at]
		if nodes += len(p.Ends); at < len(g.Pieces)-1 && len(p.Ends) != PieceNodes {
			return fmt.Errorf("piece %d has %d nodes, expected %d", at, len(p.Ends), PieceNodes)
		}
		if p.Odds != nil && (len(p.Odds) != len(p.Links) || slices.Contains(p.Odds, 0)) {
			return fmt.Errorf("piece %d: the weights are not positive or not parallel to the links", at)
		}
		for _, l := range p.Links {
			if int(l>>1) >= n || l&1 != 0 && 2*g.Endless != g.Total {
				return fmt.Errorf("piece %d: a link to node %d of %d, or an exchange of roles although endless play pays them differently", at, l>>1, n)
			}
		}
	}
	if nodes != n {
		return fmt.Errorf("%d nodes in pieces, %d movers", nodes, n)
	}
	for i, m := range g.Movers {
		if links, _ := g.children(uint32(i)); len(links) > 0 && m != 0 && m != 1 && m != games.Chance {
			return fmt.Errorf("node %d: mover %d", i, m)
		} else if len(links) == 0 && (low[i] > high[i] || low[i] < -maxValue || high[i] > maxValue) {
			return fmt.Errorf("node %d: terminal with bounds %d and %d", i, low[i], high[i])
		}
	}
	return nil
}
