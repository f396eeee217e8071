// Package connect4 is the game of stones that drop into columns: four in a row
// win. Boards of other sizes and rows of other lengths are options. The rules are
// those of Connect Four (Milton Bradley, 1974), the scores those of Pascal Pons'
// sets of test positions: the earlier a win, the more it counts. The package also
// holds what a search can see of a position without searching; see Look.
package connect4

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// maxBits is how many bits a state may have.
const maxBits = 63

// Entry is the game connect4 with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "connect4",
		Summary: "stones drop into columns; four in a row win, the sooner the better",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board; columns times one more than the rows is at most 63", 7, 6, 2, 20),
			games.Int("connect", "stones in a row that win", 4, 3, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options. Each height has code of
// its own, see rows.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	connect := c.Int("connect")
	if width*(height+1) > maxBits {
		return nil, games.BadInput("connect4: size=%dx%d needs %d bits, %d columns of one more than %d: at most %d are possible, as in size=%dx%d",
			width, height, width*(height+1), width, height, maxBits, width, maxBits/width-1)
	}
	if connect > max(width, height) {
		return nil, games.BadInput("connect4: connect=%d has no room on a board of size=%dx%d: type connect=%d or less, or a larger size",
			connect, width, height, max(width, height))
	}
	b := newBoard(width, height, connect)
	switch height {
	case 4:
		return newGame[[5]struct{}](b), nil
	case 5:
		return newGame[[6]struct{}](b), nil
	case 6:
		return newGame[[7]struct{}](b), nil
	case 7:
		return newGame[[8]struct{}](b), nil
	case 8:
		return newGame[[9]struct{}](b), nil
	}
	return newGame[[0]struct{}](b), nil
}

func (b *board) describe() games.Info {
	title := "Connect Four"
	if b.connect != 4 {
		title = fmt.Sprintf("Connect %d", b.connect)
	}
	first, second := (b.cells+1)/2, b.cells/2
	return games.Info{
		Title:     title,
		Roles:     []string{"first", "second"},
		LayerName: "ply",
		Symmetry:  "left-right mirror",
		Rules: []string{
			fmt.Sprintf("The board has %d columns, 1 to %d from the left, and %d rows; it stands upright and is empty at the start.", b.width, b.width, b.height),
			"The players take turns and must move. A move drops a stone into a column that is not full, where it falls onto the lowest empty cell. The first player's stones are x, the second player's are o.",
			fmt.Sprintf("A player who has %d stones next to each other in a column, in a row or on a diagonal has won, and the game is over. A full board without that is a draw.", b.connect),
			fmt.Sprintf("Sooner is better: a win scores 1 and 1 more for each stone that the winner has not needed of the %d of the first player or the %d of the second. So a win with the winner's stone number n scores %d - n for the first player and %d - n for the second. The loser has the negative of it, and a draw is 0.",
				first, second, first+1, second+1),
		},
	}
}

// Draw shows the board as it stands.
func (g *game[R]) Draw(s uint64) games.Drawing {
	p := g.decode(s)
	legend := []string{"empty cell", "first player's stone", "second player's stone"}
	d := g.grid().DrawPieces(g.glyphs(p), glyphs, legend, g.status(p))
	d.Columns = grid.Numbers(1, g.width)
	return d
}

func (g *game[R]) status(p position) string {
	n := g.stones(p)
	switch mover := n & 1; {
	case g.connected(p.opp):
		return fmt.Sprintf("%s has won with stone %d of both players, score %d", g.About.Roles[mover^1], n, g.winAt(n))
	case p.empty == 0:
		return "a draw: the board is full"
	default:
		return fmt.Sprintf("%s to move; stones: %d", g.About.Roles[mover], n)
	}
}

// FormatState writes the rows from the top joined by '/', as in
// "..../.o../.xx." for size=4x3. The number of stones tells whose turn it is.
func (g *game[R]) FormatState(s uint64) string {
	return g.grid().Format(g.glyphs(g.decode(s)))
}

// glyphs are the characters of an empty cell and of the roles' stones.
const glyphs = ".xo"

// grid is the board as it is written.
func (b *board) grid() grid.Board { return grid.Board{Width: b.width, Height: b.height} }

// glyphs tells the character of each cell.
func (b *board) glyphs(p position) func(cell int) byte {
	first, second := p.own, p.opp
	if b.stones(p)&1 == 1 {
		first, second = second, first
	}
	return func(cell int) byte {
		bit := b.cell(cell%b.width, b.height-1-cell/b.width)
		return grid.Glyph(bits.TrailingZeros64(bit), glyphs, first, second)
	}
}

// ParseState reads what FormatState writes; a number may stand for as many
// empty cells. On boards of up to nine columns it also reads the columns of all
// moves so far, as in "4453"; such a text has no '/'.
func (g *game[R]) ParseState(text string) (uint64, error) {
	var p position
	var err error
	if strings.Contains(text, "/") || text == "" || g.width > 9 {
		p, err = g.parseRows(text)
	} else {
		p, err = g.parseMoves(text)
	}
	return turns.Parsed(g, text, encode(p), err)
}

// parseMoves plays the moves of a text.
func (g *game[R]) parseMoves(text string) (position, error) {
	p := g.decode(g.Start())
	for i, c := range text {
		if c < '1' || int(c-'0') > g.width {
			return p, fmt.Errorf("character %q at place %d, want rows joined by '/', or only columns 1 to %d", c, i+1, g.width)
		}
		if g.over(p) {
			return p, fmt.Errorf("the game is over after %s", text[:i])
		}
		cell := g.playable(p.empty) & g.column(int(c-'1'))
		if cell == 0 {
			return p, fmt.Errorf("column %c is full after %s", c, text[:i])
		}
		p = p.play(cell)
	}
	return p, nil
}

// parseRows reads the rows of a position.
func (g *game[R]) parseRows(text string) (position, error) {
	var none position
	lines, err := grid.Rows(text, g.height)
	if err != nil {
		return none, err
	}
	var stones [2]uint64
	for y, line := range lines {
		if err := g.parseRow(&stones, line, y); err != nil {
			return none, err
		}
	}
	p := position{own: stones[0], opp: stones[1], empty: g.all &^ (stones[0] | stones[1])}
	for x := range g.width {
		// A cell is the top of stones if the one above it is empty; there is
		// at most one such place in a column.
		filled := ^p.empty & g.column(x) >> (uint(x) * g.stride)
		if filled != 0 && bits.OnesCount64(filled) != g.height-bits.TrailingZeros64(filled) {
			return none, fmt.Errorf("column %d has an empty cell below a stone", x+1)
		}
	}
	first, second := bits.OnesCount64(stones[0]), bits.OnesCount64(stones[1])
	switch first - second {
	case 0:
	case 1:
		p.own, p.opp = p.opp, p.own
	default:
		return none, fmt.Errorf("%d stones x and %d stones o, want equally many or one more x", first, second)
	}
	if g.connected(p.own) {
		return none, fmt.Errorf("the side to move has %d in a row, so that the game was over before the last move", g.connect)
	}
	return p, nil
}

// parseRow reads the cells of row y, counted from the top.
func (b *board) parseRow(stones *[2]uint64, line string, y int) error {
	name := b.height - y
	x := 0
	for rest := line; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:digits])
			if err != nil || n < 1 || n > b.width-x {
				return fmt.Errorf("row %d: %s is no number of empty cells that fit", name, rest[:digits])
			}
			x += n
			rest = rest[digits:]
			continue
		}
		if x >= b.width {
			return fmt.Errorf("row %d is too long, want %d cells", name, b.width)
		}
		c := []rune(rest)[0]
		switch role := strings.IndexRune(glyphs, c) - 1; {
		case role >= 0:
			stones[role] |= b.cell(x, y)
		case c != rune(glyphs[0]):
			return fmt.Errorf("character %q in row %d, want x, o or '.'", c, name)
		}
		x++
		rest = rest[1:]
	}
	if x < b.width {
		return fmt.Errorf("row %d has %d cells, want %d", name, x, b.width)
	}
	return nil
}

// Moves names the moves by their columns, counted from 1, in the order of
// Expand.
func (g *game[R]) Moves(s uint64) [games.MaxRoles][]string {
	p := g.decode(s)
	var names []string
	for can := g.playable(p.empty); can != 0 && !g.over(p); can &= can - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros64(can)/int(g.stride)+1))
	}
	return turns.Moves(g.stones(p)&1, names)
}
