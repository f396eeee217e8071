package morris

import (
	"fmt"
	"sort"
	"strings"
)

// slowGame is a simple implementation of the rules. A board is a list of lines of
// named points.
type slowGame struct {
	lines   []string // of neighbouring points, as in "a1 d1 g1"
	rows    [][]string
	flying  int
	takeAny bool
}

// slowLines are the lines of the boards for 3, 6 and 9 men. The first ends with the
// two diagonals.
var slowLines = map[int]string{
	3: "a1 b1 c1,a2 b2 c2,a3 b3 c3,a1 a2 a3,b1 b2 b3,c1 c2 c3,a1 b2 c3,a3 b2 c1",
	6: "a1 c1 e1,b2 c2 d2,b4 c4 d4,a5 c5 e5,a1 a3 a5,b2 b3 b4,d2 d3 d4,e1 e3 e5,a3 b3,d3 e3,c1 c2,c4 c5",
	9: "a1 d1 g1,b2 d2 f2,c3 d3 e3,a4 b4 c4,e4 f4 g4,c5 d5 e5,b6 d6 f6,a7 d7 g7," +
		"a1 a4 a7,b2 b4 b6,c3 c4 c5,d1 d2 d3,d5 d6 d7,e3 e4 e5,f2 f4 f6,g1 g4 g7",
}

func newSlow(v variant) *slowGame {
	s := &slowGame{lines: strings.Split(slowLines[v.men], ","), flying: v.flying, takeAny: v.takeAny}
	if v.straight {
		s.lines = s.lines[:6]
	}
	rows := map[byte]map[string]bool{}
	for _, p := range strings.Fields(strings.ReplaceAll(slowLines[v.men], ",", " ")) {
		if rows[p[1]] == nil {
			rows[p[1]] = map[string]bool{}
		}
		rows[p[1]][p] = true
	}
	for y := byte('9'); y >= '1'; y-- {
		var row []string
		for p := range rows[y] {
			row = append(row, p)
		}
		sort.Strings(row)
		if row != nil {
			s.rows = append(s.rows, row)
		}
	}
	return s
}

// slowState maps points to 'w' or 'b'.
type slowState struct {
	at    map[string]byte
	mover byte
	hand  map[byte]int
}

func (s *slowGame) read(text string) slowState {
	st := slowState{at: map[string]byte{}, hand: map[byte]int{}}
	parts := strings.Split(text, ":")
	st.mover = parts[1][0]
	var white, black int
	fmt.Sscanf(parts[2], "%d-%d", &white, &black)
	st.hand['w'], st.hand['b'] = white, black
	for i, row := range strings.Split(parts[0], "/") {
		for j := range row {
			if row[j] != '.' {
				st.at[s.rows[i][j]] = row[j]
			}
		}
	}
	return st
}

func (s *slowGame) write(st slowState) string {
	var rows []string
	for _, points := range s.rows {
		row := ""
		for _, p := range points {
			if st.at[p] == 0 {
				row += "."
			} else {
				row += string(st.at[p])
			}
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("%s:%c:%d-%d", strings.Join(rows, "/"), st.mover, st.hand['w'], st.hand['b'])
}

func other(side byte) byte { return 'w' + 'b' - side }

func (st slowState) copied() slowState {
	c := slowState{map[string]byte{}, other(st.mover), map[byte]int{'w': st.hand['w'], 'b': st.hand['b']}}
	for p, side := range st.at {
		c.at[p] = side
	}
	return c
}

func (st slowState) men(side byte) (points []string) {
	for p, c := range st.at {
		if c == side {
			points = append(points, p)
		}
	}
	return points
}

// milled reports whether the man on a point is in a mill.
func (s *slowGame) milled(st slowState, point string) bool {
	for _, line := range s.lines {
		points := strings.Fields(line)
		if len(points) != 3 || !strings.Contains(line, point) {
			continue
		}
		n := 0
		for _, p := range points {
			if st.at[p] == st.at[point] {
				n++
			}
		}
		if n == 3 {
			return true
		}
	}
	return false
}

func (s *slowGame) joined(a, b string) bool {
	for _, line := range s.lines {
		if strings.Contains(line, a+" "+b) || strings.Contains(line, b+" "+a) {
			return true
		}
	}
	return false
}

func (s *slowGame) moves(st slowState) map[string]string {
	list := map[string]string{}
	mine := st.men(st.mover)
	if len(mine)+st.hand[st.mover] < 3 {
		return list
	}
	finish := func(c slowState, to, name string) {
		foes := c.men(c.mover)
		if !s.milled(c, to) || len(foes) == 0 {
			list[name] = s.write(c)
			return
		}
		var free []string
		for _, p := range foes {
			if s.takeAny || !s.milled(c, p) {
				free = append(free, p)
			}
		}
		if len(free) == 0 {
			free = foes
		}
		for _, p := range free {
			d := c.copied()
			d.mover = c.mover
			delete(d.at, p)
			list[name+"x"+p] = s.write(d)
		}
	}
	for _, row := range s.rows {
		for _, to := range row {
			if st.at[to] != 0 {
				continue
			}
			if st.hand[st.mover] > 0 {
				c := st.copied()
				c.hand[st.mover]--
				c.at[to] = st.mover
				finish(c, to, to)
				continue
			}
			for _, from := range mine {
				if len(mine) > s.flying && !s.joined(from, to) {
					continue
				}
				c := st.copied()
				delete(c.at, from)
				c.at[to] = st.mover
				finish(c, to, from+"-"+to)
			}
		}
	}
	return list
}
