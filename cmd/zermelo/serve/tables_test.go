package serve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
)

// openSheet opens and solves the game of a rule sheet.
func openSheet(t testing.TB, db, path string) games.Variant {
	t.Helper()
	v, err := gdl.OpenSpec(t.Context(), path, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	solveVariant(t, db, v)
	return v
}

// solveGames solves games, replacing existing tables.
func solveGames(t testing.TB, db string, specs ...string) {
	t.Helper()
	for _, spec := range specs {
		solveVariant(t, db, reportstest.Variant(t, spec))
	}
}

func solveVariant(t testing.TB, db string, v games.Variant) {
	t.Helper()
	_, err := solve.Solve(t.Context(), db, v, solve.Options{Workers: 2, Memory: job.MinMemory, Force: true})
	if err != nil {
		t.Fatalf("%s: %v", v.Info().Name, err)
	}
}

// prove creates the proof of a game.
func prove(t testing.TB, db, spec string) {
	t.Helper()
	if _, err := solve.Solve(t.Context(), db, reportstest.Variant(t, spec), solve.Options{Method: solve.PNS, Workers: 1, Cache: 1 << 24}); err != nil {
		t.Fatal(err)
	}
}

// TestIDs checks that IDs are unique, need no escaping, and are valid file
// names.
func TestIDs(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"tron", "tron:size=3x4", "a b", "a~20b", "a+b", "a/b", "..", ".", "../x", "a%2fb", "ä", "a?b", "a#b", "x.kif:endless=50"} {
		id := tableID(name)
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

// TestTables checks the lists of served tables and of other tables.
func TestTables(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tron:size=3x4", "tictactoe", "tron:size=4x3")
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
		served map[string]string // value by table
		others map[string]string // reason by game
	}{
		{nil, nil,
			map[string]string{"tron:size=4x3": "", "tron:size=3x4": "", "tictactoe": "draw in 9 plies", "connect4:size=3x3,connect=3.proof": ""},
			map[string]string{"nim": "unusable: the table is damaged", sheet.Info().Name: "the rules are not stored with the table; to serve it, pass their file to zermelo serve"}},
		{nil, []games.Variant{sheet}, // must not hide other tables
			map[string]string{"tron:size=4x3": "", "tron:size=3x4": "", "tictactoe": "draw in 9 plies", "connect4:size=3x3,connect=3.proof": "", sheet.Info().Name: "ben wins in 4 plies"},
			map[string]string{"nim": "unusable: the table is damaged"}},
		{[]string{"tictactoe"}, []games.Variant{sheet},
			map[string]string{"tictactoe": "draw in 9 plies", sheet.Info().Name: "ben wins in 4 plies"},
			map[string]string{"nim": "not one of the games that this server was started with", "tron:size=4x3": "not one of the games that this server was started with"}},
	} {
		s := newServer(t, Options{DB: db, Only: test.only, Sheets: test.sheets})
		list := get[tableList](t, s, "/api/tables")
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
			if w := ask(s, "GET", "/api/"+tableID(row.Game)+"/position"); w.Code != want {
				t.Errorf("%s: status %d, want %d", row.Game, w.Code, want)
			}
		}
	}
}

// TestDamagedSealIsAnErrorOfTheServer damages the seal of a table before or
// after it was listed. The server must report that the table exists but is
// unusable.
func TestDamagedSealIsAnErrorOfTheServer(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe", "tron:size=3x4")
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

// TestStoredRulesAreServed serves tables whose rules are stored, missing, or rejected.
func TestStoredRulesAreServed(t *testing.T) {
	db, path := t.TempDir(), "../../../games/gdl/testdata/wythoff.kif"
	for _, options := range []string{"", ":a=1", ":b=1"} {
		v, err := gdl.OpenSpec(t.Context(), path, work.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		v.Info().Name += options
		if _, err := solve.Solve(t.Context(), db, v, solve.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	opened := map[string]int{}
	s := newServer(t, Options{DB: db, OpenStored: func(ctx context.Context, name string) (games.Variant, error) {
		switch opened[name]++; name {
		case "wythoff.kif@d2ccbc":
			return gdl.OpenSpec(ctx, path, work.Limits{})
		case "wythoff.kif@d2ccbc:b=1":
			return nil, games.BadInput("wythoff.kif: wrong")
		}
		return nil, nil
	}})
	for range 2 {
		s.tables.latest.Store(nil) // list again
		list := get[tableList](t, s, "/api/tables")
		if len(list.Tables) != 1 || list.Tables[0].Game != "wythoff.kif@d2ccbc" || len(list.Others) != 2 {
			t.Fatalf("listed %+v", list)
		}
		for i, want := range []string{notStored, "wythoff.kif: wrong"} {
			if list.Others[i].Error != want {
				t.Errorf("%s: reason %q, want %q", list.Others[i].Game, list.Others[i].Error, want)
			}
		}
	}
	if view := get[solved.View](t, s, "/api/wythoff.kif/position"); view.Value.Words != "ben wins in 4 plies" {
		t.Errorf("position %+v", view)
	}
	for _, name := range []string{"wythoff.kif@d2ccbc", "wythoff.kif@d2ccbc:b=1"} {
		if n := opened[name]; n != 1 {
			t.Errorf("%s was opened %d times", name, n)
		}
	}
}
