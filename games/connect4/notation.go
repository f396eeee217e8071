package connect4

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// notation implements games.Notation and games.Drawer for all state types.
type notation[S games.State] struct {
	size size
	game described[S]
}

// described is the subset of a game's methods that notation uses. Columns x and rows
// y are counted from 0 at the top left.
type described[S games.State] interface {
	games.Game[S]
	FormatState(s S) string
	// drop returns the state after a stone is dropped into column x, or false if
	// the column is full.
	drop(s S, x int) (S, bool)
	// stoneAt returns the role of the stone in a cell, or -1.
	stoneAt(s S, x, y int) int
	// assembled returns the state with the given stones; see board.assemble.
	assembled(mover int, stone func(x, y int) int) S
	// connects reports whether a role has a full row: the role that moved last
	// if last is set, otherwise the role to move.
	connects(s S, last bool) bool
}

func (n notation[S]) Draw(s S) games.Drawing {
	legend := []string{"empty cell", "first player's stone", "second player's stone"}
	d := n.size.grid().DrawPieces(n.glyphs(s), glyphs, legend, n.status(s))
	d.Grid, d.Columns = games.Holes, grid.Numbers(1, n.size.width)
	if n.game.connects(s, true) {
		return d.WithRow(n.size.connect)
	}
	return d
}

func (n notation[S]) status(s S) string {
	roles, stones := n.game.Info().Roles, n.stonesOf(s)
	switch mover := stones & 1; {
	case n.game.connects(s, true):
		return fmt.Sprintf("%s has won with stone %d of both players, score %d", roles[mover^1], stones, n.size.winAt(stones))
	case stones == n.size.cells:
		return "a draw: the board is full"
	default:
		return fmt.Sprintf("%s to move; stones: %d", roles[mover], stones)
	}
}

func (n notation[S]) stonesOf(s S) int {
	stones := 0
	for x := range n.size.width {
		stones += n.size.height - n.emptyIn(s, x)
	}
	return stones
}

func (n notation[S]) emptyIn(s S, x int) int {
	y := 0
	for y < n.size.height && n.game.stoneAt(s, x, y) < 0 {
		y++
	}
	return y
}

// FormatState returns the rows from top to bottom, as in "..../.o../.xx.".
func (n notation[S]) FormatState(s S) string { return n.size.grid().Format(n.glyphs(s)) }

// glyphs holds the characters of an empty cell and of each role's stones.
const glyphs = ".xo"

func (z size) grid() grid.Board { return grid.Board{Width: z.width, Height: z.height} }

// glyphs returns a function that maps each cell to its character.
func (n notation[S]) glyphs(s S) func(cell int) byte {
	return func(cell int) byte {
		return glyphs[1+n.game.stoneAt(s, cell%n.size.width, n.size.height-1-cell/n.size.width)]
	}
}

// ParseState parses the result of FormatState, in which numbers may abbreviate runs
// of empty cells. On boards with at most nine columns, it also accepts the sequence
// of columns played, as in "4453".
func (n notation[S]) ParseState(text string) (S, error) {
	var s S
	var err error
	if strings.Contains(text, "/") || text == "" || n.size.width > 9 {
		s, err = n.parseRows(text)
	} else {
		s, err = n.parseMoves(text)
	}
	return turns.Parsed(n.game, text, s, err)
}

// parseMoves returns the state after the moves in text. Each move is a digit.
func (n notation[S]) parseMoves(text string) (S, error) {
	s := n.game.Start()
	for i, c := range text {
		if c < '1' || int(c-'0') > n.size.width {
			return s, fmt.Errorf("character %d is %q, expected rows separated by '/' or column numbers from 1 to %d", i+1, c, n.size.width)
		}
		if i == n.size.cells || n.game.connects(s, true) {
			return s, fmt.Errorf("the game is over after %s", text[:i])
		}
		next, ok := n.game.drop(s, int(c-'1'))
		if !ok {
			return s, fmt.Errorf("column %c is full after %s", c, text[:i])
		}
		s = next
	}
	return s, nil
}

func (n notation[S]) parseRows(text string) (none S, err error) {
	lines, err := grid.Rows(text, n.size.height)
	if err != nil {
		return none, err
	}
	stones := make([][]int, n.size.height)
	var counts [2]int
	for y, line := range lines {
		if stones[y], err = n.size.parseRow(line, y); err != nil {
			return none, err
		}
		for x, role := range stones[y] {
			if role >= 0 {
				counts[role]++
			} else if y > 0 && stones[y-1][x] >= 0 {
				return none, fmt.Errorf("column %d has an empty cell below a stone", x+1)
			}
		}
	}
	mover := counts[0] - counts[1]
	if mover != 0 && mover != 1 {
		return none, fmt.Errorf("%d x and %d o stones, expected equal counts or one more x", counts[0], counts[1])
	}
	s := n.game.assembled(mover, func(x, y int) int { return stones[y][x] })
	if n.game.connects(s, false) {
		return none, fmt.Errorf("the side to move has %d in a row, so the game was over before the last move", n.size.connect)
	}
	return s, nil
}

// parseRow parses row y, counted from 0 at the top. It returns the role of the stone
// in each cell, or -1 for an empty cell.
func (z size) parseRow(line string, y int) (stones []int, err error) {
	name := z.height - y
	for rest := line; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:digits])
			if err != nil || n < 1 || n > z.width-len(stones) {
				return nil, fmt.Errorf("row %d: %s is not a valid number of empty cells", name, rest[:digits])
			}
			for range n {
				stones = append(stones, -1)
			}
			rest = rest[digits:]
			continue
		}
		if len(stones) >= z.width {
			return nil, fmt.Errorf("row %d is too long, expected %d cells", name, z.width)
		}
		c := []rune(rest)[0]
		role := strings.IndexRune(glyphs, c) - 1
		if role < -1 {
			return nil, fmt.Errorf("invalid character %q in row %d, expected x, o or '.'", c, name)
		}
		stones = append(stones, role)
		rest = rest[len(string(c)):]
	}
	if len(stones) < z.width {
		return nil, fmt.Errorf("row %d has %d cells, expected %d", name, len(stones), z.width)
	}
	return stones, nil
}

// Moves returns the numbers of the columns that are not full. Columns are numbered
// from 1.
func (n notation[S]) Moves(s S) [games.MaxRoles][]string {
	var names []string
	for x := range n.size.width {
		if n.emptyIn(s, x) > 0 && !n.game.connects(s, true) {
			names = append(names, strconv.Itoa(x+1))
		}
	}
	return turns.Moves(n.stonesOf(s)&1, names)
}
