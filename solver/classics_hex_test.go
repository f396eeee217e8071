package solver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// TestHex compares who wins with what is known: on boards with as many columns
// as rows the first player (J. Nash's argument), so that with a swap the second
// player wins; on other boards the player whose way is shorter wins even as
// second (Gardner, The Scientific American Book of Mathematical Puzzles and
// Diversions, 1959). Which first moves win is compared with a second solver that
// tries everything; for 1x1 to 9x9 there are diagrams at HexWiki (Small boards).
func TestHex(t *testing.T) {
	for _, c := range []struct {
		spec  string
		first bool
	}{
		{"hex:size=2x2", true}, {"hex:size=3x3", true}, {"hex:size=2x2,swap=yes", false}, {"hex:size=3x3,swap=yes", false},
		{"hex:size=2x3", false}, {"hex:size=3x2", true}, {"hex:size=3x4", false}, {"hex:size=4x3", true},
	} {
		if payoff, _ := solveVariant[uint64](t, c.spec).start(t); payoff == 100 != c.first {
			t.Errorf("%s: the first player gets %d", c.spec, payoff)
		}
	}
	for side := 2; side <= 4; side++ {
		if !gamestest.Large() && side > 3 {
			break
		}
		spec := fmt.Sprintf("hex:size=%dx%d", side, side)
		s := solveVariant[uint64](t, spec)
		start := s.game.Start()
		children, _ := s.game.Expand(nil, nil, []uint64{start})
		var wins []string
		for i, name := range games.NotationOf(s.game).Moves(start)[0] {
			if payoff, _ := s.value(t, children[i]); payoff == 100 {
				wins = append(wins, name)
			}
		}
		slices.Sort(wins)
		if want := (slowHex{side, map[string]bool{}}).openings(); !slices.Equal(wins, want) {
			t.Errorf("%s: %v win, want %v", spec, wins, want)
		}
	}
}

// slowHex is a solver of Hex that tries everything. A board is a text with a
// letter a cell, row by row: x, o or '.'.
type slowHex struct {
	side int
	wins map[string]bool // what has been worked out; the stones tell whose turn it is
}

// openings lists the first moves of x that win.
func (h slowHex) openings() []string {
	var list []string
	for i := range h.side * h.side {
		board := slices.Repeat([]byte{'.'}, h.side*h.side)
		board[i] = 'x'
		if h.xWins(string(board), 'o') {
			list = append(list, fmt.Sprintf("%c%d", 'a'+i%h.side, i/h.side+1))
		}
	}
	slices.Sort(list)
	return list
}

// xWins reports whether x wins. When all cells are filled exactly one player has
// joined the own sides: x, or else o.
func (h slowHex) xWins(board string, mover byte) bool {
	if wins, known := h.wins[board]; known {
		return wins
	}
	wins := h.joined(board)
	if !wins && strings.Contains(board, ".") {
		wins = mover == 'o' // unless a move changes it
		for i := 0; i < len(board) && wins == (mover == 'o'); i++ {
			if board[i] == '.' {
				wins = h.xWins(board[:i]+string(mover)+board[i+1:], 'x'+'o'-mover)
			}
		}
	}
	h.wins[board] = wins
	return wins
}

// joined reports whether x has a chain from the first row to the last.
func (h slowHex) joined(board string) bool {
	seen := make([]bool, len(board))
	var follow func(x, y int) bool
	follow = func(x, y int) bool {
		if x < 0 || x >= h.side || y < 0 || seen[y*h.side+x] || board[y*h.side+x] != 'x' {
			return false
		}
		seen[y*h.side+x] = true
		return y == h.side-1 ||
			follow(x, y+1) || follow(x-1, y+1) || follow(x+1, y) || follow(x-1, y) || follow(x, y-1) || follow(x+1, y-1)
	}
	for x := range h.side {
		if follow(x, 0) {
			return true
		}
	}
	return false
}
