package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
	"zermelo/tablebase/build"
)

// open makes a variant of the registry.
func open(t testing.TB, spec string) games.Variant {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// openSheet makes the game of a rule sheet, which it returns with its table made.
func openSheet(t testing.TB, db, path string) games.Variant {
	t.Helper()
	v, err := gdl.OpenSpec(t.Context(), path, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	solveVariant(t, db, v)
	return v
}

// solve makes the tables of games, also where there are some.
func solve(t testing.TB, db string, specs ...string) {
	t.Helper()
	for _, spec := range specs {
		solveVariant(t, db, open(t, spec))
	}
}

func solveVariant(t testing.TB, db string, v games.Variant) {
	t.Helper()
	_, err := build.Solve(t.Context(), db, v, build.Options{Workers: 2, Memory: job.MinMemory, Force: true})
	if err != nil {
		t.Fatalf("%s: %v", v.Info().Name, err)
	}
}

// prove makes the proof of a game.
func prove(t testing.TB, db, spec string) {
	t.Helper()
	if _, err := build.Solve(t.Context(), db, open(t, spec), build.Options{Method: build.PNS, Workers: 1, Cache: 1 << 24}); err != nil {
		t.Fatal(err)
	}
}

// TestIDs looks that ids are different, need no escaping, and name no folder.
func TestIDs(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"tron", "tron:size=3x4", "a b", "a~20b", "a+b", "a/b", "..", ".", "../x", "a%2fb", "ä", "a?b", "a#b", "x.kif:endless=50"} {
		id := idOf(name)
		if seen[id] != "" {
			t.Errorf("%q and %q have the id %s", name, seen[id], id)
		}
		seen[id] = name
		for _, c := range id {
			if c <= ' ' || c > '~' || c == '/' || c == '%' || c == '?' || c == '#' {
				t.Errorf("the id of %q is %q", name, id)
			}
		}
		if filepath.Clean(id) != id || id == "." || id == ".." {
			t.Errorf("the id of %q is %q, which changes in a path", name, id)
		}
	}
}

// TestTables lists what is served and what is not, with the reason.
func TestTables(t *testing.T) {
	db := t.TempDir()
	solve(t, db, "tron:size=3x4", "tictactoe", "tron:size=4x3")
	prove(t, db, "connect4:size=3x3,connect=3")
	sheet := openSheet(t, db, "../../../games/gdl/testdata/wythoff.kif")
	if err := os.MkdirAll(filepath.Join(db, "nim"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(db, "nim", "MANIFEST"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		only   []string
		sheets []games.Variant
		served map[string]string // by table: its value
		others map[string]string // by game: why not
	}{
		{nil, nil,
			map[string]string{"tron:size=4x3": "", "tron:size=3x4": "", "tictactoe": "draw in 9 plies", "connect4:size=3x3,connect=3.proof": ""},
			map[string]string{"nim": "unusable: the table is damaged", sheet.Info().Name: "not a built-in game; to serve a rule sheet, start the server with its file"}},
		{nil, []games.Variant{sheet}, // which hides no other
			map[string]string{"tron:size=4x3": "", "tron:size=3x4": "", "tictactoe": "draw in 9 plies", "connect4:size=3x3,connect=3.proof": "", sheet.Info().Name: "ben wins in 4 plies"},
			map[string]string{"nim": "unusable: the table is damaged"}},
		{[]string{"tictactoe"}, []games.Variant{sheet},
			map[string]string{"tictactoe": "draw in 9 plies", sheet.Info().Name: "ben wins in 4 plies"},
			map[string]string{"nim": "the server was started for other games", "tron:size=4x3": "the server was started for other games"}},
	} {
		s := newServer(t, Options{DB: db, Only: test.only, Sheets: test.sheets})
		list := get[listOfTables](t, s, "/api/tables")
		if len(list.Tables) != len(test.served) {
			t.Errorf("%d tables, want %d: %+v", len(list.Tables), len(test.served), list.Tables)
		}
		for _, row := range list.Tables {
			want, ok := test.served[row.Table]
			if !ok || want != "" && row.Value != want {
				t.Errorf("%s: %q, want %q", row.Table, row.Value, want)
			}
			if w := ask(s, "GET", "/api/"+row.ID+"/position"); w.Code != 200 {
				t.Errorf("%s: status %d: %s", row.ID, w.Code, w.Body)
			}
		}
		for _, row := range list.Others {
			if want := test.others[row.Game]; want != "" && row.Error != want {
				t.Errorf("%s: %q, want %q", row.Game, row.Error, want)
			}
			want := 404
			if row.Error == "unusable: the table is damaged" {
				want = 500
			}
			if w := ask(s, "GET", "/api/"+idOf(row.Game)+"/position"); w.Code != want {
				t.Errorf("%s: status %d, want %d", row.Game, w.Code, want)
			}
		}
	}
}

// TestDamagedSealIsAnErrorOfTheServer damages the seal of one table of two, once
// it is listed and once before: it is there, and cannot be used.
func TestDamagedSealIsAnErrorOfTheServer(t *testing.T) {
	db := t.TempDir()
	solve(t, db, "tictactoe", "tron:size=3x4")
	s := newServer(t, Options{DB: db})
	if w := ask(s, "GET", "/api/tictactoe/position"); w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	seal := filepath.Join(db, "tictactoe", "seal.json")
	data, err := os.ReadFile(seal)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(seal, data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Server{s, newServer(t, Options{DB: db})} {
		for _, target := range []string{"/api/tictactoe/position", "/api/tictactoe/report"} {
			if w := ask(s, "GET", target); w.Code != 500 || !strings.Contains(w.Body.String(), "the table is damaged") {
				t.Errorf("%s: status %d: %s", target, w.Code, w.Body)
			}
		}
		if w := ask(s, "GET", "/api/tron:size=3x4/position"); w.Code != 200 {
			t.Errorf("another table: status %d: %s", w.Code, w.Body)
		}
	}
}
