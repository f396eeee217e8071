package tablebase

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/games"
)

// TestCrashAtEnd is about all states in which a crash can leave the folders
// while a table gets its place.
func TestCrashAtEnd(t *testing.T) {
	g, want := example()
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	setup := func() (db, dir string) {
		t.Helper()
		db = t.TempDir()
		build(t, db, g, want)
		b := create(t, db, g, Options{Force: true, Tool: "new"})
		want.put(t, b, 0)
		final := filepath.Join(b.partial(), finalFolder)
		h := &Header{Format: formatVersion, Tool: "new", Name: g.info.Name, Rules: b.plan.Rules, Words: 1, Solution: want.Solution}
		if err := b.write(final, h, b); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		return db, b.dir()
	}
	check := func(db, tool string, left ...string) {
		t.Helper()
		if err := damaged[uint64](t, db, g, want); err != nil {
			t.Errorf("before settling: %v", err)
		}
		if h := open(t, db, games.Game[uint64](g)).Header(); h.Tool != tool {
			t.Errorf("the table of %q is read, want %q", h.Tool, tool)
		}
		list, err := List(db)
		finished := 0
		for _, s := range list {
			if !s.Partial {
				finished++
			}
		}
		if err != nil || finished != 1 {
			t.Errorf("list %+v %v", list, err)
		}
		if _, err := Create(db, games.Game[uint64](g), Options{}); !errors.Is(err, ErrExists) {
			t.Errorf("create: %v", err)
		}
		if h := open(t, db, games.Game[uint64](g)).Header(); h.Tool != tool {
			t.Errorf("after settling the table of %q is read, want %q", h.Tool, tool)
		}
		if got := names(t, db); !slices.Equal(got, left) {
			t.Errorf("left %v, want %v", got, left)
		}
	}
	t.Run("before", func(t *testing.T) {
		db, _ := setup()
		check(db, "test", exampleFolder, exampleFolder+partialSuffix)
	})
	t.Run("old aside", func(t *testing.T) {
		db, dir := setup()
		move(dir, dir+oldSuffix)
		check(db, "test", exampleFolder, exampleFolder+partialSuffix)
	})
	t.Run("new in", func(t *testing.T) {
		db, dir := setup()
		move(dir, dir+oldSuffix)
		move(filepath.Join(dir+partialSuffix, finalFolder), dir)
		check(db, "new", exampleFolder)
	})
	t.Run("old gone", func(t *testing.T) {
		db, dir := setup()
		move(dir, filepath.Join(db, "elsewhere"))
		move(filepath.Join(dir+partialSuffix, finalFolder), dir)
		if err := os.RemoveAll(filepath.Join(db, "elsewhere")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir+partialSuffix+trashSuffix+"1", 0o777); err != nil {
			t.Fatal(err)
		}
		check(db, "new", exampleFolder)
	})
}

// awaitEntry waits until another process has made something in a folder.
func awaitEntry(t *testing.T, dir string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); len(names(t, dir)) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the other process makes nothing")
		}
	}
}

// killedEnv names the data directory of the process that TestKilled kills.
const killedEnv = "ZERMELO_TEST_KILLED"

// TestKilled kills a builder at random moments. What it had synced is there
// afterwards, and at no moment half a table can be read.
func TestKilled(t *testing.T) {
	g, want := example()
	if db := os.Getenv(killedEnv); db != "" {
		for {
			b := create(t, db, g, Options{Force: true})
			for layer := len(want.layers) - 1; layer >= 0; layer-- {
				if err := errors.Join(b.Put(layer, want.layers[layer], want.values[layer]), b.Sync()); err != nil {
					t.Fatal(err)
				}
				fmt.Printf("synced %d\n", layer)
			}
			if err := b.Commit(want.Solution); err != nil {
				t.Fatal(err)
			}
			fmt.Println("committed")
		}
	}
	for range 12 {
		db := t.TempDir()
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), killedEnv+"="+db)
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitEntry(t, db)
		time.Sleep(time.Duration(rand.IntN(120)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		if strings.Contains(out.String(), "FAIL") {
			t.Fatalf("the other process failed: %s", out.String())
		}
		err := damaged[uint64](t, db, g, want)
		committed := strings.Contains(out.String(), "committed")
		if err != nil && !errors.Is(err, ErrNoTable) || committed && err != nil {
			t.Errorf("after %q: %v", out.String(), err)
		}
		b, err := Create(db, games.Game[uint64](g), Options{})
		if errors.Is(err, ErrExists) {
			continue
		}
		if err != nil || committed {
			t.Fatalf("after %q: %v", out.String(), err)
		}
		have := map[int]bool{}
		for _, r := range b.journal.records {
			have[r.layer()] = true
		}
		for layer := range want.layers {
			if strings.Contains(out.String(), fmt.Sprintf("synced %d\n", layer)) && !have[layer] && len(want.layers[layer]) > 0 {
				t.Errorf("layer %d is lost", layer)
			}
			if !have[layer] {
				if err := b.Put(layer, want.layers[layer], want.values[layer]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := b.Commit(want.Solution); err != nil {
			t.Fatal(err)
		}
		if err := damaged[uint64](t, db, g, want); err != nil {
			t.Error(err)
		}
	}
}

// untidy is a builder whose journal cannot be closed any more once the finished
// table is written, so that tidying up fails.
type untidy struct{ *Builder[uint64] }

func (b untidy) fill(w *kvWriter, records []record, h *Header) error {
	return errors.Join(b.Builder.fill(w, records, h), b.journal.file.Close())
}

// TestCommitSucceedsOnceTheTableHasItsPlace lets everything fail that comes after
// the table has got its place.
func TestCommitSucceedsOnceTheTableHasItsPlace(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	b := create(t, db, g, Options{Force: true, Tool: "new"})
	want.put(t, b, 0)
	if err := b.commit(want.Solution, untidy{b}); err != nil {
		t.Errorf("the table is there, but: %v", err)
	}
	if h := open(t, db, games.Game[uint64](g)).Header(); h.Tool != "new" {
		t.Errorf("the table of %q is read", h.Tool)
	}
	if _, err := Create(db, games.Game[uint64](g), Options{}); !errors.Is(err, ErrExists) {
		t.Errorf("create: %v", err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("left %v", got)
	}
}
