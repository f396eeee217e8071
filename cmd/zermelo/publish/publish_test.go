package publish

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// TestProgramsAreNotPublished adds a game that was specified as a program.
func TestProgramsAreNotPublished(t *testing.T) {
	v := gamestest.Open[games.Variant](t, builtin.Registry(), "tictactoe")
	v.Info().Typed = "exec:./game.py:side=3"
	o := Options{DB: t.TempDir()}
	var input *games.InputError
	if _, err := o.add(t.Context(), v, t.TempDir()); !errors.As(err, &input) || !strings.Contains(err.Error(), "cannot run programs") {
		t.Errorf("it is refused with: %v", err)
	}
}

// TestCopyRelease copies a release of the same version, and rejects other programs.
func TestCopyRelease(t *testing.T) {
	build, _ := debug.ReadBuildInfo()
	for _, c := range []struct {
		program string
		ok      bool
	}{
		{"\x00asm ... mod\tzermelo\t" + build.Main.Version + "\t", true},
		{"\x00asm ... mod\tother\tv1.2.3\t", false},
		{"\x00asm ... mod\tzermelo\t" + build.Main.Version + "0\t", false},
	} {
		release, dir := t.TempDir(), t.TempDir()
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := io.WriteString(w, c.program); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"explorer-rules.bin": packed.Bytes(), support: []byte("// support")} {
			if err := os.WriteFile(filepath.Join(release, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := copyRelease(release, dir, rulesTag)
		var input *games.InputError
		if c.ok && err != nil || !c.ok && !errors.As(err, &input) {
			t.Errorf("copyRelease of %q: %v", c.program, err)
		}
		files, err := filesOf(dir)
		if want := map[bool]int{true: 2, false: 0}[c.ok]; err != nil || len(files) != want {
			t.Errorf("copyRelease of %q: %d files, %v; want %d", c.program, len(files), err, want)
		}
	}
}
