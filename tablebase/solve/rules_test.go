package solve_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// TestRulesAreStoredWithTheTable solves two versions of a script, and searches a third.
func TestRulesAreStoredWithTheTable(t *testing.T) {
	db, file := t.TempDir(), filepath.Join(t.TempDir(), "count.star")
	open := func(start string) games.Variant {
		text := "roles = [\"a\", \"b\"]\ntotal = 1\nlayers = \"count:x\"\ndef start(): return \"" + start +
			"\"\ndef turn(s): return s.count(\"x\") % 2\ndef moves(s): return {\"x\": s.replace(\"-\", \"x\", 1)} if \"-\" in s else {}\ndef payoff(s): return 1\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		v, err := own.OpenSpec(t.Context(), file, protocol.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Info().Source != text {
			t.Fatalf("source %q, want %q", v.Info().Source, text)
		}
		return v
	}
	find := func(name string) *store.Rules {
		t.Helper()
		r, err := store.FindRules(db, func(found string) bool { return strings.HasPrefix(found, name) })
		if err != nil || r == nil {
			t.Fatalf("rules of %s: %v, %v", name, r, err)
		}
		return r
	}
	first, large, proof := open("-"), open("--"), open("---")
	first.Info().Typed = "count.star"
	large.Info().Source += strings.Repeat("#", store.MaxRules)
	var warned []string
	for _, v := range []games.Variant{first, large} {
		if _, err := solve.Solve(t.Context(), db, v, solve.Options{Warn: func(err error) { warned = append(warned, err.Error()) }}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := solve.Solve(t.Context(), db, proof, solve.Options{Method: solve.PNS}); err != nil {
		t.Fatal(err)
	}
	for _, v := range []games.Variant{first, proof} {
		if r := find(v.Info().Name); r.Source != v.Info().Source || r.Name != v.Info().Name {
			t.Errorf("%s: rules %+v", v.Info().Name, r)
		}
	}
	if r := find(large.Info().Name); r.Source != "" || r.Program != "" || len(warned) != 1 || !strings.Contains(warned[0], "the maximum is 16777216") {
		t.Errorf("large rules: %d bytes, program %q, warnings %q", len(r.Source), r.Program, warned)
	}

	// Of several tables, the newest with rules is used.
	solved := filepath.Join(db, first.Info().Name, "rules.zst")
	if r := find("count.star@"); r.Source == "" {
		t.Error("the table without rules was preferred")
	}
	if err := os.WriteFile(solved, []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := find("count.star@"); r.Source != proof.Info().Source {
		t.Errorf("rules %+v, want those of the proof", r)
	}
	var corrupt *store.CorruptError
	if _, err := store.FindRules(db, func(name string) bool { return name == first.Info().Name }); !errors.As(err, &corrupt) {
		t.Errorf("error %v, want a CorruptError", err)
	}
}
