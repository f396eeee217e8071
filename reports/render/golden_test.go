package render

import (
	"bytes"
	"io"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
)

// TestGolden compares reports with golden files. TestNewByRules checks the numbers of the same
// games.
func TestGolden(t *testing.T) {
	formats := map[string]func(io.Writer, *model.Report) error{"txt": renderText, "md": renderMarkdown, "json": renderJSON, "csv": renderCSV}
	tests := []struct{ name, spec string }{
		{"tron", "tron:size=3x4"},
		{"tron-simultaneous", "tron:size=3x5,turns=simultaneous"},
		{"breakthrough", "breakthrough:size=3x4,rows=1,captures=diagonal"},
		{"breakthrough-over", "breakthrough:size=3x4"},
		{"skirmish", "skirmish:steps=4"},
		{"coordination", "coordination:rounds=3"},
		{"coordination-simultaneous", "coordination:rounds=3,turns=simultaneous"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := reportstest.SolvedGame(t, tt.spec)
			r, err := model.New(b)
			if err != nil {
				t.Fatal(err)
			}
			r.Solved = model.Solving{Method: "layered backward induction", Workers: 2, Seconds: 0.25, PeakMemory: 40 << 20, Disk: 40_000, Verify: r.Solved.Verify}
			r.Digest = "0123456789abcdef"
			formats["html"] = func(w io.Writer, r *model.Report) error {
				g, err := model.NewPictureSet(b, r, 2)
				if err != nil {
					return err
				}
				return renderHTML(w, r, g, "")
			}
			for ext, write := range formats {
				var out bytes.Buffer
				if err := write(&out, r); err != nil {
					t.Fatal(err)
				}
				if ext == "txt" {
					checkWidth(t, out.String())
				}
				golden(t, tt.name+"."+ext+".golden", out.Bytes())
			}
		})
	}
}
