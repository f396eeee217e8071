package tablebasetest

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Open opens a table and closes it when the test ends.
func Open[S games.State](tb testing.TB, db string, g games.Game[S]) *tablebase.Table[S] {
	tb.Helper()
	t, err := tablebase.Open(db, g)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { t.Close() })
	return t
}

func Example() (*Dag[uint64], *Solution[uint64]) {
	g := NewDag[uint64](7, value.Alternating, 6, 30, false)
	return g, Naive[uint64](g)
}

const ExampleFolder = "dag,seed=7,kind=0"
