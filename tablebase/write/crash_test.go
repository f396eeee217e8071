package write

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
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestCrashAtEnd checks all states in which a crash can leave the folders while a
// table is moved into place.
func TestCrashAtEnd(t *testing.T) {
	g, want := tablebasetest.Example()
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
		b := begin(t, db, g, store.Options{Force: true, Tool: "new"})
		want.Put(t, b, 0)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		// Another builder continues from this state in another directory and
		// completes the table.
		dir, elsewhere := filepath.Join(db, tablebasetest.ExampleFolder), t.TempDir()
		there := filepath.Join(elsewhere, tablebasetest.ExampleFolder)
		if err := os.CopyFS(there+".partial", os.DirFS(dir+".partial")); err != nil {
			t.Fatal(err)
		}
		if err := begin(t, elsewhere, g, store.Options{Tool: "new"}).Commit(want.Solution); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(dir+".partial", "final"), os.DirFS(there)); err != nil {
			t.Fatal(err)
		}
		return db, dir
	}
	check := func(db, tool string, left ...string) {
		t.Helper()
		if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
			t.Errorf("before it is cleaned up: %v", err)
		}
		if h := tablebasetest.Open(t, db, games.Game[uint64](g)).Header(); h.Tool != tool {
			t.Errorf("the table of %q is read, want %q", h.Tool, tool)
		}
		list, err := store.List(db)
		finished := 0
		for _, s := range list {
			if !s.Partial {
				finished++
			}
		}
		if err != nil || finished != 1 {
			t.Errorf("list %+v %v", list, err)
		}
		if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.Is(err, store.ErrExists) {
			t.Errorf("create: %v", err)
		}
		if h := tablebasetest.Open(t, db, games.Game[uint64](g)).Header(); h.Tool != tool {
			t.Errorf("after that the table of %q is read, want %q", h.Tool, tool)
		}
		if got := namesIn(t, db); !slices.Equal(got, left) {
			t.Errorf("left %v, want %v", got, left)
		}
	}
	t.Run("before", func(t *testing.T) {
		db, _ := setup()
		check(db, "test", tablebasetest.ExampleFolder, tablebasetest.ExampleFolder+".partial")
	})
	t.Run("old aside", func(t *testing.T) {
		db, dir := setup()
		move(dir, dir+".old")
		check(db, "test", tablebasetest.ExampleFolder, tablebasetest.ExampleFolder+".partial")
	})
	t.Run("new in", func(t *testing.T) {
		db, dir := setup()
		move(dir, dir+".old")
		move(filepath.Join(dir+".partial", "final"), dir)
		check(db, "new", tablebasetest.ExampleFolder)
	})
	t.Run("old gone", func(t *testing.T) {
		db, dir := setup()
		move(dir, filepath.Join(db, "elsewhere"))
		move(filepath.Join(dir+".partial", "final"), dir)
		if err := os.RemoveAll(filepath.Join(db, "elsewhere")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir+".partial"+".trash-"+"1", 0o777); err != nil {
			t.Fatal(err)
		}
		check(db, "new", tablebasetest.ExampleFolder)
	})
}

// awaitEntry waits until another process has created an entry in a folder.
func awaitEntry(t *testing.T, dir string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); len(namesIn(t, dir)) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the other process makes nothing")
		}
	}
}

// killedEnv is the environment variable with the data directory of the process that
// TestKilled kills.
const killedEnv = "ZERMELO_TEST_KILLED"

// TestKilled kills a builder at random moments. Synced blocks must survive, and an
// incomplete table must never be readable.
func TestKilled(t *testing.T) {
	g, want := tablebasetest.Example()
	if db := os.Getenv(killedEnv); db != "" {
		for {
			b := begin(t, db, g, store.Options{Force: true})
			for layer := len(want.StatesOf) - 1; layer >= 0; layer-- {
				if err := errors.Join(b.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]), b.Sync()); err != nil {
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
		err := tablebasetest.Damaged[uint64](t, db, g, want)
		committed := strings.Contains(out.String(), "committed")
		if err != nil && !errors.Is(err, store.ErrNoTable) || committed && err != nil {
			t.Errorf("after %q: %v", out.String(), err)
		}
		b, err := Create(db, games.Game[uint64](g), store.Options{})
		if errors.Is(err, store.ErrExists) {
			continue
		}
		if err != nil || committed {
			t.Fatalf("after %q: %v", out.String(), err)
		}
		have := map[int]bool{}
		for _, r := range b.Partial.Records() {
			have[r.Layer()] = true
		}
		for layer := range want.StatesOf {
			if strings.Contains(out.String(), fmt.Sprintf("synced %d\n", layer)) && !have[layer] && len(want.StatesOf[layer]) > 0 {
				t.Errorf("layer %d is lost", layer)
			}
			if !have[layer] {
				if err := b.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := b.Commit(want.Solution); err != nil {
			t.Fatal(err)
		}
		if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
			t.Error(err)
		}
	}
}

// untidy is a builder that stops as soon as the finished table has been written,
// without cleaning up.
type untidy struct{ *Builder[uint64] }

func (b untidy) Fill(w *store.Writer, records []store.Record, h *store.Header) error {
	return errors.Join(b.Builder.Fill(w, records, h), b.Close())
}

// TestCommitSucceedsOnceTheTableHasItsPlace skips the cleanup after a table has
// been moved into place. The next builder must clean up.
func TestCommitSucceedsOnceTheTableHasItsPlace(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	b := begin(t, db, g, store.Options{Force: true, Tool: "new"})
	want.Put(t, b, 0)
	if err := b.Partial.Commit(want.Solution, untidy{b}); err != nil {
		t.Errorf("the table is there, but: %v", err)
	}
	if h := tablebasetest.Open(t, db, games.Game[uint64](g)).Header(); h.Tool != "new" {
		t.Errorf("the table of %q is read", h.Tool)
	}
	if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.Is(err, store.ErrExists) {
		t.Errorf("create: %v", err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("left %v", got)
	}
}
