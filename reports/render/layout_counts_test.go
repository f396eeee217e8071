package render

import (
	"strings"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
)

// TestExchangedNote tests the note that values are those of the player to move. It appears for
// nim, where both players have the same moves.
func TestExchangedNote(t *testing.T) {
	for spec, want := range map[string]string{
		"nim:piles=1+2": "exchanges the players, other",
		"breakthrough:size=3x3,rows=1,captures=diagonal": "exchanges the colours, other",
		"breakthrough:size=3x4,rows=1":                   "",
	} {
		r, err := model.New(reportstest.StoredVariant(t, reportstest.Variant(t, spec)))
		if err != nil {
			t.Fatal(err)
		}
		var note string
		for _, b := range valueBlocks(r) {
			if p, ok := b.(paragraph); ok {
				note += string(p)
			}
		}
		if !strings.Contains(note, want) || want == "" && note != "" {
			t.Errorf("%s: the note is %q, want %q in it", spec, note, want)
		}
	}
}
