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

// TestPileIsEmittedWholeWhileOthersGrow adds to other piles what one emits, until they do
// not fit into memory, and tests that it gives all of its positions once.
func TestPileIsEmittedWholeWhileOthersGrow(t *testing.T) {
	p := newPiles[uint64](Room{Dir: t.TempDir()})
	for _, count := range []int{p.limit() / 3, p.limit() - 1, 3 * p.limit()} {
		var from, to pile[uint64]
		for i := range count {
			if err := p.add(&from, noted[uint64]{State: uint64(i) * 0x9e3779b97f4a7c15 >> 8}); err != nil {
				t.Fatal(err)
			}
		}
		found, last := 0, uint64(0)
		err := p.each(&from, func(block []noted[uint64]) error {
			if len(block) == 0 {
				t.Fatal("an empty block")
			}
			for _, e := range block {
				if found > 0 && e.State <= last {
					t.Fatalf("%x comes after %x", e.State, last)
				}
				last = e.State
				found++
				for k := range uint64(3) {
					if err := p.add(&to, noted[uint64]{State: e.State * (2*k + 3)}); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil || found != count {
			t.Errorf("%d positions of %d, %v", found, count, err)
		}
		p.remove(&from)
		p.remove(&to)
	}
}

// TestOfDuplicatesTheLeastNoteStays adds positions again and again with other notes, to
// lists and to files.
func TestOfDuplicatesTheLeastNoteStays(t *testing.T) {
	p := newPiles[uint64](Room{Dir: t.TempDir()})
	var q pile[uint64]
	states := 3 * p.limit()
	note := func(i int) uint32 { return uint32(1 + i*7%997) }
	for i := range 4 * states {
		if err := p.add(&q, noted[uint64]{State: uint64(i % states), Place: note(i)}); err != nil {
			t.Fatal(err)
		}
	}
	err := p.each(&q, func(block []noted[uint64]) error {
		for _, e := range block {
			i := int(e.State)
			if least := min(note(i), note(i+states), note(i+2*states), note(i+3*states)); e.Place != least {
				t.Fatalf("note %d of %d, want %d", e.Place, e.State, least)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
