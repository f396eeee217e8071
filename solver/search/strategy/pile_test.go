package strategy

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// TestPilesInFilesKeepAllPositionsInOrder adds positions to piles that share too little
// memory for them, and compares what they give with maps.
func TestPilesInFilesKeepAllPositionsInOrder(t *testing.T) {
	p := newPiles[[2]uint64](Room{Dir: t.TempDir()})
	rng := rand.New(rand.NewPCG(1, 2))
	piles, want := make([]pile[[2]uint64], 3), make([]map[[2]uint64]uint32, 3)
	for i := range want {
		want[i] = map[[2]uint64]uint32{}
	}
	for range 30 * p.limit() {
		i := rng.IntN(3) % (1 + rng.IntN(3))
		s := [2]uint64{rng.Uint64N(200) << 40, rng.Uint64N(100)}
		note := uint32(s[0]>>40 + s[1])
		want[i][s] = note
		if err := p.add(&piles[i], noted[[2]uint64]{State: s, Place: note}); err != nil {
			t.Fatal(err)
		}
		if p.used > p.limit() {
			t.Fatalf("%d positions in memory, the limit is %d", p.used, p.limit())
		}
	}
	for i := range piles {
		for range 2 { // a pile stays as it is
			var last *[2]uint64
			found := 0
			err := p.each(&piles[i], func(block []noted[[2]uint64]) error {
				for _, e := range block {
					if note, ok := want[i][e.State]; !ok || note != e.Place {
						t.Fatalf("note %d of %v, want %d, %v", e.Place, e.State, note, ok)
					}
					if last != nil && games.Compare(*last, e.State) >= 0 {
						t.Fatalf("%v comes after %v", e.State, *last)
					}
					s := e.State
					last = &s
					found++
				}
				return nil
			})
			if err != nil || found != len(want[i]) {
				t.Fatalf("pile %d: %d positions, want %d, %v", i, found, len(want[i]), err)
			}
		}
		if len(piles[i].files) == 0 || len(piles[i].files) > mostFiles {
			t.Errorf("pile %d has %d files", i, len(piles[i].files))
		}
		p.remove(&piles[i])
	}
	if p.used != 0 {
		t.Errorf("%d positions are left in memory", p.used)
	}
}
