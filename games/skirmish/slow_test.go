package skirmish

import (
	"fmt"
	"strings"
)

// slowGame is a simple implementation of the rules that shares only the notation with
// the package. A position is a map of cells.
type slowGame struct {
	inner, length            int
	respawn, stepsMay, leaps string
}

// at is a cell of the whole board, counted from 1.
type at struct{ x, y int }

// slowState is a position; pieces maps cells to 'r' or 'b'.
type slowState struct {
	pieces    map[at]rune
	step      int
	red, blue int
}

func readSlow(text string) slowState {
	s := slowState{pieces: map[at]rune{}}
	cells, numbers, _ := strings.Cut(text, ":")
	fmt.Sscanf(numbers, "%d:%d:%d", &s.step, &s.red, &s.blue)
	rows := strings.Split(cells, "/")
	for i, row := range rows {
		for j, c := range row {
			if c == 'r' || c == 'b' {
				s.pieces[at{j + 1, len(rows) - i}] = c
			}
		}
	}
	return s
}

func (g slowGame) write(s slowState) string {
	n := g.inner + 2
	var rows []string
	for y := n; y >= 1; y-- {
		row := ""
		for x := 1; x <= n; x++ {
			if c, ok := s.pieces[at{x, y}]; ok {
				row += string(c)
			} else if g.inside(at{x, y}) || y == (n+1)/2 {
				row += "."
			} else {
				row += "#"
			}
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("%s:%d:%d:%d", strings.Join(rows, "/"), s.step, s.red, s.blue)
}

func (g slowGame) inside(c at) bool {
	return c.x >= 2 && c.x <= g.inner+1 && c.y >= 2 && c.y <= g.inner+1
}

// home returns the start cell of a side.
func (g slowGame) home(side rune) at {
	if side == 'r' {
		return at{1, (g.inner + 3) / 2}
	}
	return at{g.inner + 2, (g.inner + 3) / 2}
}

func (g slowGame) moves(s slowState) map[string]string {
	result := map[string]string{}
	if s.step == g.length {
		return result
	}
	mover, other := 'r', 'b'
	if s.step%2 == 0 {
		mover, other = other, mover
	}
	for from, piece := range s.pieces {
		if piece != mover {
			continue
		}
		for x := 1; x <= g.inner+2; x++ {
			for y := 1; y <= g.inner+2; y++ {
				to := at{x, y}
				dx, dy := (to.x-from.x)*(to.x-from.x), (to.y-from.y)*(to.y-from.y)
				step, leap := dx+dy == 1 || dx+dy == 2, dx+dy == 5
				there, occupied := s.pieces[to]
				capture := occupied && there == other
				switch {
				case !g.inside(to), !step && !leap, occupied && !capture:
					continue
				case step && !capture && g.stepsMay == "capture":
					continue
				case leap && capture && g.leaps == "move":
					continue
				}
				sign := "-"
				if capture {
					sign = "x"
				}
				name := fmt.Sprintf("%d.%d%s%d.%d", from.x, from.y, sign, to.x, to.y)
				result[name] = g.write(g.play(s, mover, from, to, capture))
			}
		}
	}
	if len(result) == 0 {
		result["noop"] = g.write(g.play(s, mover, at{}, at{}, false))
	}
	return result
}

// play makes a move. A move from cell 0.0 is a pass.
func (g slowGame) play(s slowState, mover rune, from, to at, capture bool) slowState {
	next := slowState{pieces: map[at]rune{}, step: s.step + 1, red: s.red, blue: s.blue}
	for c, p := range s.pieces {
		next.pieces[c] = p
	}
	if from != (at{}) {
		delete(next.pieces, from)
		next.pieces[to] = mover
	}
	if capture {
		count := &next.red
		if mover == 'b' {
			count = &next.blue
		}
		if *count++; g.respawn == "every-ply" && *count > 14 {
			*count = 14
		}
		if g.respawn == "captured" {
			next.pieces[g.home(s.pieces[to])] = s.pieces[to]
		}
	}
	if g.respawn == "every-ply" {
		next.pieces[g.home('r')] = 'r'
		next.pieces[g.home('b')] = 'b'
	}
	return next
}

// mirrored exchanges top and bottom.
func (g slowGame) mirrored(s slowState) slowState {
	m := s
	m.pieces = map[at]rune{}
	for c, p := range s.pieces {
		m.pieces[at{c.x, g.inner + 3 - c.y}] = p
	}
	return m
}
