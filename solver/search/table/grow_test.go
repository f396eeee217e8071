package table

import (
	"math/rand/v2"
	"sync"
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
)

// growSize is the size of a table that can grow once.
const growSize = 16 << 20

// boundsFor returns bounds that identify a state.
func boundsFor(s uint64) search.Bounds {
	return search.Bounds{Low: -int(s % 50), High: int(s / 50 % 50), Move: int16(s % 32)}
}

// inUse returns the number of words in use.
func inUse[S games.State](t *Table[S]) int {
	if t.wide != nil {
		return int(t.wide.count.Load()) * clusterWords
	}
	return clusterEntries << (uint64(t.bits) - t.mode.Load()>>modeShift)
}

func wordsOf[S games.State](t *Table[S]) []uint64 {
	if t.wide != nil {
		return t.wide.Words
	}
	return t.Words
}

// TestTableGrowsWithItsEntries fills tables of both kinds. They must use only a
// part of their memory initially and must preserve their entries when they
// grow.
func TestTableGrowsWithItsEntries(t *testing.T) {
	for _, bits := range []int{40, 64} {
		table := New[uint64](sized{bits: bits}, growSize)
		rng := rand.New(rand.NewPCG(1, 2))
		random := func() uint64 { return rng.Uint64() >> (64 - bits) }
		small := inUse(table)
		if 4*small > len(wordsOf(table)) {
			t.Fatalf("%d bits: %d of %d words are in use at the beginning", bits, small, len(wordsOf(table)))
		}
		var stored []uint64
		for range small / 16 {
			s := random()
			table.Store(s, boundsFor(s), 1<<10)
			stored = append(stored, s)
		}
		for i, w := range wordsOf(table)[small:] {
			if w != 0 {
				t.Fatalf("%d bits: word %d was written to, %d are in use", bits, small+i, small)
			}
		}
		known := map[uint64]search.Bounds{}
		for _, s := range stored {
			if b, ok := table.Probe(s); ok {
				known[s] = b
			}
		}
		if 10*len(known) < 9*len(stored) {
			t.Errorf("%d bits: %d of %d entries are known", bits, len(known), len(stored))
		}
		factor := 1 << growBits
		if table.wide != nil {
			factor = 1 << clusterGrowBits
			table.wide.grow(table.wide.count.Load())
		} else {
			table.grow(table.mode.Load())
		}
		if inUse(table) != factor*small {
			t.Fatalf("%d bits: %d words in use, then %d", bits, small, inUse(table))
		}
		for s, b := range known {
			if now, ok := table.Probe(s); !ok || now != b {
				t.Fatalf("%d bits: %v, %v of %d, before it grew %v", bits, now, ok, s, b)
			}
		}
		for range 100_000 {
			if s := random(); known[s] == (search.Bounds{}) {
				if b, ok := table.Probe(s); ok {
					t.Fatalf("%d bits: %v of %d, which was not stored", bits, b, s)
				}
			}
		}
		table.Close()
	}
}

// TestThreadsShareATableThatGrows stores entries with several threads until the
// table grows, and checks all entries found.
func TestThreadsShareATableThatGrows(t *testing.T) {
	for _, bits := range []int{40, 64} {
		table := New[uint64](sized{bits: bits}, growSize)
		small := inUse(table)
		var group sync.WaitGroup
		for thread := range 3 {
			group.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(thread), 2))
				for i := 0; i < small && inUse(table) == small; i++ {
					s := rng.Uint64() >> (64 - bits)
					table.Store(s, boundsFor(s), 1<<10)
					for _, s := range []uint64{s, s ^ 1} {
						want := boundsFor(s)
						if b, ok := table.Probe(s); ok && (b.Low != want.Low || b.High != want.High) {
							t.Errorf("%d bits: %v of %d, want %v", bits, b, s, want)
							return
						}
					}
				}
			})
		}
		group.Wait()
		if inUse(table) == small {
			t.Errorf("%d bits: the table has not grown", bits)
		}
		table.Close()
	}
}

// TestLearnedResultsStay stores more results of an earlier search than the
// initial size of a table can hold.
func TestLearnedResultsStay(t *testing.T) {
	for _, bits := range []int{40, 64} {
		table := New[uint64](sized{bits: bits}, growSize)
		rng := rand.New(rand.NewPCG(1, 2))
		var learned []uint64
		for range inUse(table) / 2 {
			s := rng.Uint64() >> (64 - bits)
			table.AddBounds(s, boundsFor(s))
			learned = append(learned, s)
		}
		lost := 0
		for _, s := range learned {
			want := boundsFor(s)
			if b, ok := table.Probe(s); !ok || b.Low != want.Low || b.High != want.High {
				lost++
			}
		}
		if 1000*lost > len(learned) { // one cluster can be full while others are not
			t.Errorf("%d bits: %d of %d results are lost", bits, lost, len(learned))
		}
		table.Close()
	}
}
