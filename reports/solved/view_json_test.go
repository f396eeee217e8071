package solved_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestViewIsWrittenAsEncodingJSONWritesIt compares both encodings for positions of small games
// of each kind, and for a view with all fields set.
func TestViewIsWrittenAsEncodingJSONWritesIt(t *testing.T) {
	compare := func(v *solved.View) {
		t.Helper()
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		if got := string(v.AppendJSON(nil)) + "\n"; got != want.String() {
			t.Fatalf("got\n%s\nwant\n%s", got, &want)
		}
	}
	for _, spec := range reportstest.SmallGames() {
		b := reportstest.NaiveGame(t, spec)
		views := 0
		for todo := []string{""}; len(todo) > 0 && views < 40; todo = todo[1:] {
			v, err := b.View(todo[0])
			if err != nil {
				t.Fatal(err)
			}
			compare(v)
			views++
			for _, m := range v.Moves {
				todo = append(todo, m.Child)
			}
		}
	}
	estimate := -0.25
	value := solved.Value{
		Words: "a \"<&\\é\x01", Payoffs: []string{"1/3"}, Error: "1e-9", ExpectedPlies: &estimate, Estimate: &estimate, Plies: -1,
		Security: []string{"1"}, PureSecurity: []float64{2, 3}, BestJoint: []float64{-4},
	}
	compare(&solved.View{
		Answer: solved.Answer{Game: "g", Roles: []string{"a", "b"}, Position: &solved.Position{Text: "p", Layer: 7, Terminal: true, Mover: -1, Random: true, Payoffs: []float64{0, 1}, Value: value, Endless: true}},
		Start:  true, Scores: true, Scale: &solved.ViewScale{Low: -1, High: 2.5, Probability: true},
		Board: solved.ViewBoard{
			Width: 1, Height: 2, Grid: "hexagons", Cells: []solved.ViewCell{{Kind: "piece", Role: -1, Glyph: "●"}, {}}, Lines: [][2]int{{0, 1}, {1, 0}},
			Columns: []string{"a"}, Rows: []string{"1", "2"}, Notes: []string{}, Legend: []string{"x y"},
		},
		Moves: []solved.ViewMove{
			{Move: solved.Move{Name: "m", Child: "c", Value: value, Keeps: solved.KeptYes, Replies: &solved.Part{Count: 1, Of: 2}, Probability: "1/2"}, Result: "win", Cells: []int{0, 1}},
			{Cells: []int{}},
		},
		Matrix: &solved.ViewMatrix{Matrix: &solved.Matrix{Rows: []string{"<"}}, Children: [][]string{{"c"}}},
	})
}
