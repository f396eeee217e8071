package solver

import (
	"fmt"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
)

// TestKalah compares what the first player gets with a second solver that tries
// every move, on boards small enough for it. With six pits and one seed in each
// the first player wins by 2 (G. Irving, J. Donkers and J. Uiterwijk, Solving
// Kalah, ICGA Journal 23, 2000, table 9).
func TestKalah(t *testing.T) {
	for i, most := range []int{6, 6, 4, 2, 1, 1} { // seeds a pit, with one pit, two and so on
		pits := i + 1
		for seeds := 1; seeds <= most; seeds++ {
			if !gamestest.Large() && pits*seeds > 5 {
				continue
			}
			spec := fmt.Sprintf("kalah:pits=%d,seeds=%d", pits, seeds)
			var side [slowKalahPits]int8
			for pit := range pits {
				side[pit] = int8(seeds)
			}
			want := slowKalah{pits: pits, leads: map[[2][slowKalahPits]int8]int{}}.lead(side, side)
			first, total := kalahStart(t, spec)
			if lead := first - (total - first); lead != want {
				t.Errorf("%s: the first player wins by %d, want %d", spec, lead, want)
			}
			if pits == 6 && want != 2 {
				t.Errorf("%s: the slow solver finds a lead of %d, want 2", spec, want)
			}
		}
	}
}

// kalahStart solves a variant and returns the first player's seeds, of all.
func kalahStart(t *testing.T, spec string) (first, total int) {
	v := solvertest.Open(t, spec)
	if _, narrow := v.(games.Game[uint64]); narrow {
		first, _ = solveVariant[uint64](t, spec).start(t)
	} else {
		first, _ = solveVariant[[2]uint64](t, spec).start(t)
	}
	return first, v.Info().Total
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
