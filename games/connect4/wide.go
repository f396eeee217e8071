package connect4

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// wide implements variants with two-word states. Each word is the state of a window.
// One window shows the leftmost columns of the board, and the other shows the
// rightmost columns. The windows overlap so that every full row lies in one of them.
// Most methods apply the rules of a one-word game to each window.
type wide[R rows] struct {
	size
	turns.Plies[[2]uint64]
	turns.Mirror[[2]uint64]
	turns.Base[[2]uint64]
	notation[[2]uint64]
	window game[R]
	offset int    // first column of the second window
	shift  uint   // distance in bits between the places of a column in the two windows
	rest   uint64 // cells of the second window that are not in the first
}

func newWide[R rows](window *board, width int) *wide[R] {
	g := &wide[R]{size: size{width, window.height, window.connect, width * window.height}, window: game[R]{board: window}}
	g.offset = width - window.width
	g.shift = uint(g.offset) * window.stride
	g.rest = window.all >> (uint(window.width-g.offset) * window.stride) << (uint(window.width-g.offset) * window.stride)
	g.Base = turns.Base[[2]uint64]{About: g.describe(), First: [2]uint64{window.all, window.all}}
	g.Plies = func(s [2]uint64) int { return g.stones(g.decode(s)) }
	g.Mirror = func(s [2]uint64) [2]uint64 { return [2]uint64{g.window.mirrored(s[1]), g.window.mirrored(s[0])} }
	g.notation = notation[[2]uint64]{g.size, g}
	return g
}

// sets holds a set of cells for each window.
type sets [2]uint64

type pair [2]position

func (g *wide[R]) decode(s [2]uint64) pair { return pair{g.window.decode(s[0]), g.window.decode(s[1])} }

func (p pair) encode() [2]uint64 { return [2]uint64{encode(p[0]), encode(p[1])} }

func (p pair) play(cell sets) pair { return pair{p[0].play(cell[0]), p[1].play(cell[1])} }

func (g *wide[R]) count(set sets) int {
	return bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]&g.rest)
}

func (g *wide[R]) stones(p pair) int { return g.cells - g.count(sets{p[0].empty, p[1].empty}) }

func (g *wide[R]) column(x int) sets {
	var set sets
	if x < g.window.width {
		set[0] = g.window.column(x)
	}
	if x >= g.offset {
		set[1] = g.window.column(x - g.offset)
	}
	return set
}

func (a sets) and(b sets) sets     { return sets{a[0] & b[0], a[1] & b[1]} }
func (a sets) without(b sets) sets { return sets{a[0] &^ b[0], a[1] &^ b[1]} }
func (a sets) empty() bool         { return a[0]|a[1] == 0 }

// playable returns the lowest empty cell of each column.
func (g *wide[R]) playable(p pair) sets {
	return sets{g.window.playable(p[0].empty), g.window.playable(p[1].empty)}
}

// threats returns the empty cells that would complete a full row. The row belongs to
// the player to move if mover is true, and to the opponent otherwise.
func (g *wide[R]) threats(p pair, mover bool) sets {
	a, b := p[0].opp, p[1].opp
	if mover {
		a, b = p[0].own, p[1].own
	}
	a, b = g.window.threats(a)&p[0].empty, g.window.threats(b)&p[1].empty
	// Copy threats in the common columns to the other window.
	return sets{(a | b<<(g.shift&63)) & p[0].empty, (b | a>>(g.shift&63)) & p[1].empty}
}

// won reports whether the player who moved last has won.
func (g *wide[R]) won(p pair) bool {
	return g.window.connected(p[0].opp) || g.window.connected(p[1].opp)
}

// Expand appends the children in column order.
func (g *wide[R]) Expand(dst [][2]uint64, ends []int32, src [][2]uint64) ([][2]uint64, []int32) {
	for _, s := range src {
		if p := g.decode(s); !g.won(p) {
			can := g.playable(p)
			for x := range g.width {
				if cell := can.and(g.column(x)); !cell.empty() {
					dst = append(dst, p.play(cell).encode())
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *wide[R]) IsTerminal(dst []bool, src [][2]uint64) []bool {
	return turns.Each(dst, src, func(s [2]uint64) bool {
		p := g.decode(s)
		return p[0].empty|p[1].empty == 0 || g.won(p)
	})
}

// Payoffs implements games.Game; see game.Payoffs.
func (g *wide[R]) Payoffs(dst []games.Payoff, src [][2]uint64) []games.Payoff {
	return turns.Each(dst, src, func(s [2]uint64) games.Payoff {
		p := g.decode(s)
		return g.payoff(g.stones(p), g.won(p))
	})
}

func (g *wide[R]) drop(s [2]uint64, x int) ([2]uint64, bool) {
	p := g.decode(s)
	cell := g.playable(p).and(g.column(x))
	return p.play(cell).encode(), !cell.empty()
}

func (g *wide[R]) stoneAt(s [2]uint64, x, y int) int {
	p := g.decode(s)
	mover := g.stones(p) & 1
	if x < g.window.width {
		return g.window.stone(p[0], mover, x, y)
	}
	return g.window.stone(p[1], mover, x-g.offset, y)
}

func (g *wide[R]) assembled(mover int, stone func(x, y int) int) [2]uint64 {
	right := func(x, y int) int { return stone(x+g.offset, y) }
	return pair{g.window.assemble(mover, stone), g.window.assemble(mover, right)}.encode()
}

func (g *wide[R]) connects(s [2]uint64, last bool) bool {
	return g.window.connects(s[0], last) || g.window.connects(s[1], last)
}

// Scores implements games.Searcher.
func (g *wide[R]) Scores() int { return g.winAt(2*g.connect - 1) }

// StateBits implements games.Searcher.
func (g *wide[R]) StateBits() int { return 128 }

// Look implements games.Searcher. Unlike game.Look, it derives bounds only from
// immediate wins and losses and from forced replies.
func (g *wide[R]) Look(n *games.Node[[2]uint64], s [2]uint64, alpha, beta int) {
	p := g.decode(s)
	stones := g.stones(p)
	n.Children = n.Children[:0]
	n.NearEnd, n.QuickWins = g.cells-stones < latePlies, true
	can := g.playable(p)
	if !g.threats(p, true).and(can).empty() {
		n.Low = g.winAt(stones + 1)
		n.High = n.Low
		return
	}
	threats := g.threats(p, false)
	moves := g.safe(can, threats)
	n.Low, n.High = -g.winAt(stones+2), -g.winAt(stones+2)
	for x := range g.width {
		cell := moves.and(g.column(x))
		if cell.empty() {
			continue
		}
		child, low, high := g.settle(p.play(cell), stones+1)
		n.High = max(n.High, high)
		if n.Low = max(n.Low, low); n.Low >= beta {
			n.High = g.winAt(stones + 3)
			return
		}
		if high <= max(alpha, n.Low) {
			continue
		}
		next := p.play(cell)
		mine := g.threats(next, false).without(g.above(threats))
		child.Rank = rankScale * (g.rank(next, cell, mine) + int16(min(x, g.width-1-x)))
		child.Move = int16(x)
		child.TurnChanges -= int16(stones)
		n.Children = append(n.Children, child)
	}
}

// above returns the cells directly above the cells of a set.
func (g *wide[R]) above(set sets) sets { return sets{set[0] >> 1, set[1] >> 1} }

// safe implements the function safe for sets.
func (g *wide[R]) safe(can, threats sets) sets {
	moves := can.without(sets{threats[0] << 1, threats[1] << 1})
	switch must := threats.and(can); g.count(must) {
	case 0:
		return moves
	case 1:
		return moves.and(must)
	}
	return sets{}
}

// settle plays forced replies after the move that leads to p; see game.settle. The
// position p has the given number of stones. settle sets the fields State, Replies
// and TurnChanges of child. The bounds are as seen by the player who made the move.
func (g *wide[R]) settle(p pair, stones int) (child games.Child[[2]uint64], low, high int) {
	sign := -1 // for the player to move
	moves := g.safe(g.playable(p), g.threats(p, false))
	for g.count(moves) == 1 {
		p, stones, sign = p.play(moves), stones+1, -sign
		moves = g.safe(g.playable(p), g.threats(p, false))
	}
	low, high = -g.winAt(stones+4), g.winAt(stones+3)
	if moves.empty() {
		low = 0 // a draw
		if stones < g.cells {
			low = -g.winAt(stones + 2)
		}
		high = low
	}
	if sign < 0 {
		low, high = -high, -low
	}
	s := p.encode()
	if mirrored := g.Mirror(s); games.Less(mirrored, s) {
		s = mirrored
	}
	return games.Child[[2]uint64]{State: s, Replies: int16(g.count(moves)), TurnChanges: int16(stones)}, low, high
}

// rank estimates the quality of the move to cell that leads to p; see game.rank.
func (g *wide[R]) rank(p pair, cell, threats sets) int16 {
	can := g.playable(p)
	soon := g.above(can).and(sets{p[0].empty, p[1].empty})
	r := 40*g.count(threats) + 40*g.count(threats.and(soon)) + 30*g.count(threats.and(g.above(soon)))
	if !threats.and(g.above(cell)).empty() {
		r += 10
	}
	return int16(r)
}

// Evaluate implements games.Evaluator; see game.Evaluate.
func (g *wide[R]) Evaluate(dst []float32, src [][2]uint64) []float32 {
	return turns.Each(dst, src, func(s [2]uint64) float32 {
		p := g.decode(s)
		own, opp := float32(g.count(g.threats(p, true))), float32(g.count(g.threats(p, false)))
		return (own - opp) / (own + opp + 4)
	})
}
