package quixo

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/index"
	"zermelo/games/turns"
)

type game struct {
	*board
	turns.InBit[uint64]
	turns.Base[uint64]
	*index.Sides
	turns.Winner[uint64]
	turns.Passing[uint64]
	group *index.Group
}

func newGame(width int) *game {
	g := &game{board: newBoard(width)}
	g.About = g.describe()
	g.Winner, g.Passing = g.winner, g.passed
	g.number()
	return g
}

// Expand appends the children in the order of the origins, row by row from the
// bottom, with moves along the row first.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if over, _ := g.result(s); !over {
			dst = g.take(dst, s, g.edge&^s)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// take appends the children of s that result from taking a tile from one of the
// given cells.
func (g *game) take(dst []uint64, s, cells uint64) []uint64 {
	mover, tiles := ^s&turns.Bit, s&^turns.Bit
	for ; cells != 0; cells &= cells - 1 {
		out := g.out[bits.TrailingZeros64(cells)%maxCells]
		for i := range out {
			dst = append(dst, mover|bits.RotateLeft64(out[i].push(tiles), 32))
		}
	}
	return dst
}

// ExpandLower implements games.Splitter. It generates the moves that take blank
// tiles.
func (g *game) ExpandLower(dst []uint64, ends, own []int32, src []uint64) ([]uint64, []int32, []int32) {
	for _, s := range src {
		n := 0
		if over, _ := g.result(s); !over {
			mine := s >> 32 & g.edge
			dst = g.take(dst, s, g.edge&^s&^mine)
			n = 2*bits.OnesCount64(mine&g.corners) + 3*bits.OnesCount64(mine&^g.corners)
		}
		ends, own = append(ends, int32(len(dst))), append(own, int32(n))
	}
	return dst, ends, own
}

// ExpandOwn implements games.Splitter. It generates the moves that take the player's
// own tiles.
func (g *game) ExpandOwn(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if over, _ := g.result(s); !over {
			dst = g.take(dst, s, s>>32&g.edge)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *game) winner(s uint64) int {
	if _, won := g.result(s); won {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// Canonize replaces each state with its smallest image, with the first player to
// move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i], swaps[i] = g.group.Least(s&^turns.Bit), s&turns.Bit != 0
	}
}

func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 { return int32(g.group.Orbit(s)) })
}

// FormatState returns the rows from top to bottom joined by '/', and the mark of the
// side to move, as in "x.../..../..../o...:x".
func (g *game) FormatState(s uint64) string {
	return g.Format(tiles(s)) + ":" + string(marks[turns.Mover(s)])
}

// Characters in the text of a position.
const (
	marks  = "xo"
	glyphs = "." + marks
)

// tiles returns a function that maps each cell to its character.
func tiles(s uint64) func(cell int) byte {
	marked := [2]uint64{s &^ turns.Bit >> 32, s & (1<<32 - 1)}
	role := turns.Mover(s)
	return func(cell int) byte { return grid.Glyph(cell, glyphs, marked[role], marked[1-role]) }
}

func (g *game) ParseState(text string) (uint64, error) {
	cells, role, err := turns.Cut(text, "side", "x", "o")
	if err != nil {
		return turns.Parsed(g, text, 0, err)
	}
	tiles, err := g.ParseSets(cells, glyphs)
	return turns.Parsed(g, text, uint64(role)<<63|tiles[role]<<32|tiles[1-role], err)
}

// Moves returns the names of the moves, as in "a1-a4".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	if over, _ := g.result(s); over {
		return [games.MaxRoles][]string{}
	}
	for free := g.edge &^ s; free != 0; free &= free - 1 {
		for _, m := range g.out[bits.TrailingZeros64(free)] {
			names = append(names, g.Name(bits.TrailingZeros64(m.from))+"-"+g.Name(bits.TrailingZeros64(m.to)))
		}
	}
	return turns.Moves(turns.Mover(s), names)
}

// number creates the tiers, one for each pair of tile counts. Tiers with more marked
// tiles come first, because a ply marks a blank tile or moves a marked one.
// Unreachable boards also have indexes.
func (g *game) number() {
	g.group = index.Board(g.Width, g.Height)
	var tiers []games.Tier
	var counts [][]index.Counts
	tierOf := map[index.Counts]int{}
	for total := g.Cells(); total >= 0; total-- {
		for fewer := range total/2 + 1 {
			more := total - fewer
			tier := []index.Counts{{Own: fewer, Other: more}}
			if fewer != more {
				tier = append(tier, index.Counts{Own: more, Other: fewer})
			}
			var lower []int
			if total < g.Cells() {
				lower = append(lower, tierOf[index.Counts{Own: fewer, Other: more + 1}])
				if fewer != more {
					lower = append(lower, tierOf[index.Counts{Own: fewer + 1, Other: more}])
				}
			}
			tierOf[tier[0]] = len(counts)
			counts = append(counts, tier)
			tiers = append(tiers, games.Tier{Name: fmt.Sprintf("tiles-%d-%d", more, fewer), Lower: lower})
		}
	}
	g.Sides = index.NewSides(index.NewSquares(g.Cells()), g.group, tiers, counts)
}

// Parents implements games.Retro. A ply stays within its tier if it moves a tile that
// the player has already marked.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		before, tiles := ^s&turns.Bit, bits.RotateLeft64(s&^turns.Bit, 32)
		for rest := s & g.edge; rest != 0; rest &= rest - 1 {
			into := g.into[bits.TrailingZeros64(rest)%maxCells]
			for i := range into {
				dst = append(dst, before|into[i].pull(tiles))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// passed returns the state with the other player to move, and whether that state is
// legal. It is legal unless the game is over.
func (g *game) passed(s uint64) (uint64, bool) {
	over, _ := g.result(s)
	return ^s&turns.Bit | bits.RotateLeft64(s&^turns.Bit, 32), !over
}
