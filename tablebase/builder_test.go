package tablebase

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/value"
)

// altered is a game with other rules behind the same name.
type altered struct {
	*dag[uint64]
	total int
}

func (g altered) Info() *games.Info {
	info := *g.dag.Info()
	info.Total = g.total
	return &info
}

// names lists the entries of a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func example() (*dag[uint64], *solution[uint64]) {
	g := newDag[uint64](7, value.Alternating, 6, 30, false)
	return g, naive[uint64](g)
}

const exampleFolder = "dag,seed=7,kind=0"

func create[S games.State](t *testing.T, db string, g games.Game[S], o Options) *Builder[S] {
	t.Helper()
	b, err := Create(db, g, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestResume(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	b := create(t, db, g, Options{})
	want.put(t, b, 3)
	if err := os.WriteFile(filepath.Join(b.WorkDir(), "checkpoint"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open[uint64](db, g); !errors.Is(err, ErrNoTable) || !strings.Contains(err.Error(), "go on with") {
		t.Errorf("a half table can be opened: %v", err)
	}
	// A torn record at the end is cut off.
	f, err := os.OpenFile(filepath.Join(b.partial(), journalFile), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\x10\x00\x00\x00b torn record"); err != nil {
		t.Fatal(err)
	}
	f.Close()

	list, err := List(db)
	n := int64(0)
	for _, l := range want.Layers[3:] {
		n += l.States
	}
	if err != nil || len(list) != 1 || !list[0].Partial || list[0].Busy || list[0].States != n || list[0].Name != g.info.Name {
		t.Errorf("list %+v %v, want %d states", list, err, n)
	}
	now := func() time.Time { return time.Unix(1e9, 0) }
	b = create(t, db, g, Options{now: now})
	if data, err := os.ReadFile(filepath.Join(b.WorkDir(), "checkpoint")); string(data) != "x" {
		t.Errorf("the solver's file: %q %v", data, err)
	}
	if list, _ := List(db); len(list) != 1 || !list[0].Busy {
		t.Errorf("list of a busy one %+v", list)
	}
	if err := b.Commit(want.Solution); err == nil || !strings.Contains(err.Error(), "layer 0 lacks") {
		t.Errorf("commit of a part: %v", err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder + partialSuffix}) {
		t.Errorf("after a failed commit: %v", got)
	}
	want.put(t, b, 2) // layers that are there are put again
	want.put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("after commit: %v", got)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
	// The same table, put in another order, has the same bytes.
	other := t.TempDir()
	b = create(t, other, g, Options{now: now})
	for _, layer := range rand.Perm(len(want.layers)) {
		if err := b.Put(layer, want.layers[layer], want.values[layer]); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"000001.sst", "MANIFEST"} {
		x, err1 := os.ReadFile(filepath.Join(db, exampleFolder, name))
		y, err2 := os.ReadFile(filepath.Join(other, exampleFolder, name))
		if err := errors.Join(err1, err2); err != nil || !slices.Equal(x, y) {
			t.Errorf("%s differs: %d and %d bytes, %v", name, len(x), len(y), err)
		}
	}
}

func TestOneBuilderAtATime(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	b := create(t, db, g, Options{})
	for _, o := range []Options{{}, {Force: true}} {
		if _, err := Create(db, games.Game[uint64](g), o); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), g.info.Name) {
			t.Errorf("second builder: %v", err)
		}
	}
	if err := Delete(db, g.info.Name); !errors.Is(err, ErrBusy) {
		t.Errorf("delete: %v", err)
	}
	want.put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	_, err := Create(db, games.Game[uint64](g), Options{})
	if !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("builder of a finished table: %v", err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("left: %v", got)
	}
}

func TestForce(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	reader := open(t, db, games.Game[uint64](g))
	b := create(t, db, g, Options{Force: true, Tool: "second"})
	want.put(t, b, 4)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("the old table while a new one is built: %v", err)
	}
	b = create(t, db, g, Options{Force: true, Tool: "third"})
	if len(b.journal.records) != 0 {
		t.Error("force does not start over")
	}
	want.put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if h := open(t, db, games.Game[uint64](g)).Header(); h.Tool != "third" {
		t.Errorf("made by %s", h.Tool)
	}
	if _, err := reader.Probe(nil, want.layers[3]); err != nil {
		t.Errorf("a reader of the table that was replaced: %v", err)
	}
	if got := names(t, db); !slices.Equal(got, []string{exampleFolder}) {
		t.Errorf("left: %v", got)
	}
	if err := Delete(db, g.info.Name); err != nil || len(names(t, db)) != 0 {
		t.Errorf("delete: %v, left %v", err, names(t, db))
	}
}

func TestForeignAndNewer(t *testing.T) {
	g, want := example()
	other := altered{g, 90}
	for _, partial := range []bool{false, true} {
		db := t.TempDir()
		file := filepath.Join(db, exampleFolder, sealFile)
		if partial {
			b := create(t, db, g, Options{Tool: "test"})
			want.put(t, b, 3)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			file = filepath.Join(b.partial(), planFile)
		} else {
			build(t, db, g, want)
		}
		var foreign *ForeignError
		_, err := Create(db, games.Game[uint64](other), Options{})
		if !errors.As(err, &foreign) || foreign.Have != games.RulesDigest[uint64](g) || foreign.Want != games.RulesDigest[uint64](other) || !strings.Contains(err.Error(), "--force") {
			t.Errorf("partial %v: create with other rules: %v", partial, err)
		}
		if !partial {
			if _, err := Open[uint64](db, other); !errors.As(err, &foreign) {
				t.Errorf("open with other rules: %v", err)
			}
		}
		// A newer format.
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(data), "\n")
		newer := strings.Replace(text, `"Format":1`, `"Format":2`, 1)
		rest := sealed(rawJSON(newer))
		if err := os.WriteFile(file, rest, 0o666); err != nil {
			t.Fatal(err)
		}
		var version *VersionError
		if _, err := Create(db, games.Game[uint64](g), Options{}); !errors.As(err, &version) || version.Have != 2 || version.Tool != "test" || !strings.Contains(err.Error(), "zermelo test in format 2") {
			t.Errorf("partial %v: create over a newer format: %v", partial, err)
		}
		if !partial {
			if _, err := Open[uint64](db, g); !errors.As(err, &version) {
				t.Errorf("open of a newer format: %v", err)
			}
			if list, err := List(db); err != nil || !errors.As(list[0].Err, &version) {
				t.Errorf("list of a newer format: %+v %v", list, err)
			}
		}
		// Damage.
		if err := os.WriteFile(file, data[:len(data)-3], 0o666); err != nil {
			t.Fatal(err)
		}
		var corrupt *CorruptError
		if _, err := Create(db, games.Game[uint64](g), Options{}); !errors.As(err, &corrupt) || corrupt.Name != g.info.Name || !strings.Contains(err.Error(), "--force") {
			t.Errorf("partial %v: create over damage: %v", partial, err)
		}
		if list, err := List(db); err != nil || !errors.As(list[0].Err, &corrupt) || list[0].Name != g.info.Name {
			t.Errorf("partial %v: list of damage: %+v %v", partial, list, err)
		}
		// Force gets over all of that.
		b := create(t, db, g, Options{Force: true})
		want.put(t, b, 0)
		if err := b.Commit(want.Solution); err != nil {
			t.Fatal(err)
		}
		if err := damaged[uint64](t, db, g, want); err != nil {
			t.Error(err)
		}
	}
}

// rawJSON is JSON that is there already.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

func TestFullDisk(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	free := int64(spare)
	b := create(t, db, g, Options{Force: true, freeSpace: func(string) (int64, error) { return free, nil }})
	want.put(t, b, 1)
	// A device that is always full stands in for the journal's disk.
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	good := b.journal.file
	b.journal.file = full
	if err := b.Put(0, want.layers[0], want.values[0]); !errors.Is(err, ErrFull) {
		t.Errorf("put: %v", err)
	}
	b.journal.file = good
	full.Close()
	want.put(t, b, 0)
	if err := b.Commit(want.Solution); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "64 KiB left, 67 KiB are needed") {
		t.Errorf("commit: %v", err)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("the old table: %v", err)
	}
	free *= 2
	if err := b.Commit(want.Solution); err != nil {
		t.Errorf("commit with room: %v", err)
	}
}

// TestNoRoomIsToldBeforeTheWork begins a table where the disk is full already.
func TestNoRoomIsToldBeforeTheWork(t *testing.T) {
	g, _ := example()
	db := t.TempDir()
	none := func(string) (int64, error) { return spare - 1, nil }
	if _, err := Create(db, games.Game[uint64](g), Options{freeSpace: none}); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "has 63 KiB left, 64 KiB are needed") {
		t.Errorf("create: %v", err)
	}
	if left := names(t, db); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("this user may write everywhere")
	}
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	for path, mode := range map[string]os.FileMode{db: 0o555, filepath.Join(db, exampleFolder): 0o555} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(path, 0o755)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("reading: %v", err)
	}
	if _, err := Create(db, games.Game[uint64](g), Options{}); !errors.Is(err, ErrExists) {
		t.Errorf("create: %v", err)
	}
	if _, err := Create(db, games.Game[uint64](g), Options{Force: true}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("create with force: %v", err)
	}
	if err := Delete(db, g.info.Name); !errors.Is(err, os.ErrPermission) {
		t.Errorf("delete: %v", err)
	}
	if err := damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("reading again: %v", err)
	}
}

func TestFolderNames(t *testing.T) {
	long := "breakthrough:holes=" + strings.Repeat("1.1+", 100)
	for name, want := range map[string]string{
		"tron": "tron",
		"breakthrough:size=5x5,captures=diagonal": "breakthrough,size=5x5,captures=diagonal",
		long: strings.ReplaceAll(long, ":", ",")[:maxFolderName-17] + "~",
	} {
		got := folderName(name)
		if !strings.HasPrefix(got, want) || len(got) > maxFolderName {
			t.Errorf("%s: %s", name, got)
		}
		if len(name) < maxFolderName && variantOf(got) != name {
			t.Errorf("%s: %s", name, variantOf(got))
		}
	}
	if folderName(long) == folderName(long+"2.2") {
		t.Error("two long names share a folder")
	}
}
