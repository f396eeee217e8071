package search

import (
	"testing"

	"zermelo/games"
)

// sized is a game that says how wide its states are.
type sized struct {
	games.Searcher[uint64]
	bits int
}

func (s sized) StateBits() int { return s.bits }

// TestTableClear clears tables of one word an entry and of whole states more
// often than there are generations: each time all is forgotten, and no state is
// taken for another.
func TestTableClear(t *testing.T) {
	const states = 256
	for _, bits := range []int{8, 64} {
		g := sized{Plain[uint64](&randomGame{info: games.Info{Roles: []string{"a", "b"}, Total: 100}}), bits}
		table := NewTable[uint64](g, 1<<16)
		generations := 1 << 8
		if table.wide == nil {
			generations = 1 << table.layout.genBits
			table.current = uint64(generations) - 3
		}
		for range min(generations, 600) {
			for s := range uint64(states) {
				if b, ok := table.Probe(s); ok {
					t.Fatalf("%d bits: %v is known of %d in a table that was cleared", bits, b, s)
				}
			}
			table.Store(7, Bounds{Low: -7, High: 7}, 1)
			for s := range uint64(states) {
				if b, ok := table.Probe(s); ok != (s == 7) || ok && (b.Low != -7 || b.High != 7) {
					t.Fatalf("%d bits: %v, %v of %d, after 7 was stored", bits, b, ok, s)
				}
			}
			table.Clear()
		}
		table.Close()
	}
}
