package othello

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// slow is a simple implementation of the rules, with cells by column and row.
type slow struct {
	width, height int
	at            map[[2]int]int // role of the disc
	mover         int
}

func newSlow(width, height int, parallel bool) slow {
	x, y := width/2, height/2 // the cell right of and below the middle
	b := slow{width: width, height: height, at: map[[2]int]int{{x - 1, y - 1}: 1, {x, y}: 1, {x, y - 1}: 0, {x - 1, y}: 0}}
	if parallel {
		b.at[[2]int{x, y}], b.at[[2]int{x, y - 1}] = 0, 1
	}
	return b
}

// flips returns the discs that a move turns over.
func (b slow) flips(cell [2]int, role int) [][2]int {
	if _, taken := b.at[cell]; taken {
		return nil
	}
	var all [][2]int
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var run [][2]int
			for c := [2]int{cell[0] + dx, cell[1] + dy}; ; c = [2]int{c[0] + dx, c[1] + dy} {
				r, taken := b.at[c]
				if !taken {
					break
				}
				if r == role {
					all = append(all, run...)
					break
				}
				run = append(run, c)
			}
		}
	}
	return all
}

func name(c [2]int) string { return fmt.Sprintf("%c%d", 'a'+c[0], c[1]+1) }

// places maps the moves of a role to cells.
func (b slow) places(role int) map[string][2]int {
	list := map[string][2]int{}
	for x := range b.width {
		for y := range b.height {
			if c := [2]int{x, y}; len(b.flips(c, role)) > 0 {
				list[name(c)] = c
			}
		}
	}
	return list
}

func (b slow) moves() []string {
	var list []string
	for move := range b.places(b.mover) {
		list = append(list, move)
	}
	if len(list) == 0 && len(b.places(1-b.mover)) > 0 {
		list = []string{"pass"}
	}
	slices.Sort(list)
	return list
}

func (b slow) play(move string) slow {
	next := b
	next.mover = 1 - b.mover
	if move == "pass" {
		return next
	}
	cell := b.places(b.mover)[move]
	next.at = map[[2]int]int{cell: b.mover}
	for c, r := range b.at {
		next.at[c] = r
	}
	for _, c := range b.flips(cell, b.mover) {
		next.at[c] = b.mover
	}
	return next
}

func (b slow) String() string {
	var rows []string
	for y := range b.height {
		row := ""
		for x := range b.width {
			if r, taken := b.at[[2]int{x, y}]; taken {
				row += "xo"[r : r+1]
			} else {
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + ":" + []string{"black", "white"}[b.mover]
}

// perft returns the number of plays with the given number of plies.
func (b slow) perft(plies int) int {
	if plies == 0 {
		return 1
	}
	n := 0
	for _, move := range b.moves() {
		n += b.play(move).perft(plies - 1)
	}
	return n
}

// TestSlow compares the slow rules with published perft numbers for 8x8 (Aart Bik,
// "Perft for Reversi", aartbik.blogspot.com, 2009).
func TestSlow(t *testing.T) {
	for i, want := range []int{4, 12, 56, 244, 1396} {
		if got := newSlow(8, 8, false).perft(i + 1); got != want {
			t.Errorf("%d lines of %d plies, want %d", got, i+1, want)
		}
	}
}
