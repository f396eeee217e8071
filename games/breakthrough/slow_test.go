package breakthrough

import (
	"fmt"
	"slices"
	"strings"
)

// slowGame is a simple implementation of the rules that shares only the notation with
// the package. A position is a map of cells.
type slowGame struct {
	width, height int
	captures      bool
	straight      bool
}

// cellAt is a cell, counted from 1.
type cellAt struct{ x, y int }

func (c cellAt) String() string { return fmt.Sprintf("%c%d", 'a'+c.x-1, c.y) }

// slowState maps non-empty cells to 'w', 'b' or '#'.
type slowState struct {
	at    map[cellAt]rune
	mover rune
}

func readSlow(text string) slowState {
	cells, mover, _ := strings.Cut(text, ":")
	s := slowState{at: map[cellAt]rune{}, mover: rune(mover[0])}
	rows := strings.Split(cells, "/")
	for i, row := range rows {
		for j, c := range row {
			if c != '.' {
				s.at[cellAt{j + 1, len(rows) - i}] = c
			}
		}
	}
	return s
}

func (g slowGame) write(s slowState) string {
	var rows []string
	for y := g.height; y >= 1; y-- {
		row := ""
		for x := 1; x <= g.width; x++ {
			c, ok := s.at[cellAt{x, y}]
			if !ok {
				c = '.'
			}
			row += string(c)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + ":" + string(s.mover)
}

func opponent(side rune) rune {
	if side == 'w' {
		return 'b'
	}
	return 'w'
}

func (g slowGame) moves(s slowState) map[string]string {
	result := map[string]string{}
	for from, piece := range s.at {
		if piece != s.mover {
			continue
		}
		forward := 1
		if piece == 'b' {
			forward = -1
		}
		for dx := -1; dx <= 1; dx++ {
			to := cellAt{from.x + dx, from.y + forward}
			if to.x < 1 || to.x > g.width || to.y < 1 || to.y > g.height {
				continue
			}
			there, occupied := s.at[to]
			sign := "-"
			if !occupied && dx != 0 && g.straight {
				continue
			}
			if occupied {
				if dx == 0 || !g.captures || there != opponent(s.mover) {
					continue
				}
				sign = "x"
			}
			next := slowState{at: map[cellAt]rune{}, mover: opponent(s.mover)}
			for c, p := range s.at {
				next.at[c] = p
			}
			delete(next.at, from)
			next.at[to] = piece
			result[from.String()+sign+to.String()] = g.write(next)
		}
	}
	return result
}

// winner returns 'w', 'b', or 0 if the game is not over.
func (g slowGame) winner(s slowState) rune {
	count := map[rune]int{}
	for c, p := range s.at {
		count[p]++
		if p == 'w' && c.y == g.height || p == 'b' && c.y == 1 {
			return p
		}
	}
	switch {
	case count['w'] == 0:
		return 'b'
	case count['b'] == 0:
		return 'w'
	case len(g.moves(s)) == 0:
		return opponent(s.mover)
	}
	return 0
}

// mirrored exchanges left and right.
func (g slowGame) mirrored(s slowState) slowState {
	m := slowState{at: map[cellAt]rune{}, mover: s.mover}
	for c, p := range s.at {
		m.at[cellAt{g.width + 1 - c.x, c.y}] = p
	}
	return m
}

// exchanged exchanges the armies and the side to move by a vertical flip or, with
// halfTurn, a half-turn.
func (g slowGame) exchanged(s slowState, halfTurn bool) slowState {
	m := slowState{at: map[cellAt]rune{}, mover: opponent(s.mover)}
	for c, p := range s.at {
		if p != '#' {
			p = opponent(p)
		}
		c.y = g.height + 1 - c.y
		if halfTurn {
			c.x = g.width + 1 - c.x
		}
		m.at[c] = p
	}
	return m
}

// class lists the images of s that are positions of the same board.
func (g slowGame) class(s slowState) []string {
	images := []slowState{s, g.mirrored(s)}
	if g.captures {
		images = append(images, g.exchanged(s, false), g.exchanged(s, true))
	}
	var list []string
	for _, m := range images {
		same := true
		for c, p := range m.at {
			same = same && (p == '#') == (s.at[c] == '#')
		}
		if same {
			list = append(list, g.write(m))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
