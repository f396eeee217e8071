package render

import (
	"bytes"
	"encoding/json"
	"testing"

	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestRowsHaveFieldsOfRowJSON decodes lines of JSON and encodes them again.
func TestRowsHaveFieldsOfRowJSON(t *testing.T) {
	b := reportstest.SolvedGame(t, "tictactoe")
	rows := []solved.Row{{Number: 1, Input: ".../.../..."}, {Number: 2, Input: "b2"}, {Number: 3, Input: "d4"}}
	if err := b.Answer(rows, true, true); err != nil {
		t.Fatal(err)
	}
	w := NewRows(b.Info(), "json", true)
	for i := range rows {
		line := w.Append(nil, &rows[i])
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		var row rowJSON
		if err := dec.Decode(&row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != string(line) {
			t.Errorf("got %s, want %s", got, line)
		}
	}
}
