package solver

import (
	"fmt"
	"testing"

	"zermelo/games"
)

// TestKalah compares with Irving, Donkers and Uiterwijk, Solving Kalah (ICGA
// Journal 23, 2000): who wins with up to six pits and six seeds a pit, by how
// much with six pits.
func TestKalah(t *testing.T) {
	for pits, row := range map[int]string{ // from one seed a pit
		1: "DLWLWD",
		2: "WLLLWW",
		3: "DWWW",
		4: "WW",
		5: "D",
		6: "W",
	} {
		for i, want := range row {
			spec := fmt.Sprintf("kalah:pits=%d,seeds=%d", pits, i+1)
			if testing.Short() && pits*(i+1) > 6 {
				continue
			}
			first, total := kalahStart(t, spec)
			got := 'D'
			switch {
			case 2*first > total:
				got = 'W'
			case 2*first < total:
				got = 'L'
			}
			if got != want {
				t.Errorf("%s: the first player gets %d of %d, want %c", spec, first, total, want)
			}
			if pits == 6 && first-(total-first) != 2 {
				t.Errorf("%s: the first player gets %d of %d, want a win by 2", spec, first, total)
			}
		}
	}
}

// kalahStart solves a variant and returns the first player's seeds, of all.
func kalahStart(t *testing.T, spec string) (first, total int) {
	v := openGame(t, spec)
	if _, narrow := v.(games.Game[uint64]); narrow {
		first, _ = solveVariant[uint64](t, spec).start(t)
	} else {
		first, _ = solveVariant[[2]uint64](t, spec).start(t)
	}
	return first, v.Info().Total
}
