package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search"
)

// TestCountsThatWereNotMadeAreAbsent writes reports of games with uncounted terminal states,
// searched games, simultaneous games, and games with tiers.
func TestCountsThatWereNotMadeAreAbsent(t *testing.T) {
	t.Parallel()
	uncounted := reportstest.SolvedGame(t, "tron:size=3x4")
	uncounted.Solution().TerminalsOmitted, uncounted.Solution().TerminalsCounted = true, false
	searched := reportstest.Variant(t, "tron:size=4x4").(games.Game[uint64])
	tiers, _ := reportstest.StoredGame(t, "quixo:size=3x3")
	for _, c := range []struct {
		name          string
		game          solved.Game
		fields, cells []string // absent fields of the report and of its rows
	}{
		{"uncounted", uncounted, []string{"terminals", "raw_terminals"}, []string{"terminals", "raw_terminals"}},
		{"searched", reportstest.KnownGame(t, searched, searched.Start(), search.Bounds{Move: -1}), []string{"states", "terminals", "raw_states", "raw_terminals", "branching", "only_moves"}, nil},
		{"simultaneous", reportstest.SolvedGame(t, "tron:size=3x5,turns=simultaneous"), nil, []string{"mover_wins"}},
		{"tiers", tiers, []string{"raw_terminals", "only_moves"}, nil},
	} {
		r, err := model.New(c.game)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		var report map[string]any
		if err := renderJSON(&text, r); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text.Bytes(), &report); err != nil {
			t.Fatal(err)
		}
		absent(t, c.name, report, c.fields, "states", "terminals", "raw_states", "raw_terminals", "branching", "only_moves")
		layers, _ := report["layers"].([]any)
		for _, l := range layers {
			absent(t, c.name+": a layer", l.(map[string]any), c.cells, "states", "terminals", "raw_states", "raw_terminals", "moves", "mover_wins")
		}
		text.Reset()
		if err := renderCSV(&text, r); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			cells := map[string]any{}
			for i, cell := range row {
				if cells[rows[0][i]] = cell; cell == "" {
					cells[rows[0][i]] = nil
				}
			}
			absent(t, c.name+": a row", cells, c.cells, rows[0]...)
		}
	}
}

// absent checks that the fields of want are nil and the other fields are not.
func absent(t *testing.T, name string, object map[string]any, want []string, fields ...string) {
	t.Helper()
	for _, f := range fields {
		value, ok := object[f]
		if null := ok && value == nil; !ok || null != slices.Contains(want, f) {
			t.Errorf("%s: %s is %v", name, f, value)
		}
	}
}
