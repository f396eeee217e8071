package write

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// nameless is a game whose name can be set.
type nameless struct {
	*tablebasetest.Dag[uint64]
	name string
}

func (g nameless) Info() *games.Info {
	info := *g.Dag.Info()
	info.Name = g.name
	return &info
}

// TestMalformedNamesTouchNothing builds, opens and deletes tables with names that
// refer to the data directory itself or to a path outside of it.
func TestMalformedNamesTouchNothing(t *testing.T) {
	g, want := tablebasetest.Example()
	above := t.TempDir()
	db := filepath.Join(above, "db")
	build(t, db, g, want)
	writeFile(t, filepath.Join(above, "letter"), "dear")
	for _, name := range []string{"", ".", "..", "../x", "a/b", "/", ".proof", "x.partial", "x.old", "x.trash-1", "x.aside-1"} {
		var input *games.InputError
		if _, err := Create[uint64](db, nameless{g, name}, store.Options{Force: true}); !errors.As(err, &input) {
			t.Errorf("create %q: %v", name, err)
		}
		if _, err := tablebase.Open[uint64](db, nameless{g, name}); !errors.As(err, &input) {
			t.Errorf("open %q: %v", name, err)
		}
		if err := store.Delete(db, name); !errors.As(err, &input) {
			t.Errorf("delete %q: %v", name, err)
		}
		if _, err := store.Size(db, name); !errors.As(err, &input) {
			t.Errorf("size of %q: %v", name, err)
		}
		if _, err := store.VersionOf(db, name); !errors.As(err, &input) {
			t.Errorf("version of %q: %v", name, err)
		}
	}
	if got := namesIn(t, above); !slices.Equal(got, []string{"db", "letter"}) {
		t.Errorf("left %v", got)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("left in the data directory: %v", got)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
}

// TestStrangeFoldersAreKept places folders that are not tables where a table would
// be.
func TestStrangeFoldersAreKept(t *testing.T) {
	g, want := tablebasetest.Example()
	other, otherWant := nameless{g, "other"}, want
	strange := func(db, suffix string) {
		writeFile(t, filepath.Join(db, tablebasetest.ExampleFolder+suffix, "thesis.txt"), "years")
	}
	for name, place := range map[string]func(db string){
		"in the place of the table":     func(db string) { strange(db, "") },
		"in that of the partial table":  func(db string) { strange(db, ".partial") },
		"in that of the table replaced": func(db string) { strange(db, ".old") },
		"a journal without a plan": func(db string) {
			writeFile(t, filepath.Join(db, tablebasetest.ExampleFolder+".partial", "journal"), "days")
		},
		"the table of another variant": func(db string) {
			build[uint64](t, db, other, otherWant)
			if err := os.Rename(filepath.Join(db, "other"), filepath.Join(db, tablebasetest.ExampleFolder)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := t.TempDir()
			place(db)
			before := tree(t, db)
			var strange *store.NotOwnedError
			if _, err := Create(db, games.Game[uint64](g), store.Options{Force: true}); !errors.As(err, &strange) || strange.Name != g.Description.Name {
				t.Errorf("create with force: %v", err)
			}
			if err := store.Delete(db, g.Description.Name); !errors.As(err, &strange) {
				t.Errorf("delete: %v", err)
			}
			if after := tree(t, db); !slices.Equal(before, after) {
				t.Errorf("before %v\nafter  %v", before, after)
			}
			if folder := strange.Dir; len(namesIn(t, folder)) == 0 {
				t.Errorf("%s is empty", folder)
			}
		})
	}
	t.Run("named like one on its way out", func(t *testing.T) {
		db := t.TempDir()
		strange(db, ".trash-"+"1")
		writeFile(t, filepath.Join(db, tablebasetest.ExampleFolder+".trash-"+"2", "x", "thesis.txt"), "years")
		if err := os.MkdirAll(filepath.Join(db, tablebasetest.ExampleFolder+".trash-"+"3"), 0o777); err != nil {
			t.Fatal(err)
		}
		build(t, db, g, want)
		if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder, tablebasetest.ExampleFolder + ".trash-" + "1", tablebasetest.ExampleFolder + ".trash-" + "2"}) {
			t.Errorf("left %v", got)
		}
	})
}

// TestTableWithoutSealIsSetAside builds a table in place of a table that has lost
// its seal. The old table cannot be identified, so it must be kept.
func TestTableWithoutSealIsSetAside(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	if err := os.Remove(filepath.Join(db, tablebasetest.ExampleFolder, "seal.json")); err != nil {
		t.Fatal(err)
	}
	var warnings []error
	b := begin(t, db, g, store.Options{Force: true, Warn: func(w error) { warnings = append(warnings, w) }})
	want.Put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
	got := namesIn(t, db)
	if len(got) != 2 || got[0] != tablebasetest.ExampleFolder || !strings.HasPrefix(got[1], tablebasetest.ExampleFolder+".aside-") {
		t.Fatalf("left %v", got)
	}
	if kept := namesIn(t, filepath.Join(db, got[1])); !slices.Equal(kept, []string{"000001.sst", "MANIFEST"}) {
		t.Errorf("kept %v", kept)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0].Error(), got[1]) {
		t.Errorf("warnings: %v", warnings)
	}
	if list, err := store.List(db); err != nil || len(list) != 1 {
		t.Errorf("list %+v %v", list, err)
	}
}

// TestCrashWhileRemovingIsClearedUp interrupts discard when only the file that
// identifies the variant is left.
func TestCrashWhileRemovingIsClearedUp(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	seal, err := os.ReadFile(filepath.Join(db, tablebasetest.ExampleFolder, "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(db, tablebasetest.ExampleFolder+".trash-"+"17", "x", "seal.json"), string(seal))
	b := begin(t, db, g, store.Options{Force: true})
	if err := b.Discard(); err != nil {
		t.Fatal(err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("left %v", got)
	}
}
