package chess

import (
	"fmt"
	"strings"
	"unicode"
)

// slowBoard is a simple implementation of the rules. It maps squares to letters.
type slowBoard struct {
	at    map[string]rune
	white bool // to move
}

func readSlow(text string) slowBoard {
	cells, mover, _ := strings.Cut(text, ":")
	b := slowBoard{map[string]rune{}, mover == "w"}
	for i, row := range strings.Split(cells, "/") {
		x := 'a'
		for _, c := range row {
			if unicode.IsDigit(c) {
				x += c - '0'
				continue
			}
			b.at[fmt.Sprintf("%c%d", x, 8-i)] = c
			x++
		}
	}
	return b
}

func (b slowBoard) String() string {
	var rows []string
	for y := 8; y >= 1; y-- {
		row := ""
		for x := 'a'; x <= 'h'; x++ {
			if c := b.at[fmt.Sprintf("%c%d", x, y)]; c != 0 {
				row += string(c)
			} else {
				row += "1"
			}
		}
		for n := 8; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	mover := "b"
	if b.white {
		mover = "w"
	}
	return strings.Join(rows, "/") + ":" + mover
}

// shifted returns the square at an offset, or "" if it is off the board.
func shifted(square string, dx, dy int) string {
	x, y := int(square[0])+dx, int(square[1])+dy
	if x < 'a' || x > 'h' || y < '1' || y > '8' {
		return ""
	}
	return string([]byte{byte(x), byte(y)})
}

// slowMove is a destination and the resulting letter.
type slowMove struct {
	from, to string
	becomes  rune
}

// pseudo returns the moves of a side without considering checks.
func (b slowBoard) pseudo(white bool, promotions string) []slowMove {
	var moves []slowMove
	mine := func(square string) bool { c := b.at[square]; return c != 0 && unicode.IsUpper(c) == white }
	theirs := func(square string) bool { c := b.at[square]; return c != 0 && unicode.IsUpper(c) != white }
	for from, c := range b.at {
		if unicode.IsUpper(c) != white {
			continue
		}
		walk := func(far bool, steps ...[2]int) {
			for _, s := range steps {
				for to := shifted(from, s[0], s[1]); to != "" && !mine(to); to = shifted(to, s[0], s[1]) {
					moves = append(moves, slowMove{from, to, c})
					if theirs(to) || !far {
						break
					}
				}
			}
		}
		straight := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
		slanted := [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
		switch unicode.ToLower(c) {
		case 'k':
			walk(false, append(straight, slanted...)...)
		case 'q':
			walk(true, append(straight, slanted...)...)
		case 'r':
			walk(true, straight...)
		case 'b':
			walk(true, slanted...)
		case 'n':
			for dx := -2; dx <= 2; dx++ {
				for dy := -2; dy <= 2; dy++ {
					if dx*dx+dy*dy == 5 {
						walk(false, [2]int{dx, dy})
					}
				}
			}
		case 'p':
			up, home, last := 1, byte('2'), byte('8')
			if !white {
				up, home, last = -1, '7', '1'
			}
			var to []string
			if one := shifted(from, 0, up); b.at[one] == 0 {
				to = append(to, one)
				if two := shifted(one, 0, up); from[1] == home && b.at[two] == 0 {
					to = append(to, two)
				}
			}
			for _, side := range []int{-1, 1} {
				if s := shifted(from, side, up); s != "" && theirs(s) {
					to = append(to, s)
				}
			}
			for _, s := range to {
				if s[1] != last {
					moves = append(moves, slowMove{from, s, c})
					continue
				}
				for _, p := range promotions {
					if !white {
						p = unicode.ToLower(p)
					}
					moves = append(moves, slowMove{from, s, p})
				}
			}
		}
	}
	return moves
}

// after returns the board after a move.
func (b slowBoard) after(m slowMove) slowBoard {
	c := slowBoard{map[string]rune{}, !b.white}
	for square, man := range b.at {
		if square != m.from && square != m.to {
			c.at[square] = man
		}
	}
	c.at[m.to] = m.becomes
	return c
}

// attacked reports whether a side could capture the opposing king.
func (b slowBoard) attacked(byWhite bool) bool {
	for _, m := range b.pseudo(byWhite, "Q") {
		if unicode.ToLower(b.at[m.to]) == 'k' {
			return true
		}
	}
	return false
}

// hopeless reports whether neither side can mate.
func (b slowBoard) hopeless() bool {
	var rest string
	for _, c := range b.at {
		if l := unicode.ToLower(c); l != 'k' {
			rest += string(l)
		}
	}
	return rest == "" || rest == "b" || rest == "n"
}

func (b slowBoard) moves(promotions string) map[string]string {
	legal := map[string]string{}
	if b.hopeless() {
		return legal
	}
	for _, m := range b.pseudo(b.white, promotions) {
		c := b.after(m)
		if c.attacked(!b.white) {
			continue
		}
		name, sign := strings.ToUpper(string(b.at[m.from])), "-"
		if name == "P" {
			name = ""
		}
		if b.at[m.to] != 0 {
			sign = "x"
		}
		name += m.from + sign + m.to
		if m.becomes != b.at[m.from] {
			name += "=" + strings.ToUpper(string(m.becomes))
		}
		legal[name] = c.String()
	}
	return legal
}
