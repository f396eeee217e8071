package tablebasetest

import (
	"testing"

	"zermelo/games"
	"zermelo/tablebase"
)

// Open opens a table for a test.
func Open[S games.State](tb testing.TB, db string, g games.Game[S]) *tablebase.Table[S] {
	tb.Helper()
	t, err := tablebase.Open(db, g)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { t.Close() })
	return t
}
