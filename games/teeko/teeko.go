// Package teeko is John Scarne's game of four pieces each, which are dropped on
// a board of 5x5 cells and then moved: four in a line or in a square win.
//
// The rules are those of Guy Steele, Summary of the Solving of the Game of Teeko
// (1999), after Scarne on Teeko (1955). Steele found that Standard Teeko, with 44
// winning sets of cells, is a draw, and that Advanced Teeko, where squares of
// any size win, 58 sets in all, is won by the first player in 13 plies.
package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry is the game teeko with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "teeko",
		Summary: "four pieces each are dropped, then moved; four in a line or in a square win",
		Options: []games.Option{
			games.Enum("goals", "what wins: four in a line or in a square of 2x2 cells (standard), or at the corners of a larger square too (advanced)", "standard", "advanced"),
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
			"The players take turns and must move. As long as a player has pieces left, a turn drops one on an empty cell, any of them, the centre included. After that a turn moves one own piece to an empty cell next to it, in any of the eight directions. Nothing is captured.",
			"A player whose four pieces stand side by side in a row, in a column or on a diagonal, or " + squares + ", has won, and the game is over; while pieces are dropped too.",
			"The winner gets 100, the loser 0. There is no rule against repeating positions: play that never ends is a draw.",
		},
	}
}

// Draw shows the board from above, row 1 at the bottom.
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

// layout is how the cells lie.
func layout() grid.Board { return grid.Board{Width: width, Height: width} }

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "...../...../..b../...../.....:r".
func (g *game) FormatState(s uint64) string {
	return layout().Format(shown(s)) + ":" + string(marks[turns.Mover(s)])
}

// The characters of a position: of the roles, and with that of an empty cell.
const (
	marks  = "br"
	glyphs = "." + marks
)

// shown tells the character of each cell.
func shown(s uint64) func(cell int) byte {
	own, other := unpack(s)
	sets := [2]uint64{uint64(own), uint64(other)}
	role := turns.Mover(s)
	return func(cell int) byte { return grid.Glyph(cell, glyphs, sets[role], sets[1-role]) }
}

// cellName is the name of a cell, the lowest of a set.
func cellName(set uint32) string { return layout().Name(bits.TrailingZeros32(set)) }

// ParseState reads what FormatState writes; a digit may stand for as many empty
// cells.
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
		return 0, fmt.Errorf("%d black and %d red pieces, want at most %d each", black, red, pieces)
	case black != red && black != red+1:
		return 0, fmt.Errorf("%d black and %d red pieces, want equally many or one more black: black drops first", black, red)
	case black+red < 2*pieces && role != black-red:
		return 0, fmt.Errorf("the wrong side to move: with %d pieces dropped it is the turn of %c", black+red, marks[black-red])
	case g.wins(uint32(sets[role])):
		return 0, fmt.Errorf("the side to move has four in a winning shape, so that the game was over before the last move")
	}
	return uint64(role)<<63 | sets[role]<<32 | sets[1-role], nil
}

// Moves names the moves in the order of Expand: drops by the cell, as in "c3",
// and moves by both cells, as in "c3-d4".
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
