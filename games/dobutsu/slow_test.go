package dobutsu

import (
	"fmt"
	"strings"
	"unicode"
)

// slowGame is a simple implementation of the rules: letters by square from sente's
// view, and hands as text.
type slowGame struct {
	at    map[string]rune
	hands string // of both, capitals for sente
	mover rune   // 's' or 'g'
}

func readSlow(text string) slowGame {
	parts := strings.Split(text, ":")
	s := slowGame{map[string]rune{}, strings.Trim(parts[2], "-"), rune(parts[1][0])}
	for y, row := range strings.Split(parts[0], "/") {
		for x, c := range row {
			if c != '.' {
				s.at[fmt.Sprintf("%c%d", 'a'+x, y+1)] = c
			}
		}
	}
	return s
}

func (s slowGame) String() string {
	var t strings.Builder
	for y := '1'; y <= '4'; y++ {
		for x := 'a'; x <= 'c'; x++ {
			if c := s.at[string([]rune{x, y})]; c != 0 {
				t.WriteRune(c)
			} else {
				t.WriteRune('.')
			}
		}
		if y < '4' {
			t.WriteRune('/')
		}
	}
	held := ""
	for _, c := range "GECLgecl" {
		held += strings.Repeat(string(c), strings.Count(s.hands, string(c)))
	}
	if held == "" {
		held = "-"
	}
	return fmt.Sprintf("%s:%c:%s", &t, s.mover, held)
}

// own reports whether a piece belongs to the mover.
func (s slowGame) own(c rune) bool { return c != 0 && unicode.IsUpper(c) == (s.mover == 's') }

// reaches reports whether a piece can move between two squares, ignoring pieces at
// the destination.
func reaches(c rune, from, to string) bool {
	dx, dy := int(to[0])-int(from[0]), int(from[1])-int(to[1]) // dy is up
	if unicode.IsLower(c) {
		dy = -dy
	}
	if max(dx, -dx) > 1 || max(dy, -dy) > 1 || dx == 0 && dy == 0 {
		return false
	}
	straight := dx == 0 || dy == 0
	switch unicode.ToUpper(c) {
	case 'L':
		return true
	case 'G':
		return straight
	case 'E':
		return !straight
	case 'C':
		return dx == 0 && dy == 1
	case 'H':
		return straight || dy == 1
	}
	panic("unknown piece " + string(c))
}

// find returns the square of a piece, or "".
func (s slowGame) find(piece rune) string {
	for square, c := range s.at {
		if c == piece {
			return square
		}
	}
	return ""
}

// winner returns 's', 'g', or 0 if the game is not over.
func (s slowGame) winner() rune {
	mine, theirs, other, far, near := 'L', 'l', 'g', byte('1'), byte('4')
	if s.mover == 'g' {
		mine, theirs, other, far, near = 'l', 'L', 's', '4', '1'
	}
	own, lion := s.find(mine), s.find(theirs)
	if own == "" {
		return other
	}
	if own[1] == far {
		return s.mover
	}
	if lion[1] != near {
		return 0
	}
	for square, c := range s.at {
		if s.own(c) && reaches(c, square, lion) {
			return 0
		}
	}
	return other
}

func (s slowGame) moves() map[string]string {
	list := map[string]string{}
	if s.winner() != 0 {
		return list
	}
	side, last, next := unicode.ToUpper, byte('1'), 'g'
	if s.mover == 'g' {
		side, last, next = unicode.ToLower, '4', 's'
	}
	for x := 'a'; x <= 'c'; x++ {
		for y := '1'; y <= '4'; y++ {
			to := string([]rune{x, y})
			target := s.at[to]
			if s.own(target) {
				continue
			}
			for from, c := range s.at {
				if !s.own(c) || !reaches(c, from, to) {
					continue
				}
				child := slowGame{map[string]rune{}, s.hands, next}
				for square, p := range s.at {
					child.at[square] = p
				}
				delete(child.at, from)
				child.at[to] = c
				name := string(unicode.ToUpper(c)) + from + "-" + to
				if target != 0 {
					name = strings.Replace(name, "-", "x", 1)
					taken := unicode.ToUpper(target)
					if taken == 'H' {
						taken = 'C'
					}
					child.hands += string(side(taken))
				}
				if unicode.ToUpper(c) == 'C' && to[1] == last {
					name += "=H"
					child.at[to] = side('H')
				}
				list[name] = child.String()
			}
			if target != 0 {
				continue
			}
			for _, c := range s.hands {
				if !s.own(c) {
					continue
				}
				child := slowGame{map[string]rune{to: c}, strings.Replace(s.hands, string(c), "", 1), next}
				for square, p := range s.at {
					child.at[square] = p
				}
				list[string(unicode.ToUpper(c))+"@"+to] = child.String()
			}
		}
	}
	return list
}

// perft returns the number of plays with the given number of plies.
func (s slowGame) perft(plies int) int64 {
	if plies == 0 {
		return 1
	}
	n := int64(0)
	for _, child := range s.moves() {
		n += readSlow(child).perft(plies - 1)
	}
	return n
}
