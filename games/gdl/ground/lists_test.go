package ground

import (
	"math/rand/v2"
	"slices"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

// TestListsAreWhatWasAdded adds lists that end at page boundaries, empty lists,
// and lists longer than a page.
func TestListsAreWhatWasAdded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	l, total := newLists[Term](), 0
	var want [][]Term
	for i := range 2000 {
		size := rng.IntN(1000)
		switch i % 100 {
		case 97:
			size = pageSize - l.end()%pageSize // up to the end of the page
		case 98:
			size = rng.IntN(3 * pageSize)
		case 99:
			size = 0
		}
		list := make([]Term, size)
		for i := range list {
			list[i] = Term(rng.Int32())
		}
		want, total = append(want, list), total+size
		l.add(list)
	}
	for i := range want {
		if got := l.at(i); !slices.Equal(got, want[i]) {
			t.Fatalf("list %d of %d numbers has %d others", i, len(want[i]), len(got))
		}
	}
	if l.total != total || l.end() < total {
		t.Errorf("%d numbers up to %d, want %d", l.total, l.end(), total)
	}
}
