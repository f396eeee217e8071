package tron

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// position is an unpacked state. The heads are place numbers. The cell that a head
// leaves becomes forbidden, even if the move is an error. The number of forbidden
// cells is therefore the number of moves made, which is twice the number of plies in
// simultaneous play.
type position struct {
	forbidden cells
	heads     [2]int // red, blue
}

// mover returns the role to move in alternating play.
func (p position) mover() int { return p.forbidden.count() & 1 }

// plies returns the number of plies. A joint move is one ply.
func (b *board) plies(p position) int {
	n := p.forbidden.count()
	if b.simultaneous {
		n /= 2
	}
	return n
}

// over reports whether a head is on a cell that is not free, or whether no blank
// cell is left.
func (b *board) over(p position) bool {
	free := b.open.without(p.forbidden)
	red, blue := b.cell[p.heads[0]], b.cell[p.heads[1]]
	return p.heads[0] == p.heads[1] || !free.overlaps(red) || !free.overlaps(blue) || free.without(red.or(blue)).empty()
}

// blank returns the cells that a head can enter without an error. The position must
// not be terminal.
func (b *board) blank(p position) cells {
	return b.open.without(p.forbidden).without(b.cell[p.heads[0]].or(b.cell[p.heads[1]]))
}

// errors reports which roles have erred. A role has erred if its head is on a wall,
// on a forbidden cell or off the board, or has entered the opponent's cell.
func (b *board) errors(p position) (red, blue bool) {
	free := b.open.without(p.forbidden)
	red, blue = !free.overlaps(b.cell[p.heads[0]]), !free.overlaps(b.cell[p.heads[1]])
	if p.heads[0] == p.heads[1] {
		// In alternating play, only the head that moved last entered the cell.
		red = red || b.simultaneous || p.mover() == 1
		blue = blue || b.simultaneous || p.mover() == 0
	}
	return red, blue
}

// winner returns the only role that has not erred, or -1.
func (b *board) winner(p position) int {
	red, blue := b.errors(p)
	switch {
	case red == blue:
		return -1
	case blue:
		return 0
	}
	return 1
}

// neighbours returns the cells orthogonally adjacent to a set, possibly including
// cells below the last row.
func (b *board) neighbours(set cells) cells {
	w := uint(b.width)
	return set.up(w).or(set.down(w)).or(set.without(b.lastColumn).up(1)).or(set.without(b.firstColumn).down(1))
}

// territories returns the blank cells that each head can reach before the other. The
// owner of own is to move.
func (b *board) territories(blank, own, opp cells) (ownCells, oppCells cells) {
	ownEdge, oppEdge := own, opp // cells reached in the last step
	for !ownEdge.empty() || !oppEdge.empty() {
		ownEdge = b.neighbours(ownEdge).and(blank)
		blank = blank.without(ownEdge)
		ownCells = ownCells.or(ownEdge)
		oppEdge = b.neighbours(oppEdge).and(blank)
		blank = blank.without(oppEdge)
		oppCells = oppCells.or(oppEdge)
	}
	return ownCells, oppCells
}

// transpose exchanges x and y in a set of cells. The cells on a diagonal x-y = ±k
// move by k*(W-1) bits.
func (b *board) transpose(set cells) cells {
	out := set.and(b.diagonal[0])
	for k := 1; k < b.width; k++ {
		less := uint(k*(b.width-1) - 1) // less than 64
		out = out.or(set.and(b.diagonal[k]).up(less).up(1)).or(set.down(less).down(1).and(b.diagonal[k]))
	}
	return out
}

// mirror exchanges x and y in a position.
func (b *board) mirror(p position) position {
	return position{b.transpose(p.forbidden), [2]int{int(b.transposed[p.heads[0]]), int(b.transposed[p.heads[1]])}}
}

// halfTurn rotates the board by 180 degrees and exchanges the colours.
func (b *board) halfTurn(p position) position {
	return position{p.forbidden.reversed(b.width * b.height), [2]int{int(b.rotated[p.heads[1]]), int(b.rotated[p.heads[0]])}}
}

// game implements all variants. A state is a number with three fields, most
// significant first:
//
//	[forbidden cells: W*H bits][red head: headBits][blue head: headBits]
//
// Bit y*W+x of the first field represents cell x.y. Each head is the number of its
// place on the board with a margin of one cell: (y+1)*(W+2)+(x+1). A state has at
// most 81+7+7 bits. Consecutive states in sorted order share the most significant
// field.
type game[S games.State] struct {
	board
	turns.Base[S]
	turns.Winner[S]
}

func newGame[S games.State](b *board) *game[S] {
	g := &game[S]{board: *b}
	g.About = b.newInfo()
	g.Winner = func(s S) int { return g.winner(g.unpack(s)) }
	// The heads start one step inside opposite corners.
	g.First = g.pack(position{heads: [2]int{b.placeAt(1, 1), b.placeAt(b.width-2, b.height-2)}})
	return g
}

func (g *game[S]) pack(p position) S {
	var s S
	n := p.forbidden.up(2 * g.headBits)
	n.low |= uint64(p.heads[0])<<g.headBits | uint64(p.heads[1])
	w := games.Bits(&s)
	w[0] = n.high
	w[len(w)-1] = n.low
	return s
}

func (g *game[S]) unpack(s S) position {
	w := games.Bits(&s)
	n := cells{low: w[len(w)-1]}
	if len(w) > 1 {
		n.high = w[0]
	}
	return position{n.down(2 * g.headBits), [2]int{int(n.low >> g.headBits & g.headMask), int(n.low & g.headMask)}}
}

func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		if p := g.unpack(s); !g.over(p) {
			at, mover := p.heads, p.mover()
			if g.simultaneous {
				p.forbidden = p.forbidden.or(g.cell[at[0]]).or(g.cell[at[1]])
			} else {
				p.forbidden = p.forbidden.or(g.cell[at[mover]])
			}
			for _, to := range g.moves(at[mover]) {
				p.heads[mover] = int(to)
				if !g.simultaneous {
					dst = append(dst, g.pack(p))
					continue
				}
				for _, to := range g.moves(at[1]) {
					p.heads[1] = int(to)
					dst = append(dst, g.pack(p))
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (b *board) moves(at int) []uint8 { return b.place[at].to[:b.place[at].moves] }

func (g *game[S]) IsTerminal(dst []bool, src []S) []bool {
	return turns.Each(dst, src, func(s S) bool { return g.over(g.unpack(s)) })
}

func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	return turns.Each(dst, src, func(s S) int8 {
		if g.simultaneous {
			return games.Both
		}
		return int8(g.unpack(s).mover())
	})
}

func (g *game[S]) Rows(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 { return int32(g.place[g.unpack(s).heads[0]].moves) })
}

func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 { return int32(g.plies(g.unpack(s))) })
}

func (g *game[S]) Span() int { return 1 }

// Evaluate implements games.Evaluator. It compares the sizes of the territories.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	return turns.Each(dst, src, func(s S) float32 {
		p := g.unpack(s)
		mover := p.mover()
		ownCells, oppCells := g.territories(g.blank(p), g.cell[p.heads[mover]], g.cell[p.heads[1-mover]])
		mine, theirs := ownCells.count(), oppCells.count()
		return float32(mine-theirs) / float32(mine+theirs+1)
	})
}

// images returns the images of a state under the symmetries, or the state itself for
// symmetries that do not apply. The reflection in the diagonal x=y applies only to
// square boards. The half-turn, which exchanges the colours, applies only to
// simultaneous play; in alternating play, it would exchange the player to move.
func (g *game[S]) images(s S) (mirror, turn, mirrorTurn S) {
	p := g.unpack(s)
	q := p
	if mirror = s; g.square {
		q = g.mirror(p)
		mirror = g.pack(q)
	}
	if turn, mirrorTurn = s, mirror; g.simultaneous {
		turn, mirrorTurn = g.pack(g.halfTurn(p)), g.pack(g.halfTurn(q))
	}
	return mirror, turn, mirrorTurn
}

// Canonize replaces each state with its smallest image.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		mirror, turn, mirrorTurn := g.images(s)
		if games.Less(mirror, s) {
			s = mirror
		}
		if games.Less(mirrorTurn, turn) {
			turn = mirrorTurn
		}
		swaps[i] = games.Less(turn, s)
		if swaps[i] {
			s = turn
		}
		states[i] = s
	}
}

func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 {
		mirror, turn, _ := g.images(s)
		n := int32(1)
		if mirror != s {
			n = 2
		}
		// In a group, the half-turn yields a known image or doubles their number.
		if turn != s && turn != mirror {
			n *= 2
		}
		return n
	})
}
