package neutron

import (
	"fmt"
	"strings"
)

// slowBoard is a simple implementation of the rules: a grid of characters, rows from
// the top.
type slowBoard struct {
	rows  []string
	mover byte // 'w' or 'b'
	first bool
}

func readSlow(text string) slowBoard {
	parts := strings.Split(text, ":")
	return slowBoard{strings.Split(parts[0], "/"), parts[1][0], len(parts) == 3}
}

func (b slowBoard) String() string { return fmt.Sprintf("%s:%c", strings.Join(b.rows, "/"), b.mover) }

// moved returns the board after a piece has moved.
func (b slowBoard) moved(x, y, toX, toY int) slowBoard {
	grid := make([][]byte, len(b.rows))
	for i, row := range b.rows {
		grid[i] = []byte(row)
	}
	grid[toY][toX], grid[y][x] = grid[y][x], '.'
	c := slowBoard{mover: b.mover}
	for _, row := range grid {
		c.rows = append(c.rows, string(row))
	}
	return c
}

// slides returns the destinations of the piece on a place.
func (b slowBoard) slides(x, y int) (ends [][2]int) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			n := 0
			for b.free(x+(n+1)*dx, y+(n+1)*dy) {
				n++
			}
			if n > 0 {
				ends = append(ends, [2]int{x + n*dx, y + n*dy})
			}
		}
	}
	return ends
}

// free reports whether a place is on the board and empty.
func (b slowBoard) free(x, y int) bool {
	return y >= 0 && y < len(b.rows) && x >= 0 && x < len(b.rows[0]) && b.rows[y][x] == '.'
}

func (b slowBoard) neutron() (x, y int) {
	for y, row := range b.rows {
		if x := strings.IndexByte(row, 'n'); x >= 0 {
			return x, y
		}
	}
	panic("no neutron")
}

// winner returns the side with the neutron at home, or 0.
func (b slowBoard) winner() byte {
	switch _, y := b.neutron(); y {
	case 0:
		return 'b'
	case len(b.rows) - 1:
		return 'w'
	}
	return 0
}

func (b slowBoard) moves() map[string]string {
	list := map[string]string{}
	if b.winner() != 0 {
		return list
	}
	name := func(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, len(b.rows)-y) }
	next := byte('w' + 'b' - b.mover)
	soldiers := func(c slowBoard, prefix string) {
		for y, row := range c.rows {
			for x := range row {
				if row[x] != b.mover {
					continue
				}
				for _, to := range c.slides(x, y) {
					d := c.moved(x, y, to[0], to[1])
					d.mover = next
					list[prefix+name(x, y)+"-"+name(to[0], to[1])] = d.String()
				}
			}
		}
	}
	if b.first {
		soldiers(b, "")
		return list
	}
	x, y := b.neutron()
	for _, to := range b.slides(x, y) {
		c := b.moved(x, y, to[0], to[1])
		if c.winner() != 0 {
			c.mover = next
			list[name(to[0], to[1])] = c.String()
			continue
		}
		soldiers(c, name(to[0], to[1])+",")
	}
	return list
}
