package dotsandboxes

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// Characters in the text of a position.
const (
	acrossLine = 'h' // horizontal line
	downLine   = 'v' // vertical line
	noLine     = '.'
)

// FormatState returns the alternating rows of horizontal and vertical lines from top
// to bottom, joined by '/', then the number of boxes of each player and the role to
// move, as in "h./v.v/../.../..:0-0:first".
func (g *game) FormatState(s uint64) string {
	p := g.unpack(s)
	var t strings.Builder
	for y := range 2*g.height + 1 {
		if y > 0 {
			t.WriteByte('/')
		}
		drawn := rowGlyph(y)
		for x := 1 - y%2; x <= 2*g.width; x += 2 {
			if p.lines&g.line(x, y) != 0 {
				t.WriteRune(drawn)
			} else {
				t.WriteRune(noLine)
			}
		}
	}
	fmt.Fprintf(&t, ":%d-%d:%s", p.first, g.complete(p.lines)-p.first, g.About.Roles[p.role])
	return t.String()
}

// rowGlyph returns the character that represents a drawn line in row y of places.
func rowGlyph(y int) rune {
	if y%2 == 0 {
		return acrossLine
	}
	return downLine
}

func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

func (g *game) parse(text string) (position, error) {
	var p position
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return p, fmt.Errorf("expected the lines, the boxes and the player to move, separated by ':'")
	}
	rows := strings.Split(parts[0], "/")
	if len(rows) != 2*g.height+1 {
		return p, fmt.Errorf("%d rows of lines separated by '/', expected %d", len(rows), 2*g.height+1)
	}
	for y, row := range rows {
		lines, err := g.parseRow(row, y)
		if err != nil {
			return p, err
		}
		p.lines |= lines
	}
	if missing := g.start &^ p.lines; missing != 0 {
		return p, fmt.Errorf("the line %s is missing; it is drawn from the start", g.lineName(bits.TrailingZeros64(missing)))
	}
	var err error
	if p.first, err = g.parseScore(parts[1], g.complete(p.lines)); err != nil {
		return p, err
	}
	if p.role = slices.Index(g.About.Roles, parts[2]); p.role < 0 {
		return p, fmt.Errorf("the player to move is %q, expected first or second", parts[2])
	}
	return p, nil
}

func (g *game) parseRow(row string, y int) (uint64, error) {
	lines, drawn := uint64(0), rowGlyph(y)
	want := g.width + y%2
	x := 1 - y%2
	for _, c := range row {
		switch {
		case x > 2*g.width:
			return 0, fmt.Errorf("row %d is too long; it must have %d lines", y+1, want)
		case c == drawn:
			lines |= g.line(x, y)
		case c != noLine:
			return 0, fmt.Errorf("row %d of lines contains %q, expected %q or '.'", y+1, c, drawn)
		}
		x += 2
	}
	if x <= 2*g.width {
		return 0, fmt.Errorf("row %d has %d lines, expected %d", y+1, len(row), want)
	}
	return lines, nil
}

// parseScore parses the number of boxes of each player and returns that of the first
// player. The sum must equal complete.
func (g *game) parseScore(text string, complete int) (int, error) {
	left, right, ok := strings.Cut(text, "-")
	first, err1 := strconv.Atoi(left)
	second, err2 := strconv.Atoi(right)
	if !ok || err1 != nil || err2 != nil || min(first, second) < 0 || text != fmt.Sprintf("%d-%d", first, second) {
		return 0, fmt.Errorf("boxes are %q, expected one count per player, such as 0-0", text)
	}
	if first+second != complete {
		return 0, fmt.Errorf("boxes are %s, but the lines complete %d", text, complete)
	}
	return first, nil
}

func columnName(x int) string { return string(rune('a' + x)) }

// lineName returns the name of line n, as in "a1-b1".
func (b *board) lineName(n int) string {
	place := 2*n + 1
	x, y := place%(2*b.width+1), place/(2*b.width+1)
	column, row := columnName(x/2), b.height+1-y/2
	if y%2 == 0 {
		return fmt.Sprintf("%s%d-%s%d", column, row, columnName(x/2+1), row)
	}
	return fmt.Sprintf("%s%d-%s%d", column, row-1, column, row)
}

func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	p := g.unpack(s)
	var names []string
	for free := g.all &^ p.lines; free != 0; free &= free - 1 {
		names = append(names, g.lineName(bits.TrailingZeros64(free)))
	}
	return turns.Moves(p.role, names)
}
