package serve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/reports/model"
	"zermelo/reports/solved"
)

func TestPresetIsANameOfItsTable(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "hexapawn")
	s := newServer(t, Options{DB: db})
	list := get[tableList](t, s, "/api/tables")
	if len(list.Tables) != 1 || !slices.Equal(list.Tables[0].Presets, []string{"hexapawn"}) {
		t.Fatalf("tables %+v", list.Tables)
	}
	want := get[solved.View](t, s, "/api/"+list.Tables[0].ID+"/position")
	for _, name := range []string{"hexapawn", "octopawn:size=3x3", "breakthrough:captures=diagonal,steps=straight,rows=1,size=3x3"} {
		got := get[solved.View](t, s, "/api/"+name+"/position")
		if got.Game != want.Game || got.Text != want.Text || got.Value.Words != want.Value.Words {
			t.Errorf("%s: %s at %s, %s", name, got.Game, got.Text, got.Value.Words)
		}
		if w := ask(s, "GET", "/api/"+name+"/report?format=md"); w.Code != 200 {
			t.Errorf("report of %s: status %d: %s", name, w.Code, w.Body)
		}
	}
	if w := ask(s, "GET", "/api/octopawn/position"); w.Code != 404 || !strings.Contains(w.Body.String(), `zermelo solve \"octopawn\"`) {
		t.Errorf("a preset without a table: status %d: %s", w.Code, w.Body)
	}
}

// TestReportListsNewVariants requests a cached report again after a variant has been solved.
func TestReportListsNewVariants(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "hexapawn")
	s := newServer(t, Options{DB: db})
	for _, want := range []int{0, 1} {
		if got := get[model.Report](t, s, "/api/hexapawn/report").Variants; len(got) != want || want == 1 && got[0].Words != "4 columns, 3 rows" {
			t.Errorf("variants %+v, want %d", got, want)
		}
		solveGames(t, db, "hexapawn:size=4x3")
		time.Sleep(listTTL)
	}
}
