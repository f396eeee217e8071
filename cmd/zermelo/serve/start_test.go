package serve

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"zermelo/reports/solved"
)

// TestStartNeedsNoTable compares the starts of tables and proofs with their positions, and
// draws games without a table.
func TestStartNeedsNoTable(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe", "coordination:rounds=2")
	prove(t, db, "connect4:size=3x3,connect=3")
	s := newServer(t, Options{DB: db})
	starts := map[string]start{}
	list := get[tableList](t, s, "/api/tables").Tables
	for _, table := range list {
		starts[table.ID] = get[start](t, s, "/api/"+table.ID+"/start")
	}
	if n := s.open.size(); n != 0 || len(starts) != 3 {
		t.Errorf("%d tables are open after the starts of %d, want none after 3", n, len(starts))
	}
	for _, table := range list {
		view, got := get[solved.View](t, s, "/api/"+table.ID+"/position"), starts[table.ID]
		if !reflect.DeepEqual(got.Board, view.Board) || got.Game != view.Game || got.Variation != table.Variation || !slices.Equal(got.Paints, view.Paints) {
			t.Errorf("%s starts at %+v, want the board of %+v", table.ID, got, view)
		}
	}
	if got := get[start](t, s, "/api/breakthrough:size=4x5,captures=diagonal/start"); got.Board.Height != 5 || got.Variation != "4 columns, 5 rows, diagonal captures" {
		t.Errorf("a game without a table starts at %+v", got)
	}
	for name, want := range map[string]string{
		"hex:size=3x4,swap=yes": "swap=yes requires a square board", "nothing": "unknown game", "exec:true": "unknown game", "..%2Fx.star": "unknown game", "x.kif@123456": "unknown game",
	} {
		if w := ask(s, "GET", "/api/"+name+"/start"); w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d: %s, want 400 and %q", name, w.Code, w.Body, want)
		}
	}
}

// TestEmbedAllowsFrames requests the pages of servers with and without allowed origins.
func TestEmbedAllowsFrames(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "hexapawn")
	for _, test := range []struct {
		origins []string
		path    string
		want    string
	}{
		{nil, "/embed", "'none'"},
		{[]string{"https://a.example", "https://b.example"}, "/embed", "https://a.example https://b.example"},
		{[]string{"*"}, "/embed", "*"},
		{[]string{"*"}, "/", "'none'"},
		{[]string{"*"}, "/api/hexapawn/report?format=html", "'none'"},
	} {
		s := newServer(t, Options{DB: db, Embed: test.origins})
		w := ask(s, "GET", test.path)
		if _, got, _ := strings.Cut(w.Header().Get("Content-Security-Policy"), "frame-ancestors "); got != test.want || w.Code != 200 {
			t.Errorf("%s with %v: status %d, frame-ancestors %s, want %s", test.path, test.origins, w.Code, got, test.want)
		}
		if w := ask(s, "GET", "/embed?table=hexapawn"); w.Code != 302 || !strings.HasPrefix(w.Header().Get("Location"), "/embed?table=breakthrough") {
			t.Errorf("a preset: status %d, location %s", w.Code, w.Header().Get("Location"))
		}
	}
}
