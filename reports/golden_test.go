package reports

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares whole reports with files. Their numbers are confirmed by
// TestNewByRules, which has the same games.
func TestGolden(t *testing.T) {
	formats := map[string]func(io.Writer, *Report) error{"txt": Text, "md": Markdown, "json": JSON, "csv": CSV}
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
			b := solvedBook(t, tt.spec)
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			r.Solved = Solving{Method: "layered backward induction", Workers: 2, Seconds: 0.25, PeakMemory: 40 << 20, Disk: 40_000, Verify: r.Solved.Verify}
			r.Digest = "0123456789abcdef"
			formats["html"] = func(w io.Writer, r *Report) error {
				g, err := NewGallery(b, r, 2)
				if err != nil {
					return err
				}
				return HTML(w, r, g)
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

// golden compares with a file in testdata, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

func checkWidth(t *testing.T, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if width(line) > lineWidth {
			t.Errorf("line %d has %d columns: %s", i+1, width(line), line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("line %d ends with blanks", i+1)
		}
	}
}
