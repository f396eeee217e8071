package solver

import (
	"fmt"
	"testing"

	"zermelo/games/gamestest"
)

// TestKalahAgreesWithASecondSolver compares the first player's lead on small
// boards with an exhaustive solver.
func TestKalahAgreesWithASecondSolver(t *testing.T) {
	for i, maxSeeds := range []int{6, 6, 4, 2, 1, 1} { // maximum number of seeds per pit, for boards with 1, 2, ... pits
		pits := i + 1
		for seeds := 1; seeds <= maxSeeds; seeds++ {
			if !gamestest.Large() && pits*seeds > 5 {
				continue
			}
			var side [maxKalahPits]int8
			for pit := range pits {
				side[pit] = int8(seeds)
			}
			want := referenceKalah{pits: pits, leads: map[[2][maxKalahPits]int8]int{}}.lead(side, side)
			g := solveVariant(t, fmt.Sprintf("kalah:pits=%d,seeds=%d", pits, seeds))
			first, _ := g.value(t, g.game.Start())
			if lead := 2*first - g.game.Info().Total; lead != want {
				t.Errorf("%d pits, %d seeds: the first player wins by %d, want %d", pits, seeds, lead, want)
			}
		}
	}
}

// maxKalahPits is the maximum number of pits of referenceKalah.
const maxKalahPits = 6

// referenceKalah is an exhaustive solver of Kalah. It caches positions without
// their stores.
type referenceKalah struct {
	pits  int
	leads map[[2][maxKalahPits]int8]int
}

// lead returns the final lead of the player to move over the opponent, counting
// only the seeds that are in pits now.
func (k referenceKalah) lead(own, theirs [maxKalahPits]int8) int {
	key := [2][maxKalahPits]int8{own, theirs}
	if lead, known := k.leads[key]; known {
		return lead
	}
	sum := func(side [maxKalahPits]int8) (n int) {
		for _, seeds := range side {
			n += int(seeds)
		}
		return n
	}
	best := sum(own) - sum(theirs) // value if the game is over
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

// sow returns the final lead of a player who sows the seeds of a pit.
func (k referenceKalah) sow(own, theirs [maxKalahPits]int8, pit int) int {
	hand, stored, place := own[pit], 0, pit
	own[pit] = 0
	for ; hand > 0; hand-- {
		// The places are the player's pits, the player's store, and the
		// opponent's pits.
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
