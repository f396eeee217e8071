package gdl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/work"
)

// TestRowsOption flips a board with an option. The values must not change.
func TestRowsOption(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.kif")
	if err := os.WriteFile(file, []byte(gdltest.Walk("up", "down", false, false)), 0o666); err != nil {
		t.Fatal(err)
	}
	var names, tops []string
	for _, options := range []string{"", ":rows=up", ":rows=down"} {
		v, err := OpenSpec(t.Context(), file+options, work.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		names, tops = append(names, v.Info().Name), append(tops, games.DrawingOf(g, g.Start()).Rows[0])
	}
	if names[0] != names[1] || names[0] != names[2] || !slices.Equal(tops, []string{"3", "3", "1"}) {
		t.Errorf("names %v, first rows %v", names, tops)
	}
	if _, err := OpenSpec(t.Context(), file+":rows=left", work.Limits{}); err == nil || !strings.Contains(err.Error(), "option rows=left must be one of up, down") {
		t.Errorf("rows=left: %v", err)
	}
}
