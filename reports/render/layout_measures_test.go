package render

import (
	"strings"
	"testing"

	"zermelo/reports/reportstest"
)

// TestReportNamesWhatIsNotMeasured checks the names of all measures that are undefined in a
// game of one player.
func TestReportNamesWhatIsNotMeasured(t *testing.T) {
	m, err := reportstest.StoredVariant(t, reportstest.Sheet(t, reportstest.Puzzle)).Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, b := range undefinedBlocks(m.Undefined) {
		text += string(b.(paragraph))
	}
	for _, u := range m.Undefined {
		if !strings.Contains(strings.ToLower(text), u.Measure) {
			t.Errorf("%q does not name %s", text, u.Measure)
		}
	}
	if len(m.Undefined) == 0 {
		t.Error("all is measured")
	}
}
