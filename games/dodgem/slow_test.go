package dodgem

import (
	"fmt"
	"strings"
)

// slow is a simple implementation of the rules that shares only the notation with the
// package. A map holds the cars.
type slow struct {
	width int
	cars  map[[2]int]byte // column, row from 0: 'l' or 'b'
	mover byte
}

func readSlow(text string) slow {
	cells, mover, _ := strings.Cut(text, ":")
	rows := strings.Split(cells, "/")
	b := slow{width: len(rows), cars: map[[2]int]byte{}, mover: mover[0]}
	for i, row := range rows {
		for x := range row {
			if row[x] != '.' {
				b.cars[[2]int{x, b.width - 1 - i}] = row[x]
			}
		}
	}
	return b
}

func (b slow) String() string {
	var rows []string
	for y := b.width - 1; y >= 0; y-- {
		row := ""
		for x := range b.width {
			if c, ok := b.cars[[2]int{x, y}]; ok {
				row += string(rune(c))
			} else {
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + ":" + string(rune(b.mover))
}

func (b slow) count(side byte) int {
	n := 0
	for _, c := range b.cars {
		if c == side {
			n++
		}
	}
	return n
}

func opponent(side byte) byte {
	if side == 'l' {
		return 'b'
	}
	return 'l'
}

func (b slow) moves() map[string]string {
	result := map[string]string{}
	if b.count(opponent(b.mover)) == 0 {
		return result
	}
	for from, side := range b.cars {
		if side != b.mover {
			continue
		}
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			forward, backward := d[0] == 1, d[0] == -1
			if side == 'b' {
				forward, backward = d[1] == 1, d[1] == -1
			}
			to := [2]int{from[0] + d[0], from[1] + d[1]}
			outside := to[0] < 0 || to[0] >= b.width || to[1] < 0 || to[1] >= b.width
			if _, taken := b.cars[to]; taken || backward || outside && !forward {
				continue
			}
			next := slow{width: b.width, cars: map[[2]int]byte{}, mover: opponent(side)}
			for at, car := range b.cars {
				if at != from {
					next.cars[at] = car
				}
			}
			target := "off"
			if !outside {
				next.cars[to] = side
				target = fmt.Sprintf("%c%d", 'a'+to[0], to[1]+1)
			}
			result[fmt.Sprintf("%c%d-%s", 'a'+from[0], from[1]+1, target)] = next.String()
		}
	}
	return result
}

// winner returns the winner of a position without moves.
func (b slow) winner() byte {
	if b.count(opponent(b.mover)) == 0 {
		return opponent(b.mover)
	}
	return b.mover
}
