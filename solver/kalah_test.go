package solver

import (
	"fmt"
	"testing"

	"zermelo/games/gamestest"
)

// TestKalahAgreesWithASecondSolver compares the first player's lead on small
// boards with a solver that tries every move.
func TestKalahAgreesWithASecondSolver(t *testing.T) {
	for i, most := range []int{6, 6, 4, 2, 1, 1} { // seeds a pit, with one pit, two and so on
		pits := i + 1
		for seeds := 1; seeds <= most; seeds++ {
			if !gamestest.Large() && pits*seeds > 5 {
				continue
			}
			var side [slowKalahPits]int8
			for pit := range pits {
				side[pit] = int8(seeds)
			}
			want := slowKalah{pits: pits, leads: map[[2][slowKalahPits]int8]int{}}.lead(side, side)
			g := solveVariant(t, fmt.Sprintf("kalah:pits=%d,seeds=%d", pits, seeds))
			first, _ := g.value(t, g.game.Start())
			if lead := 2*first - g.game.Info().Total; lead != want {
				t.Errorf("%d pits, %d seeds: the first player wins by %d, want %d", pits, seeds, lead, want)
			}
		}
	}
}

// slowKalahPits is how many pits the slow solver has room for.
const slowKalahPits = 6

// slowKalah is a solver of Kalah that tries every move. It remembers positions
// without their stores.
type slowKalah struct {
	pits  int
	leads map[[2][slowKalahPits]int8]int
}

// lead is how many more of the seeds in the pits the player to move gets than
// the opponent.
func (k slowKalah) lead(own, theirs [slowKalahPits]int8) int {
	key := [2][slowKalahPits]int8{own, theirs}
	if lead, known := k.leads[key]; known {
		return lead
	}
	sum := func(side [slowKalahPits]int8) (n int) {
		for _, seeds := range side {
			n += int(seeds)
		}
		return n
	}
	best := sum(own) - sum(theirs) // when the game is over
	if sum(own) > 0 && sum(theirs) > 0 {
		best = -1000
		for pit := range k.pits {
			if own[pit] > 0 {
				best = max(best, k.sow(own, theirs, pit))
			}
		}
	}
	k.leads[key] = best
	return best
}

// sow is the lead of the player who sows the seeds of a pit.
func (k slowKalah) sow(own, theirs [slowKalahPits]int8, pit int) int {
	hand, stored, place := own[pit], 0, pit
	own[pit] = 0
	for ; hand > 0; hand-- {
		// Places: the own pits, the own store, the opponent's pits.
		switch place = (place + 1) % (2*k.pits + 1); {
		case place < k.pits:
			own[place]++
		case place == k.pits:
			stored++
		default:
			theirs[place-k.pits-1]++
		}
	}
	if place == k.pits {
		return stored + k.lead(own, theirs)
	}
	if place < k.pits && own[place] == 1 {
		facing := k.pits - 1 - place
		stored += 1 + int(theirs[facing])
		own[place], theirs[facing] = 0, 0
	}
	return stored - k.lead(theirs, own)
}
