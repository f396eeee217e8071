package teeko

import (
	"fmt"
	"slices"
	"strings"
)

// slow is a simple implementation of the rules that shares only the notation with the
// package. Pieces are lists of cells.
type slow struct {
	pieces   map[byte][][2]int // by side: column and row from 0
	mover    byte
	advanced bool
}

func readSlow(text string, advanced bool) slow {
	board, side, _ := strings.Cut(text, ":")
	b := slow{map[byte][][2]int{}, side[0], advanced}
	for i, row := range strings.Split(board, "/") {
		for x := range row {
			if row[x] != '.' {
				b.pieces[row[x]] = append(b.pieces[row[x]], [2]int{x, 4 - i})
			}
		}
	}
	return b
}

func (b slow) String() string {
	rows := strings.Split(strings.Repeat("...../", 5), "/")[:5]
	for side, list := range b.pieces {
		for _, at := range list {
			row := rows[4-at[1]]
			rows[4-at[1]] = row[:at[0]] + string(rune(side)) + row[at[0]+1:]
		}
	}
	return strings.Join(rows, "/") + ":" + string(rune(b.mover))
}

func opponent(side byte) byte {
	if side == 'b' {
		return 'r'
	}
	return 'b'
}

// wins reports whether the pieces of a side form a line or the corners of a square.
func (b slow) wins(side byte) bool {
	p := slices.Clone(b.pieces[side])
	if len(p) != 4 {
		return false
	}
	slices.SortFunc(p, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	dx, dy := p[1][0]-p[0][0], p[1][1]-p[0][1]
	line := max(dx, -dx, dy, -dy) == 1
	for i := 2; i < 4; i++ {
		line = line && p[i][0]-p[i-1][0] == dx && p[i][1]-p[i-1][1] == dy
	}
	// Sorted by column, the corners of a square are lower left, upper left, lower
	// right and upper right.
	side1 := p[1][1] - p[0][1]
	square := p[0][0] == p[1][0] && p[2][0] == p[3][0] && p[0][1] == p[2][1] && p[1][1] == p[3][1] && p[2][0]-p[0][0] == side1
	return line || square && (b.advanced || side1 == 1)
}

func (b slow) moves() map[string]string {
	result := map[string]string{}
	if b.wins(opponent(b.mover)) {
		return result
	}
	name := func(at [2]int) string { return fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1) }
	taken := func(at [2]int) bool {
		return slices.Contains(b.pieces['b'], at) || slices.Contains(b.pieces['r'], at)
	}
	add := func(name string, list [][2]int) {
		other := opponent(b.mover)
		result[name] = slow{map[byte][][2]int{b.mover: list, other: b.pieces[other]}, other, b.advanced}.String()
	}
	own := b.pieces[b.mover]
	for x := range 5 {
		for y := range 5 {
			to := [2]int{x, y}
			if taken(to) {
				continue
			}
			if len(own) < 4 {
				add(name(to), append(slices.Clone(own), to))
				continue
			}
			for i, from := range own {
				if dx, dy := x-from[0], y-from[1]; dx*dx <= 1 && dy*dy <= 1 {
					list := slices.Clone(own)
					list[i] = to
					add(name(from)+"-"+name(to), list)
				}
			}
		}
	}
	return result
}
