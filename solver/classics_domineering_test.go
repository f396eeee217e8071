package solver

import (
	"fmt"
	"testing"

	"zermelo/games/gamestest"
)

// TestDomineering compares boards up to 2x13, both players beginning, with a
// second solver that tries everything. Two outcomes are published: the first
// player wins on 2x2 (M. Lachmann, C. Moore and I. Rapaport, "Who wins
// Domineering on rectangular boards?", 2000), the second on 5x5 (J. H. Conway,
// 1976).
func TestDomineering(t *testing.T) {
	begin := func(columns, rows int) bool {
		payoff, _ := solveVariant[uint64](t, fmt.Sprintf("domineering:size=%dx%d", columns, rows)).start(t)
		return payoff == 100
	}
	for rows, most := range []int{12, 13, 8, 6, 5, 4} {
		rows++
		for columns := 1; columns <= most; columns++ {
			if !gamestest.Large() && rows*columns > 20 {
				continue
			}
			board := crosscram{columns: columns, rows: rows, wins: map[crosscramPosition]bool{}}
			// With the sides exchanged the players change places.
			if got, want := begin(columns, rows), board.moverWins(crosscramPosition{upright: true}); got != want {
				t.Errorf("%d columns, %d rows: Vertical wins as first: %v, want %v", columns, rows, got, want)
			}
			if got, want := begin(rows, columns), board.moverWins(crosscramPosition{}); got != want {
				t.Errorf("%d columns, %d rows: Horizontal wins as first: %v, want %v", columns, rows, got, want)
			}
		}
	}
	if !begin(2, 2) {
		t.Error("2x2: the first player loses")
	}
	if begin(5, 5) {
		t.Error("5x5: the first player wins")
	}
}

// crosscram is a board of domineering, solved by trying every move.
type crosscram struct {
	columns, rows int
	wins          map[crosscramPosition]bool // what has been worked out
}

// crosscramPosition is the cells that are covered, and whether the player to
// move places dominoes upright.
type crosscramPosition struct {
	covered uint64
	upright bool
}

// moverWins reports whether the player to move wins.
func (b crosscram) moverWins(p crosscramPosition) bool {
	if wins, known := b.wins[p]; known {
		return wins
	}
	wins := false
	for first := 0; first < b.columns*b.rows && !wins; first++ {
		second := first + b.columns
		if !p.upright {
			second = first + 1
			if second%b.columns == 0 {
				continue
			}
		}
		domino := uint64(1)<<first | uint64(1)<<second
		if second < b.columns*b.rows && p.covered&domino == 0 {
			wins = !b.moverWins(crosscramPosition{p.covered | domino, !p.upright})
		}
	}
	b.wins[p] = wins
	return wins
}
