package tron

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// position is a state taken apart. Heads are places.
type position struct {
	forbidden cells
	heads     [2]int // of red and of blue
}

// Each head that moves turns one cell forbidden, also in the ply that errs, because
// a game goes on only while both heads stand on different cells that are not
// forbidden. So the number of forbidden cells counts the plies (twice, if both
// move at once) and tells who is to move.

// mover is the role to move in alternating play.
func (p position) mover() int { return p.forbidden.count() & 1 }

// plies is the number of plies played; a joint move counts one.
func (b *board) plies(p position) int {
	n := p.forbidden.count()
	if b.simultaneous {
		n /= 2
	}
	return n
}

// over reports whether the game has ended: a head is not on a free cell, or no blank
// one is left.
func (b *board) over(p position) bool {
	free := b.open.without(p.forbidden)
	red, blue := b.cell[p.heads[0]], b.cell[p.heads[1]]
	return p.heads[0] == p.heads[1] || !free.meets(red) || !free.meets(blue) || free.without(red.or(blue)).empty()
}

// blank is the cells that can be entered, of a position that is not over.
func (b *board) blank(p position) cells {
	return b.open.without(p.forbidden).without(b.cell[p.heads[0]].or(b.cell[p.heads[1]]))
}

// errors tells who has erred: whose head is on a wall, on a forbidden cell or
// off the board, or came to the other's cell.
func (b *board) errors(p position) (red, blue bool) {
	free := b.open.without(p.forbidden)
	red, blue = !free.meets(b.cell[p.heads[0]]), !free.meets(b.cell[p.heads[1]])
	if p.heads[0] == p.heads[1] {
		// At once, both came; in turn, the one who moved last.
		red = red || b.simultaneous || p.mover() == 1
		blue = blue || b.simultaneous || p.mover() == 0
	}
	return red, blue
}

// winner is the role whose opponent alone has erred, else -1.
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

// neighbours are the cells beside those of a set, on all four sides. Some may be
// below the last row.
func (b *board) neighbours(set cells) cells {
	w := uint(b.width)
	return set.up(w).or(set.down(w)).or(set.without(b.lastColumn).up(1)).or(set.without(b.firstColumn).down(1))
}

// territories divides the blank cells between two heads, the first of which is
// to move, by who can be there first. Cells that nobody can reach are left out.
func (b *board) territories(blank, own, opp cells) (ownCells, oppCells cells) {
	ownEdge, oppEdge := own, opp // the cells reached last
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

// transpose exchanges x and y of a set of cells, one diagonal x-y = ±k at a
// time: its cells all move by k*(W-1) bits.
func (b *board) transpose(set cells) cells {
	out := set.and(b.diagonal[0])
	for k := 1; k < b.width; k++ {
		less := uint(k*(b.width-1) - 1) // so that it is below 64
		out = out.or(set.and(b.diagonal[k]).up(less).up(1)).or(set.down(less).down(1).and(b.diagonal[k]))
	}
	return out
}

// mirror exchanges x and y.
func (b *board) mirror(p position) position {
	return position{b.transpose(p.forbidden), [2]int{int(b.transposed[p.heads[0]]), int(b.transposed[p.heads[1]])}}
}

// halfTurn turns the board by 180 degrees and exchanges the colours.
func (b *board) halfTurn(p position) position {
	return position{p.forbidden.reversed(b.width * b.height), [2]int{int(b.rotated[p.heads[1]]), int(b.rotated[p.heads[0]])}}
}

// game is a variant. A state is a number,
//
//	[forbidden cells: W*H bits][red head: headBits][blue head: headBits]
//
// where bit y*W+x of the first part is cell x.y, and a head is its place on
// the board with a margin of one cell, (y+1)*(W+2)+(x+1): at most 81+7+7 bits.
// The forbidden cells come first so that sorted neighbours share them.
type game[S games.State] struct {
	board
	turns.Base[S]
	turns.Winner[S]
}

func newGame[S games.State](b *board) *game[S] {
	g := &game[S]{board: *b}
	g.About = b.newInfo()
	g.Winner = func(s S) int { return g.winner(g.unpack(s)) }
	// The heads are one step inside opposite corners.
	g.First = g.pack(position{heads: [2]int{b.placeAt(1, 1), b.placeAt(b.width-2, b.height-2)}})
	return g
}

// pack makes the state of a position.
func (g *game[S]) pack(p position) S {
	var s S
	n := p.forbidden.up(2 * g.headBits)
	n.low |= uint64(p.heads[0])<<g.headBits | uint64(p.heads[1])
	w := games.Bits(&s)
	w[0] = n.high
	w[len(w)-1] = n.low
	return s
}

// unpack takes a state apart.
func (g *game[S]) unpack(s S) position {
	w := games.Bits(&s)
	n := cells{low: w[len(w)-1]}
	if len(w) > 1 {
		n.high = w[0]
	}
	return position{n.down(2 * g.headBits), [2]int{int(n.low >> g.headBits & g.headMask), int(n.low & g.headMask)}}
}

// Expand appends the children: one list per state in alternating play, red's
// moves times blue's in simultaneous play.
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

// moves is where the moves from a place lead.
func (b *board) moves(at int) []uint8 { return b.place[at].to[:b.place[at].moves] }

// Over appends whether each state is terminal.
func (g *game[S]) Over(dst []bool, src []S) []bool {
	return turns.Each(dst, src, func(s S) bool { return g.over(g.unpack(s)) })
}

// Movers appends whose turn it is.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	return turns.Each(dst, src, func(s S) int8 {
		if g.simultaneous {
			return games.Both
		}
		return int8(g.unpack(s).mover())
	})
}

// Rows appends the number of red's moves.
func (g *game[S]) Rows(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 { return int32(g.place[g.unpack(s).heads[0]].moves) })
}

// Layers appends the number of plies played.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 { return int32(g.plies(g.unpack(s))) })
}

// Span is 1: layers are plies.
func (g *game[S]) Span() int { return 1 }

// Evaluate implements games.Evaluator: the blank cells that each head would
// reach first if it went straight there, against each other. The player to move
// gets those that both reach with as many moves.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	return turns.Each(dst, src, func(s S) float32 {
		p := g.unpack(s)
		mover := p.mover()
		ownCells, oppCells := g.territories(g.blank(p), g.cell[p.heads[mover]], g.cell[p.heads[1-mover]])
		mine, theirs := ownCells.count(), oppCells.count()
		return float32(mine-theirs) / float32(mine+theirs+1)
	})
}

// images are a state's mirror image in the diagonal x=y on square boards, else
// itself, and in simultaneous play the half-turns of both with the colours
// exchanged, else themselves. In alternating play the half-turn would exchange the
// mover too. All of them keep the start.
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

// Canonize takes the smallest of a state's images and itself.
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

// Orbits appends the number of different images of each state.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	return turns.Each(dst, src, func(s S) int32 {
		mirror, turn, _ := g.images(s)
		n := int32(1)
		if mirror != s {
			n = 2
		}
		// The images form a group, so the half-turn leads either to an
		// image counted already or to as many new ones.
		if turn != s && turn != mirror {
			n *= 2
		}
		return n
	})
}
