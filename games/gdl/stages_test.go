package gdl

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
)

// TestMoversAndRowsAreThoseOfMoversAndRows compares MoversAndRows with Movers
// and Rows in a simultaneous game.
func TestMoversAndRowsAreThoseOfMoversAndRows(t *testing.T) {
	m := gdltest.CompileText(t, `(role ann) (role ben) (init start)
		(<= (legal ann left) (true start)) (<= (legal ann right) (true start))
		(<= (legal ben rock) (true start)) (<= (legal ben paper) (true start)) (<= (legal ben stone) (true start))
		(<= (next (chose ?r ?m)) (does ?r ?m))
		(<= terminal (not (true start)))
		(<= (goal ann 100) (true (chose ann left)) (true (chose ben rock)))
		(<= (goal ann 0) (not (both left rock))) (<= (both ?a ?b) (true (chose ann ?a)) (true (chose ben ?b)))
		(<= (goal ben 0) (both left rock)) (<= (goal ben 100) (not (both left rock)))`)
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	src, _ := g.Expand([]uint64{g.Start()}, nil, []uint64{g.Start()})
	movers, rows := g.(games.MoversAndRows[uint64]).MoversAndRows(nil, nil, src)
	if movers[0] != games.Both || rows[0] != 2 || len(src) != 7 {
		t.Errorf("mover %d, %d rows, %d states", movers[0], rows[0], len(src))
	}
	if !slices.Equal(movers, g.Movers(nil, src)) || !slices.Equal(rows, g.(games.Simultaneous[uint64]).Rows(nil, src)) {
		t.Errorf("movers %v, rows %v are others than those of Movers and Rows", movers, rows)
	}
}
