package table

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
)

// sized is a game whose states have the given number of bits.
type sized struct {
	games.Searcher[uint64]
	bits int
}

func (s sized) Scores() int    { return 50 }
func (s sized) StateBits() int { return s.bits }

// TestTableClear clears tables of both kinds more often than there are
// generations. No entry may survive, and no lookup may return the entry of
// another state.
func TestTableClear(t *testing.T) {
	const states = 1 << 9
	for _, bits := range []int{9, 64} {
		g := sized{bits: bits}
		table := New[uint64](g, 1<<16)
		if table.wide == nil {
			table.mode.Store(table.mode.Load() - 1 + 1<<table.layout.genBits - 3) // a wide table has 255 generations
		}
		for generation := range 300 {
			for s := range uint64(states) {
				if b, ok := table.Probe(s); ok {
					t.Fatalf("%d bits: %v is known of %d in a table that was cleared", bits, b, s)
				}
			}
			stored := uint64(generation) // different from earlier generations, so that their entries remain in memory
			table.Store(stored, search.Bounds{Low: -7, High: 7}, 1)
			for s := range uint64(states) {
				if b, ok := table.Probe(s); ok != (s == stored) || ok && (b.Low != -7 || b.High != 7) {
					t.Fatalf("%d bits: %v, %v of %d, after %d was stored", bits, b, ok, s, stored)
				}
			}
			table.Clear()
		}
		table.Close()
	}
}
