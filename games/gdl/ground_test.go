package gdl

import (
	"path/filepath"
	"testing"
	"time"
)

func TestGroundSheets(t *testing.T) {
	for _, file := range sheets(t, "games") {
		start := time.Now()
		g, err := ground(readSheet(t, file), Limits{})
		if err != nil {
			t.Error(err)
			continue
		}
		t.Logf("%s: %d terms, %d rules, %d literals, %v", filepath.Base(file), g.terms.size(), len(g.heads), len(g.bodies), time.Since(start))
	}
}
