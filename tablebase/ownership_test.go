package tablebase

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// nameless is a game under any name.
type nameless struct {
	*dag[uint64]
	name string
}

func (g nameless) Info() *games.Info {
	info := *g.dag.Info()
	info.Name = g.name
	return &info
}

// write makes a file and the folders above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestMalformedNamesTouchNothing makes, opens and deletes tables under names that
// lead to the data directory itself or out of it.
func TestMalformedNamesTouchNothing(t *testing.T) {
	g, want := example()
	above := t.TempDir()
	db := filepath.Join(above, "db")
	build(t, db, g, want)
	write(t, filepath.Join(above, "letter"), "dear")
	for _, name := range []string{"", ".", "..", "../x", "a/b", "/", ".proof", "x.partial", "x.old", "x.trash-1", "x.aside-1"} {
		var input *games.InputError
		if _, err := Create[uint64](db, nameless{g, name}, Options{Force: true}); !errors.As(err, &input) {
			t.Errorf("create %q: %v", name, err)
		}
		if _, err := Open[uint64](db, nameless{g, name}); !errors.As(err, &input) {
			t.Errorf("open %q: %v", name, err)
		}
		if err := Delete(db, name); !errors.As(err, &input) {
			t.Errorf("delete %q: %v", name, err)
		}
		if _, err := Size(db, name); !errors.As(err, &input) {
			t.Errorf("size of %q: %v", name, err)
		}
		if _, err := EditionOf(db, name); !errors.As(err, &input) {
			t.Errorf("edition of %q: %v", name, err)
		}
	}
	if got := names(t, above); !slices.Equal(got, []string{"db", "letter"}) {
		t.Errorf("left %v", got)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("left in the data directory: %v", got)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
}

// TestStrangeFoldersAreKept puts what is no table into the places of one.
func TestStrangeFoldersAreKept(t *testing.T) {
	g, want := example()
	other, otherWant := nameless{g, "other"}, want
	strange := func(db, suffix string) { write(t, filepath.Join(db, exampleFolder+suffix, "thesis.txt"), "years") }
	for name, place := range map[string]func(db string){
		"in the place of the table":     func(db string) { strange(db, "") },
		"in that of the partial table":  func(db string) { strange(db, partialSuffix) },
		"in that of the table replaced": func(db string) { strange(db, oldSuffix) },
		"a journal without a plan":      func(db string) { write(t, filepath.Join(db, exampleFolder+partialSuffix, journalFile), "days") },
		"the table of another variant": func(db string) {
			build[uint64](t, db, other, otherWant)
			if err := os.Rename(filepath.Join(db, "other"), filepath.Join(db, exampleFolder)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := t.TempDir()
			place(db)
			before := tree(t, db)
			var strange *NotOwnedError
			if _, err := Create(db, games.Game[uint64](g), Options{Force: true}); !errors.As(err, &strange) || strange.Name != g.info.Name {
				t.Errorf("create with force: %v", err)
			}
			if err := Delete(db, g.info.Name); !errors.As(err, &strange) {
				t.Errorf("delete: %v", err)
			}
			if after := tree(t, db); !slices.Equal(before, after) {
				t.Errorf("before %v\nafter  %v", before, after)
			}
			if folder := strange.Dir; len(names(t, folder)) == 0 {
				t.Errorf("%s is empty", folder)
			}
		})
	}
	t.Run("named like one on its way out", func(t *testing.T) {
		db := t.TempDir()
		strange(db, trashSuffix+"1")
		write(t, filepath.Join(db, exampleFolder+trashSuffix+"2", trashed, "thesis.txt"), "years")
		if err := os.MkdirAll(filepath.Join(db, exampleFolder+trashSuffix+"3"), 0o777); err != nil {
			t.Fatal(err)
		}
		build(t, db, g, want)
		if got := names(t, db); !slices.Equal(got, []string{exampleFolder, exampleFolder + trashSuffix + "1", exampleFolder + trashSuffix + "2"}) {
			t.Errorf("left %v", got)
		}
	})
}

// tree lists all files below a folder.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestTableWithoutSealIsSetAside makes a table anew where the seal of the one that
// is there is gone: nobody knows what it was, so it is kept.
func TestTableWithoutSealIsSetAside(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	if err := os.Remove(filepath.Join(db, exampleFolder, sealFile)); err != nil {
		t.Fatal(err)
	}
	var warnings []error
	b := create(t, db, g, Options{Force: true, Warn: func(w error) { warnings = append(warnings, w) }})
	want.put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
	got := names(t, db)
	if len(got) != 2 || got[0] != exampleFolder || !strings.HasPrefix(got[1], exampleFolder+asideSuffix) {
		t.Fatalf("left %v", got)
	}
	if kept := names(t, filepath.Join(db, got[1])); !slices.Equal(kept, []string{"000001.sst", "MANIFEST"}) {
		t.Errorf("kept %v", kept)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0].Error(), got[1]) {
		t.Errorf("warnings: %v", warnings)
	}
	if list, err := List(db); err != nil || len(list) != 1 {
		t.Errorf("list %+v %v", list, err)
	}
}

// TestCrashWhileRemovingIsClearedUp stops discard when all is gone but the file
// that says whose the folder is.
func TestCrashWhileRemovingIsClearedUp(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	seal, err := os.ReadFile(filepath.Join(db, exampleFolder, sealFile))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(db, exampleFolder+trashSuffix+"17", trashed, sealFile), string(seal))
	b := create(t, db, g, Options{Force: true})
	if err := b.Discard(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("left %v", got)
	}
}
