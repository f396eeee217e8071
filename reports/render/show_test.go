package render

import (
	"encoding/json"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search"
)

// TestQueryAccusesNoMoveWithoutProof shows a position about which nothing is proven.
func TestQueryAccusesNoMoveWithoutProof(t *testing.T) {
	g := reportstest.Variant(t, "connect4").(games.Game[uint64])
	b := reportstest.KnownGame(t, g, g.Start(), search.Bounds{Low: -1, High: 1, Move: -1})
	defer b.Close()
	p, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := Show(&text, b.Info(), p); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(solved.NewAnswer(b, p))
	if err != nil {
		t.Fatal(err)
	}
	n := len(p.Moves)
	if got := strings.Count(string(data), `"keeps":null`); n < 2 || got != n {
		t.Errorf("%d of %d moves have null: %s", got, n, data)
	}
	if got := strings.Count(text.String(), "  not known"); got != n {
		t.Errorf("%d of %d moves are not known:\n%s", got, n, &text)
	}
}
