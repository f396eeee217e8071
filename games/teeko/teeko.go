// Package teeko implements John Scarne's game Teeko. Each player drops four pieces
// on a 5x5 board and then moves them. The first player with four pieces in a line or
// in a square wins.
//
// The rules follow Guy Steele, Summary of the Solving of the Game of Teeko (1999),
// which is based on Scarne on Teeko (1955). Steele found that Standard Teeko, with
// 44 winning sets of cells, is a draw. Advanced Teeko, with squares of any size and
// 58 winning sets, is a win for the first player in 13 plies.
package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the game teeko.
func Entry() games.Entry {
	return games.Entry{
		Name:    "teeko",
		Summary: "drop four pieces each, then move them; four in a line or in a square win",
		Options: []games.Option{
			games.Enum("goals", "winning patterns: four in a line or in a square of 2x2 cells (standard), or also at the corners of a larger square (advanced)", "standard", "advanced"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			return newGame(c.String("goals") == "advanced"), nil
		},
	}
}

func describe(large bool) games.Info {
	title, squares := "Teeko", "in a square of 2x2 cells: 44 sets of cells in all"
	if large {
		title, squares = "Advanced Teeko", "at the four corners of a square of any size, from 2x2 to 5x5 cells: 58 sets of cells in all"
	}
	return games.Info{
		Title:    title,
		Roles:    []string{"black", "red"},
		Total:    100,
		Payoffs:  []int{0, 50, 100},
		Symmetry: "turns and reflections of the board; once all pieces are on the board, the players exchanged together with the side to move",
		Rules: []string{
			"The board has 5 columns, a to e, and 5 rows; it is empty at the start. Each player has four pieces: black's are b, red's are r. Black begins.",
			"The players take turns and must move. As long as a player has pieces left, a turn drops one on any empty cell, including the centre. After that a turn moves one of the player's pieces to a neighbouring empty cell, in any of the eight directions. Nothing is captured.",
			"The first player whose four pieces are adjacent in a row, a column or a diagonal, or " + squares + ", wins, even while pieces are being dropped.",
			"The winner gets 100, the loser 0. Positions may repeat: endless play is a draw.",
		},
	}
}

func (g *game) Draw(s uint64) games.Drawing {
	d := layout().DrawPieces(shown(s), glyphs, []string{"empty cell", "black piece", "red piece"}, g.status(s))
	if _, other := unpack(s); g.wins(other) {
		d.Won = layout().Indexes(uint64(other))
	}
	return d
}

func (g *game) status(s uint64) string {
	own, other := unpack(s)
	name, opponent := g.About.Roles[turns.Mover(s)], g.About.Roles[1-turns.Mover(s)]
	switch {
	case g.wins(other):
		return fmt.Sprintf("%s has won", opponent)
	case dropping(own):
		return fmt.Sprintf("%s to drop a piece; left to drop: %s %d, %s %d", name,
			name, pieces-bits.OnesCount32(own), opponent, pieces-bits.OnesCount32(other))
	}
	return name + " to move"
}

func layout() grid.Board { return grid.Board{Width: width, Height: width} }

// FormatState returns the rows from top to bottom joined by '/', and the side to
// move, as in "...../...../..b../...../.....:r".
func (g *game) FormatState(s uint64) string {
	return layout().Format(shown(s)) + ":" + string(marks[turns.Mover(s)])
}

// Characters in the text of a position.
const (
	marks  = "br"
	glyphs = "." + marks
)

// shown returns a function that maps each cell to its character.
func shown(s uint64) func(cell int) byte {
	own, other := unpack(s)
	sets := [2]uint64{uint64(own), uint64(other)}
	role := turns.Mover(s)
	return func(cell int) byte { return grid.Glyph(cell, glyphs, sets[role], sets[1-role]) }
}

func cellName(set uint32) string { return layout().Name(bits.TrailingZeros32(set)) }

func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

func (g *game) parse(text string) (uint64, error) {
	cells, role, err := turns.Cut(text, "side", "b", "r")
	if err != nil {
		return 0, err
	}
	sets, err := layout().ParseSets(cells, glyphs)
	if err != nil {
		return 0, err
	}
	black, red := bits.OnesCount64(sets[0]), bits.OnesCount64(sets[1])
	switch {
	case max(black, red) > pieces:
		return 0, fmt.Errorf("%d black and %d red pieces; the maximum is %d each", black, red, pieces)
	case black != red && black != red+1:
		return 0, fmt.Errorf("%d black and %d red pieces; black drops first, so the counts must be equal or black must have one more", black, red)
	case black+red < 2*pieces && role != black-red:
		return 0, fmt.Errorf("wrong side to move; with %d pieces dropped, it is %c's turn", black+red, marks[black-red])
	case g.wins(uint32(sets[role])):
		return 0, fmt.Errorf("the side to move already has four pieces in a winning shape, so the game was over before the last move")
	}
	return uint64(role)<<63 | sets[role]<<32 | sets[1-role], nil
}

// Moves returns the names of the moves, such as "c3" for dropping a piece and
// "c3-d4" for moving one.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	own, other := unpack(s)
	free := allCells &^ (own | other)
	var names []string
	switch {
	case g.wins(other):
	case dropping(own):
		names = layout().Names(uint64(free))
	default:
		for ; own != 0; own &= own - 1 {
			for to := g.near[bits.TrailingZeros32(own)] & free; to != 0; to &= to - 1 {
				names = append(names, cellName(own)+"-"+cellName(to))
			}
		}
	}
	return turns.Moves(turns.Mover(s), names)
}
