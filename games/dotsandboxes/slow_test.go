package dotsandboxes

import (
	"fmt"
	"slices"
	"strings"
)

// slow is a simple implementation of the rules, with named lines and an owner for
// each box.
type slow struct {
	width, height int
	drawn         map[string]bool
	owner         map[[2]int]int // of complete boxes, by column and row from the bottom left
	mover         int
}

func newSlow(width, height int, framed bool) slow {
	b := slow{width: width, height: height, drawn: map[string]bool{}, owner: map[[2]int]int{}}
	if !framed {
		return b
	}
	counts := map[string]int{}
	for x := range width {
		for y := range height {
			for _, line := range sides(x, y) {
				counts[line]++
			}
		}
	}
	for line, n := range counts {
		b.drawn[line] = n == 1 // beside one box only
	}
	return b
}

// sides returns the lines around a box.
func sides(x, y int) []string {
	dot := func(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }
	return []string{
		dot(x, y) + "-" + dot(x+1, y), dot(x, y+1) + "-" + dot(x+1, y+1),
		dot(x, y) + "-" + dot(x, y+1), dot(x+1, y) + "-" + dot(x+1, y+1),
	}
}

func (b slow) moves() []string {
	free := map[string]bool{}
	for x := range b.width {
		for y := range b.height {
			for _, line := range sides(x, y) {
				if !b.drawn[line] {
					free[line] = true
				}
			}
		}
	}
	var list []string
	for line := range free {
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}

// draw returns the position after a line is drawn.
func (b slow) draw(line string) slow {
	next := b
	next.drawn, next.owner = map[string]bool{line: true}, map[[2]int]int{}
	for l, drawn := range b.drawn {
		next.drawn[l] = next.drawn[l] || drawn
	}
	for box, role := range b.owner {
		next.owner[box] = role
	}
	again := false
	for x := range b.width {
		for y := range b.height {
			if _, owned := next.owner[[2]int{x, y}]; owned {
				continue
			}
			if open := slices.IndexFunc(sides(x, y), func(l string) bool { return !next.drawn[l] }); open < 0 {
				next.owner[[2]int{x, y}] = b.mover
				again = true
			}
		}
	}
	if !again {
		next.mover = 1 - b.mover
	}
	return next
}

func (b slow) boxes(role int) int {
	n := 0
	for _, owner := range b.owner {
		if owner == role {
			n++
		}
	}
	return n
}

// key identifies a position.
func (b slow) key() string {
	return fmt.Sprint(strings.Join(b.moves(), " "), b.boxes(0), b.mover)
}
