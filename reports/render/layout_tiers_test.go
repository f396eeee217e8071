package render

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestEveryFormatNamesTheTiers writes the report of a game with tiers.
func TestEveryFormatNamesTheTiers(t *testing.T) {
	b := reportstest.StoredVariant(t, reportstest.Variant(t, "quixo:size=3x3"))
	r, err := model.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(io.Writer, *model.Report) error{"text": renderText, "md": renderMarkdown, "csv": renderCSV, "json": renderJSON} {
		var out bytes.Buffer
		if err := write(&out, r); err != nil || !strings.Contains(out.String(), b.Solution().Tiers[0].Name) {
			t.Errorf("%s: %v", name, err)
		}
		if name == "text" {
			checkWidth(t, out.String())
		}
	}
}

// TestNoZugzwangIsASentence checks that a game without zugzwangs has no table of zeros.
func TestNoZugzwangIsASentence(t *testing.T) {
	for _, z := range []*solved.Zugzwangs{{}, {Lost: 1}, {Drawn: 1}} {
		blocks := zugzwangBlocks(z)
		if none := z.Lost+z.Drawn == 0; none != (len(blocks) == 1) {
			t.Errorf("%+v: %d blocks", z, len(blocks))
		}
	}
}
