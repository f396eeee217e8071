package write

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// altered is a game with the same name but different rules.
type altered struct {
	*tablebasetest.Dag[uint64]
	total int
}

func (g altered) Info() *games.Info {
	info := *g.Dag.Info()
	info.Total = g.total
	return &info
}

func TestPutRecordsRejectsDamage(t *testing.T) {
	g, _ := tablebasetest.Example()
	b := begin(t, t.TempDir(), g, store.Options{})
	defer b.Close()
	good := new(block.Codec[uint64]).AppendRecords(nil, 2, []uint64{3, 5, 8}, make([]value.Value, 3))
	long, flipped := bytes.Clone(good), bytes.Clone(good)
	long[3] = 0xff
	flipped[len(flipped)-12] ^= 1
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"two records", append(bytes.Clone(good), good...), nil},
		{"a cut record", good[:len(good)-1], store.ErrFormat},
		{"a cut head", good[:9], store.ErrFormat},
		{"a wrong size", long, store.ErrFormat},
		{"a flipped bit", flipped, store.ErrChecksum},
	} {
		if err := b.PutRecords(c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if n := len(b.Records()); n != 2 || b.Records()[1].Count != 3 {
		t.Errorf("%d records, want 2 with 3 states", n)
	}
}

func TestResume(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	b := begin(t, db, g, store.Options{})
	want.Put(t, b, 3)
	if err := os.WriteFile(filepath.Join(b.WorkDir(), "checkpoint"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := tablebase.Open[uint64](db, g); !errors.Is(err, store.ErrNoTable) || !strings.Contains(err.Error(), "(only partially solved)") {
		t.Errorf("a half table can be opened: %v", err)
	}
	// An incomplete record at the end is truncated.
	f, err := os.OpenFile(filepath.Join(b.Partial.Folder(), "journal"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\x10\x00\x00\x00b torn record"); err != nil {
		t.Fatal(err)
	}
	f.Close()

	list, err := store.List(db)
	n := int64(0)
	for _, l := range want.Layers[3:] {
		n += l.States
	}
	if err != nil || len(list) != 1 || !list[0].Partial || list[0].Busy || list[0].States != n || list[0].Name != g.Description.Name {
		t.Errorf("list %+v %v, want %d states", list, err, n)
	}
	now := func() time.Time { return time.Unix(1e9, 0) }
	b = begin(t, db, g, store.Options{Now: now})
	if data, err := os.ReadFile(filepath.Join(b.WorkDir(), "checkpoint")); string(data) != "x" {
		t.Errorf("the solver's file: %q %v", data, err)
	}
	if list, _ := store.List(db); len(list) != 1 || !list[0].Busy {
		t.Errorf("list of a busy one %+v", list)
	}
	if err := b.Commit(want.Solution); err == nil || !strings.Contains(err.Error(), "are missing") {
		t.Errorf("commit of a part: %v", err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder + ".partial"}) {
		t.Errorf("after a failed commit: %v", got)
	}
	want.Put(t, b, 2) // put existing layers again
	want.Put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("after commit: %v", got)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Error(err)
	}
	// Blocks that are put in a different order produce the same bytes.
	other := t.TempDir()
	b = begin(t, other, g, store.Options{Now: now})
	for _, layer := range rand.Perm(len(want.StatesOf)) {
		if err := b.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"000001.sst", "MANIFEST"} {
		x, err1 := os.ReadFile(filepath.Join(db, tablebasetest.ExampleFolder, name))
		y, err2 := os.ReadFile(filepath.Join(other, tablebasetest.ExampleFolder, name))
		if err := errors.Join(err1, err2); err != nil || !slices.Equal(x, y) {
			t.Errorf("%s differs: %d and %d bytes, %v", name, len(x), len(y), err)
		}
	}
}

func TestOnlyTheLastBlockOfALayerMayBeIncomplete(t *testing.T) {
	solution := &job.Solution{Layers: []job.LayerStats{{States: job.BlockStates + 1}}}
	for _, test := range []struct {
		counts [2]int
		want   string
	}{
		{[2]int{job.BlockStates, 1}, "<nil>"},
		{[2]int{1, job.BlockStates}, "layer 0: block has 1 states, expected 4096"},
	} {
		var records []store.Record
		for i, count := range test.counts {
			records = append(records, store.Record{Key: string(store.BlockKey(nil, 0, uint64(i))), Count: count})
		}
		if got := fmt.Sprint(new(Builder[uint64]).Complete(records, solution)); got != test.want {
			t.Errorf("blocks of %v states: error %s, want %s", test.counts, got, test.want)
		}
	}
}

func TestOneBuilderAtATime(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	b := begin(t, db, g, store.Options{})
	for _, o := range []store.Options{{}, {Force: true}} {
		if _, err := Create(db, games.Game[uint64](g), o); !errors.Is(err, store.ErrBusy) || !strings.Contains(err.Error(), g.Description.Name) {
			t.Errorf("second builder: %v", err)
		}
	}
	if err := store.Delete(db, g.Description.Name); !errors.Is(err, store.ErrBusy) {
		t.Errorf("delete: %v", err)
	}
	want.Put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	_, err := Create(db, games.Game[uint64](g), store.Options{})
	if !errors.Is(err, store.ErrExists) {
		t.Errorf("builder of a finished table: %v", err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("left: %v", got)
	}
}

func TestForce(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	reader := tablebasetest.Open(t, db, games.Game[uint64](g))
	b := begin(t, db, g, store.Options{Force: true, Tool: "second"})
	want.Put(t, b, 4)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("the old table while a new one is built: %v", err)
	}
	b = begin(t, db, g, store.Options{Force: true, Tool: "third"})
	if len(b.Partial.Records()) != 0 {
		t.Error("force does not start over")
	}
	want.Put(t, b, 0)
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if h := tablebasetest.Open(t, db, games.Game[uint64](g)).Header(); h.Tool != "third" {
		t.Errorf("made by %s", h.Tool)
	}
	if _, err := reader.Probe(nil, want.StatesOf[3]); err != nil {
		t.Errorf("a reader of the table that was replaced: %v", err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tablebasetest.ExampleFolder}) {
		t.Errorf("left: %v", got)
	}
	if err := store.Delete(db, g.Description.Name); err != nil || len(namesIn(t, db)) != 0 {
		t.Errorf("delete: %v, left %v", err, namesIn(t, db))
	}
}

func TestForeignAndNewer(t *testing.T) {
	g, want := tablebasetest.Example()
	other := altered{g, 90}
	for _, partial := range []bool{false, true} {
		db := t.TempDir()
		file := filepath.Join(db, tablebasetest.ExampleFolder, "seal.json")
		if partial {
			b := begin(t, db, g, store.Options{Tool: "test"})
			want.Put(t, b, 3)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			file = filepath.Join(b.Partial.Folder(), "plan.json")
		} else {
			build(t, db, g, want)
		}
		var foreign *store.ForeignError
		_, err := Create(db, games.Game[uint64](other), store.Options{})
		if !errors.As(err, &foreign) || foreign.Have != games.RulesDigest[uint64](g) || foreign.Want != games.RulesDigest[uint64](other) {
			t.Errorf("partial %v: create with other rules: %v", partial, err)
		}
		if !partial {
			if _, err := tablebase.Open[uint64](db, other); !errors.As(err, &foreign) {
				t.Errorf("open with other rules: %v", err)
			}
		}
		// A newer format.
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(data), "\n")
		newer := strings.Replace(text, `"Format":2`, `"Format":3`, 1)
		rest := fmt.Appendf(nil, "%s\n%016x\n", newer, xxhash.Sum64String(newer))
		if err := os.WriteFile(file, rest, 0o666); err != nil {
			t.Fatal(err)
		}
		var version *store.VersionError
		if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.As(err, &version) || version.Have != 3 || version.Tool != "test" || !strings.Contains(err.Error(), "zermelo test in format 3") {
			t.Errorf("partial %v: create over a newer format: %v", partial, err)
		}
		if !partial {
			if _, err := tablebase.Open[uint64](db, g); !errors.As(err, &version) {
				t.Errorf("open of a newer format: %v", err)
			}
			if list, err := store.List(db); err != nil || !errors.As(list[0].Err, &version) {
				t.Errorf("list of a newer format: %+v %v", list, err)
			}
		}
		// Damage.
		if err := os.WriteFile(file, data[:len(data)-3], 0o666); err != nil {
			t.Fatal(err)
		}
		var corrupt *store.CorruptError
		if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.As(err, &corrupt) || corrupt.Name != g.Description.Name {
			t.Errorf("partial %v: create over damage: %v", partial, err)
		}
		if list, err := store.List(db); err != nil || !errors.As(list[0].Err, &corrupt) || list[0].Name != g.Description.Name {
			t.Errorf("partial %v: list of damage: %+v %v", partial, list, err)
		}
		// Force ignores all of these errors.
		b := begin(t, db, g, store.Options{Force: true})
		want.Put(t, b, 0)
		if err := b.Commit(want.Solution); err != nil {
			t.Fatal(err)
		}
		if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
			t.Error(err)
		}
	}
}

func TestFullDisk(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	free := int64(64 << 10)
	b := begin(t, db, g, store.Options{Force: true, FreeSpace: func(string) (int64, error) { return free, nil }})
	want.Put(t, b, 1)
	want.Put(t, b, 0)
	if err := b.Commit(want.Solution); !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "64 KiB left, but 67 KiB are required") {
		t.Errorf("commit: %v", err)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("the old table: %v", err)
	}
	free *= 2
	if err := b.Commit(want.Solution); err != nil {
		t.Errorf("commit with room: %v", err)
	}
}

// TestNoRoomIsToldBeforeTheWork begins a table on a disk that is already full.
func TestNoRoomIsToldBeforeTheWork(t *testing.T) {
	g, _ := tablebasetest.Example()
	db := t.TempDir()
	none := func(string) (int64, error) { return 64<<10 - 1, nil }
	if _, err := Create(db, games.Game[uint64](g), store.Options{FreeSpace: none}); !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "has 63 KiB left, but 64 KiB are required") {
		t.Errorf("create: %v", err)
	}
	if left := namesIn(t, db); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("this user may write everywhere")
	}
	g, want := tablebasetest.Example()
	db := t.TempDir()
	build(t, db, g, want)
	for path, mode := range map[string]os.FileMode{db: 0o555, filepath.Join(db, tablebasetest.ExampleFolder): 0o555} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(path, 0o755)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("reading: %v", err)
	}
	if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.Is(err, store.ErrExists) {
		t.Errorf("create: %v", err)
	}
	if _, err := Create(db, games.Game[uint64](g), store.Options{Force: true}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("create with force: %v", err)
	}
	if err := store.Delete(db, g.Description.Name); !errors.Is(err, os.ErrPermission) {
		t.Errorf("delete: %v", err)
	}
	if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
		t.Errorf("reading again: %v", err)
	}
}
