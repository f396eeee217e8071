package strategy

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// TestSpilledSetsAreComplete adds positions to sets that exceed the memory and
// compares them with maps.
func TestSpilledSetsAreComplete(t *testing.T) {
	p := newSpillSets[[2]uint64](Room{Dir: t.TempDir()})
	rng := rand.New(rand.NewPCG(1, 2))
	sets, want := make([]spillSet[[2]uint64], 3), make([]map[[2]uint64]uint32, 3)
	for i := range want {
		want[i] = map[[2]uint64]uint32{}
	}
	for range 30 * p.limit() {
		i := rng.IntN(3) % (1 + rng.IntN(3))
		s := [2]uint64{rng.Uint64N(200) << 40, rng.Uint64N(100)}
		note := uint32(s[0]>>40 + s[1])
		want[i][s] = note
		if err := p.add(&sets[i], item[[2]uint64]{State: s, Place: note}); err != nil {
			t.Fatal(err)
		}
		if p.used > p.limit() {
			t.Fatalf("%d positions in memory, the limit is %d", p.used, p.limit())
		}
	}
	for i := range sets {
		for range 2 { // each must not modify the set
			var last *[2]uint64
			found := 0
			err := p.each(&sets[i], func(block []item[[2]uint64]) error {
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
				t.Fatalf("set %d: %d positions, want %d, %v", i, found, len(want[i]), err)
			}
		}
		if len(sets[i].files) == 0 || len(sets[i].files) > maxFiles {
			t.Errorf("set %d has %d files", i, len(sets[i].files))
		}
		p.remove(&sets[i])
	}
	if p.used != 0 {
		t.Errorf("%d positions are left in memory", p.used)
	}
}

// TestSetIsEmittedWholeWhileOthersGrow adds emitted positions to other sets
// until they exceed the memory. Each position must be emitted exactly once.
func TestSetIsEmittedWholeWhileOthersGrow(t *testing.T) {
	p := newSpillSets[uint64](Room{Dir: t.TempDir()})
	for _, count := range []int{p.limit() / 3, p.limit() - 1, 3 * p.limit()} {
		var from, to spillSet[uint64]
		for i := range count {
			if err := p.add(&from, item[uint64]{State: uint64(i) * 0x9e3779b97f4a7c15 >> 8}); err != nil {
				t.Fatal(err)
			}
		}
		found, last := 0, uint64(0)
		err := p.each(&from, func(block []item[uint64]) error {
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
					if err := p.add(&to, item[uint64]{State: e.State * (2*k + 3)}); err != nil {
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

// TestOfDuplicatesTheLeastNoteStays adds positions repeatedly with different
// notes, both to lists and to files.
func TestOfDuplicatesTheLeastNoteStays(t *testing.T) {
	p := newSpillSets[uint64](Room{Dir: t.TempDir()})
	var q spillSet[uint64]
	states := 3 * p.limit()
	note := func(i int) uint32 { return uint32(1 + i*7%997) }
	for i := range 4 * states {
		if err := p.add(&q, item[uint64]{State: uint64(i % states), Place: note(i)}); err != nil {
			t.Fatal(err)
		}
	}
	err := p.each(&q, func(block []item[uint64]) error {
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
