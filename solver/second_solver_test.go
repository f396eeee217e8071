package solver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// exhaustive returns a function that reports, by exhaustive search, whether the
// player to move wins. The argument moves returns the positions after each
// move, with the other player to move. A player without a move loses.
func exhaustive[P comparable](moves func(P) []P) (wins func(P) bool) {
	known := map[P]bool{}
	wins = func(p P) bool {
		won, found := known[p]
		if !found {
			won = slices.ContainsFunc(moves(p), func(next P) bool { return !wins(next) })
			known[p] = won
		}
		return won
	}
	return wins
}

// squareName returns the name of a square, such as c2.
func squareName(column, row int) string {
	return fmt.Sprintf("%c%d", 'a'+column, row+1)
}

// bar is a bar of chomp. It contains the lengths of the rows, starting with the
// poisoned row.
type bar [10]int8

func newBar(rows ...int) (b bar) {
	for y, length := range rows {
		b[y] = int8(length)
	}
	return b
}

// bitten returns the remaining bar after a bite at column x of row y.
func (b bar) bitten(x, y int) bar {
	for ; y < len(b); y++ {
		b[y] = min(b[y], int8(x))
	}
	return b
}

// bites returns the remaining bar after each bite that leaves the poisoned square,
// and the column and row of each bite.
func (b bar) bites() (rest []bar, squares [][2]int) {
	for y, length := range b {
		for x := range int(length) {
			if x+y > 0 {
				rest, squares = append(rest, b.bitten(x, y)), append(squares, [2]int{x, y})
			}
		}
	}
	return rest, squares
}

// chompWins returns a function that reports whether the player to move wins.
func chompWins() func(bar) bool {
	return exhaustive(func(b bar) []bar { rest, _ := b.bites(); return rest })
}

// TestChompThreeRowsAgreeWithASecondSolver compares all bars with up to three
// rows.
func TestChompThreeRowsAgreeWithASecondSolver(t *testing.T) {
	const width = 15
	g, wins := solveVariant(t, fmt.Sprintf("chomp:size=%dx3", width)), chompWins()
	for p := 1; p <= width; p++ {
		for q := range p + 1 {
			for r := range q + 1 {
				s, err := games.NotationOf(g.game).ParseState(fmt.Sprintf("%d.%d.%d:first", p, q, r))
				if err != nil {
					t.Fatal(err)
				}
				want := 0
				if wins(newBar(p, q, r)) {
					want = 100
				}
				if payoff, _ := g.value(t, s); payoff != want {
					t.Errorf("%d.%d.%d: the first player gets %d, want %d", p, q, r, payoff, want)
				}
			}
		}
	}
}

// TestChompOpeningsAgreeWithASecondSolver compares the winning first moves. The
// last bar has two.
func TestChompOpeningsAgreeWithASecondSolver(t *testing.T) {
	for _, size := range [][2]int{
		{1, 1}, {2, 2}, {4, 4}, {7, 7}, {2, 1}, {9, 1}, {1, 9}, {3, 2}, {9, 2}, {2, 9}, {5, 4}, {8, 3}, {9, 5}, {8, 7}, {10, 8},
	} {
		if !gamestest.Large() && size == [2]int{10, 8} {
			continue
		}
		wins := chompWins()
		rest, squares := newBar(slices.Repeat([]int{size[0]}, size[1])...).bites()
		want := []string{}
		for i, b := range rest {
			if !wins(b) {
				want = append(want, squareName(squares[i][0], squares[i][1]))
			}
		}
		slices.Sort(want)
		if got := solveVariant(t, fmt.Sprintf("chomp:size=%dx%d", size[0], size[1])).winningMoves(t); !slices.Equal(got, want) {
			t.Errorf("%v: the moves %v win, want %v", size, got, want)
		}
	}
}

// TestDomineeringAgreesWithASecondSolver compares boards up to 2x13, with
// either player moving first.
func TestDomineeringAgreesWithASecondSolver(t *testing.T) {
	for rows, most := range []int{12, 13, 8, 6, 5, 4} {
		rows++
		for columns := 1; columns <= most; columns++ {
			if !gamestest.Large() && rows*columns > 20 {
				continue
			}
			wins := crosscramWins(columns, rows)
			if got, want := solveVariant(t, fmt.Sprintf("domineering:size=%dx%d", columns, rows)).wins(t), wins(crosscram{upright: true}); got != want {
				t.Errorf("%d columns, %d rows: Vertical wins as first: %v, want %v", columns, rows, got, want)
			}
			// Exchanging the sides exchanges the players.
			if got, want := solveVariant(t, fmt.Sprintf("domineering:size=%dx%d", rows, columns)).wins(t), wins(crosscram{}); got != want {
				t.Errorf("%d columns, %d rows: Horizontal wins as first: %v, want %v", columns, rows, got, want)
			}
		}
	}
}

// crosscram is a position of domineering. It consists of the covered cells, row
// by row, and whether the player to move places dominoes vertically.
type crosscram struct {
	covered uint64
	upright bool
}

// crosscramWins returns a function that reports whether the player to move
// wins.
func crosscramWins(columns, rows int) func(crosscram) bool {
	return exhaustive(func(p crosscram) (next []crosscram) {
		for first := range columns * rows {
			second := first + columns
			if !p.upright {
				second = first + 1
				if second%columns == 0 {
					continue
				}
			}
			domino := uint64(1)<<first | uint64(1)<<second
			if second < columns*rows && p.covered&domino == 0 {
				next = append(next, crosscram{p.covered | domino, !p.upright})
			}
		}
		return next
	})
}

// TestHexOpeningsAgreeWithASecondSolver compares the winning first moves.
// HexWiki (Small boards) has diagrams for 1x1 to 9x9.
func TestHexOpeningsAgreeWithASecondSolver(t *testing.T) {
	for side := 2; side <= 4; side++ {
		if !gamestest.Large() && side > 3 {
			break
		}
		wins, empty := exhaustive(hexMoves(side)), strings.Repeat(".", side*side)
		want := []string{}
		for i := range empty {
			if !wins("o" + empty[:i] + "x" + empty[i+1:]) {
				want = append(want, squareName(i%side, i/side))
			}
		}
		slices.Sort(want)
		if got := solveVariant(t, fmt.Sprintf("hex:size=%dx%d", side, side)).winningMoves(t); !slices.Equal(got, want) {
			t.Errorf("%dx%d: %v win, want %v", side, side, got, want)
		}
	}
}

// hexMoves returns the positions after each move. A position consists of x or o
// for the player to move, followed by x, o or '.' for each cell, row by row. It
// has no moves if the other player has connected the sides.
func hexMoves(side int) func(string) []string {
	return func(position string) (next []string) {
		mover, board := position[:1], position[1:]
		other := strings.Trim("xo", mover)
		if hexJoined(board, other[0], side) {
			return nil
		}
		for i, cell := range board {
			if cell == '.' {
				next = append(next, other+board[:i]+mover+board[i+1:])
			}
		}
		return next
	}
}

// hexJoined reports whether a player has a chain that connects two sides: the
// first and last rows for x, and the first and last columns for o.
func hexJoined(board string, player byte, side int) bool {
	seen := make([]bool, len(board))
	var follow func(across, along int) bool
	follow = func(across, along int) bool {
		if min(across, along) < 0 || across >= side {
			return false
		}
		cell := along*side + across
		if player == 'o' {
			cell = across*side + along
		}
		if seen[cell] || board[cell] != player {
			return false
		}
		seen[cell] = true
		return along == side-1 || follow(across, along+1) || follow(across-1, along+1) || follow(across+1, along) ||
			follow(across-1, along) || follow(across, along-1) || follow(across+1, along-1)
	}
	for across := range side {
		if follow(across, 0) {
			return true
		}
	}
	return false
}
