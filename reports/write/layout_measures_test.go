package write

import (
	"strings"
	"testing"

	"zermelo/reports/reportstest"
)

// TestReportNamesWhatIsNotMeasured reads the names of all measures that a game of
// one player does not have.
func TestReportNamesWhatIsNotMeasured(t *testing.T) {
	m, err := reportstest.StoredVariant(t, reportstest.Sheet(t, reportstest.Puzzle)).Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, b := range undefinedBlocks(m.Undefined) {
		said += string(b.(paragraph))
	}
	for _, u := range m.Undefined {
		if !strings.Contains(strings.ToLower(said), u.Measure) {
			t.Errorf("%q does not name %s", said, u.Measure)
		}
	}
	if len(m.Undefined) == 0 {
		t.Error("all is measured")
	}
}
