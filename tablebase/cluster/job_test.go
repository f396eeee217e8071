package cluster

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestForgedJobOpensOnlyRegistryAndOwnFile verifies that a job opens only games
// of the registry and the file that it contains, and writes only that file.
func TestForgedJobOpensOnlyRegistryAndOwnFile(t *testing.T) {
	tron, err := builtin.Registry().Open("tron:size=3x4")
	if err != nil {
		t.Fatal(err)
	}
	rules := games.ByState(tron, rulesOf[uint64], rulesOf[[2]uint64], rulesOf[[4]uint64])
	there := filepath.Join(t.TempDir(), "there.star")
	if err := os.WriteFile(there, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		game, file string
		opened     string // argument of File, relative to the job's directory; "" if File is not called
		ok         bool
	}{
		{game: "tron:size=3x4", ok: true},
		{game: "exec:/bin/sh -c true"},
		{game: there},
		{game: "there.star"},
		{game: "a.star", file: "a.star", opened: "a.star", ok: true},
		{game: "a.kif:rows=up", file: "a.kif", opened: "a.kif:rows=up", ok: true},
		{game: "b:c.wasm:x=1", file: "b:c.wasm", opened: "b:c.wasm:x=1", ok: true},
		{game: "exec:/bin/sh -c true", file: "a.star"},
		{game: "exec:a.star", file: "exec:a.star", opened: "exec:a.star", ok: true}, // a file with this name, not a command
		{game: there, file: "a.star"},
		{game: "../../" + there, file: "../../" + there},
		{game: "a.star@../b.star", file: "a.star"},
		{game: "a.star:x=/../../" + there, file: "a.star"},
		{game: "..", file: ".."},
		{game: "a.star", file: "b.star"},
	} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "job")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		opened := ""
		open := Opener{Registry: builtin.Registry(), File: func(_ context.Context, spec string) (games.Variant, error) {
			opened = spec
			return tron, nil
		}}
		j := &Job{Game: test.game, File: test.file, Content: []byte("#"), Rules: rules}
		_, err := j.open(t.Context(), dir, open)
		want := ""
		if test.opened != "" {
			want = filepath.Join(dir, test.opened)
		}
		if (err == nil) != test.ok || opened != want {
			t.Errorf("game %q, file %q: opened %q, error %v; want %q, an error: %v", test.game, test.file, opened, err, want, !test.ok)
		}
		if list, err := filepath.Glob(filepath.Join(parent, "*")); err != nil || len(list) != 1 {
			t.Errorf("game %q, file %q: wrote %q outside the job's directory (%v)", test.game, test.file, list, err)
		}
	}
}
