package write

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/tier"
)

func TestResumeTiers(t *testing.T) {
	g, want := tablebasetest.ExampleTiers()
	db := t.TempDir()
	now := func() time.Time { return time.Unix(1e9, 0) }
	b := beginTiers(t, db, g, store.Options{Now: now})
	want.Put(t, b, 1)
	want.Put(t, b, 0)
	// Wrong values for an unfinished tier are replaced below.
	if err := b.PutCells(2, 0, slices.Repeat([]value.Cell{value.Draw}, job.BlockCells)); err != nil {
		t.Fatal(err)
	}
	if err := b.FinishTier(2, want.Tiers[2].TierStats); err == nil || !strings.Contains(err.Error(), "tier t2: block 1 of 2 is missing") {
		t.Errorf("half a tier is finished: %v", err)
	}
	if err := b.Commit(want.Solution); err == nil || !strings.Contains(err.Error(), "tier t2 is not finished") {
		t.Errorf("commit of a part: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(b.Partial.Folder(), "journal"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\x10\x00\x00\x00t torn record"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	list, err := store.List(db)
	if n := want.Tiers[0].Used + want.Tiers[1].Used + job.BlockCells; err != nil || len(list) != 1 || !list[0].Partial || list[0].States != n {
		t.Errorf("list %+v %v, want %d states", list, err, n)
	}

	b = beginTiers(t, db, g, store.Options{Now: now})
	stats := map[int]job.TierStats{0: want.Tiers[0].TierStats, 1: want.Tiers[1].TierStats}
	if got := b.Finished(); !reflect.DeepEqual(got, stats) {
		t.Errorf("finished %+v", got)
	}
	for tier := range stats {
		got := make([]value.Cell, len(want.Cells[tier]))
		if err := b.ReadCells(tier, 0, got); err != nil || !slices.Equal(got, want.Cells[tier]) {
			t.Errorf("tier %d: %v", tier, err)
		}
	}
	wrong := want.Tiers[2].TierStats
	wrong.Used++
	want.Put(t, b, 2)
	if err := b.FinishTier(2, wrong); err == nil || !strings.Contains(err.Error(), "used indexes") {
		t.Errorf("wrong count: %v", err)
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if got := namesIn(t, db); !slices.Equal(got, []string{tiersFolder}) {
		t.Errorf("after commit: %v", got)
	}
	if err := tablebasetest.TiersRight(t, tablebasetest.Open[uint64](t, db, g), g, want); err != nil {
		t.Error(err)
	}

	// Blocks that are put in a different order and by several goroutines produce
	// the same bytes.
	other := t.TempDir()
	b = beginTiers(t, other, g, store.Options{Now: now})
	var all sync.WaitGroup
	for _, tier := range rand.Perm(len(want.Cells)) {
		all.Go(func() { want.Put(t, b, tier) })
	}
	all.Wait()
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"000001.sst", "MANIFEST"} {
		x, err1 := os.ReadFile(filepath.Join(db, tiersFolder, name))
		y, err2 := os.ReadFile(filepath.Join(other, tiersFolder, name))
		if err := errors.Join(err1, err2); err != nil || !slices.Equal(x, y) {
			t.Errorf("%s differs: %d and %d bytes, %v", name, len(x), len(y), err)
		}
	}
}

// TestReadCells reads parts of a tier from the journal.
func TestReadCells(t *testing.T) {
	g, want := tablebasetest.ExampleTiers()
	b := beginTiers(t, t.TempDir(), g, store.Options{})
	defer b.Close()
	want.Put(t, b, 2)
	for _, from := range []int{0, job.BlockCells} {
		for _, to := range []int{job.BlockCells, len(want.Cells[2])} {
			if from >= to {
				continue
			}
			got := slices.Repeat([]value.Cell{99}, to-from)
			if err := b.ReadCells(2, uint64(from), got); err != nil || !slices.Equal(got, want.Cells[2][from:to]) {
				t.Errorf("%d to %d: %v", from, to, err)
			}
		}
	}
	if err := b.ReadCells(0, 0, make([]value.Cell, 5000)); err == nil || !strings.Contains(err.Error(), "tier t0") {
		t.Errorf("a tier that was not put: %v", err)
	}
}

// TestKilledTiers kills a builder at random moments. Finished tiers must survive,
// and an incomplete table must never be readable.
func TestKilledTiers(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 3, Sizes: []uint64{100, 200, 300, 400}, Gaps: 3}
	want := tablebasetest.NaiveTiers(g)
	if db := os.Getenv(killedEnv); db != "" {
		for {
			b := beginTiers(t, db, g, store.Options{Force: true})
			for tier := range want.Cells {
				want.Put(t, b, tier)
				fmt.Printf("finished %d\n", tier)
			}
			if err := b.Commit(want.Solution); err != nil {
				t.Fatal(err)
			}
			fmt.Println("committed")
		}
	}
	for range 12 {
		db := t.TempDir()
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledTiers$")
		cmd.Env = append(os.Environ(), killedEnv+"="+db)
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitEntry(t, db)
		time.Sleep(time.Duration(rand.IntN(150)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		if strings.Contains(out.String(), "FAIL") {
			t.Fatalf("the other process failed: %s", out.String())
		}
		b, err := CreateTiers(db, games.Tiered[uint64](g), store.Options{})
		if committed := strings.Contains(out.String(), "committed"); committed != errors.Is(err, store.ErrExists) && (committed || err != nil && !errors.Is(err, store.ErrExists)) {
			t.Fatalf("after %q: %v", out.String(), err)
		}
		if err == nil {
			finished := b.Finished()
			for tier := range want.Cells {
				_, have := finished[tier]
				if !have && strings.Contains(out.String(), fmt.Sprintf("finished %d\n", tier)) {
					t.Errorf("tier %d is lost", tier)
				}
				if !have {
					want.Put(t, b, tier)
				}
			}
			if err := b.Commit(want.Solution); err != nil {
				t.Fatal(err)
			}
		}
		if err := tablebasetest.TiersRight(t, tablebasetest.Open[uint64](t, db, g), g, want); err != nil {
			t.Error(err)
		}
	}
}

func TestFullDiskTiers(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 3, Sizes: []uint64{100, 200}, Gaps: 3}
	want := tablebasetest.NaiveTiers(g)
	db := t.TempDir()
	buildTiers(t, db, g, want)
	free := int64(64 << 10)
	b := beginTiers(t, db, g, store.Options{Force: true, FreeSpace: func(string) (int64, error) { return free, nil }})
	want.Put(t, b, 0)
	want.Put(t, b, 1)
	if err := b.Commit(want.Solution); !errors.Is(err, store.ErrFull) {
		t.Errorf("commit: %v", err)
	}
	if err := tablebasetest.TiersRight(t, tablebasetest.Open[uint64](t, db, g), g, want); err != nil {
		t.Errorf("the old table: %v", err)
	}
	free *= 2
	if err := b.Commit(want.Solution); err != nil {
		t.Errorf("commit with room: %v", err)
	}
}

// TestResumeForeignJournal resumes a journal that contains a tier which the game
// does not have. The builder must release its lock.
func TestResumeForeignJournal(t *testing.T) {
	g, db := tablebasetest.Tiered{Seed: 3, Sizes: []uint64{100, 200}, Gaps: 3}, t.TempDir()
	b := beginTiers(t, db, g, store.Options{})
	if _, err := b.Partial.Put(tier.FinishedRecord(7, job.TierStats{}), 0); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	var corrupt *store.CorruptError
	if _, err := CreateTiers(db, games.Tiered[uint64](g), store.Options{}); !errors.As(err, &corrupt) {
		t.Errorf("resumed: %v", err)
	}
	if err := beginTiers(t, db, g, store.Options{Force: true}).Discard(); err != nil {
		t.Error(err)
	}
}

// renumbered is a game with the same name but different tiers.
type renumbered struct{ tablebasetest.Tiered }

func (g renumbered) Tiers() []games.Tier {
	list := slices.Clone(g.Tiered.Tiers())
	list[0].Name = "other"
	return list
}

// TestForeignTiers opens tables whose positions are numbered differently or not at
// all.
func TestForeignTiers(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 3, Sizes: []uint64{100, 200}, Gaps: 3}
	db := t.TempDir()
	buildTiers(t, db, g, tablebasetest.NaiveTiers(g))
	var foreign *store.ForeignError
	if _, err := tablebase.Open[uint64](db, renumbered{g}); !errors.As(err, &foreign) {
		t.Errorf("open with other tiers: %v", err)
	}
	b := beginTiers(t, db, g, store.Options{Force: true})
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(db, "tiered,seed=3,tiers=2")); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(db, games.Game[uint64](g), store.Options{}); !errors.As(err, &foreign) {
		t.Errorf("goes on with a table of states: %v", err)
	}
	if b, err := Create(db, games.Game[uint64](g), store.Options{Force: true}); err != nil {
		t.Error(err)
	} else if err := b.Discard(); err != nil {
		t.Error(err)
	}
}

// TestDamagedTiers flips bytes in a table and in its journal.
func TestDamagedTiers(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 3, Sizes: []uint64{1000, 20000}, Gaps: 3}
	t.Run("whole", func(t *testing.T) { testDamagedTiers(t, g, g) })
	t.Run("thinned", func(t *testing.T) { testDamagedTiers(t, tablebasetest.Thinned{Tiered: g}, g) })
}

func testDamagedTiers(t *testing.T, g games.Tiered[uint64], rules tablebasetest.Tiered) {
	want := tablebasetest.NaiveTiers(g)
	db := t.TempDir()
	buildTiers(t, db, g, want)
	path := filepath.Join(db, "tiered,seed=3,tiers=2", "000001.sst")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for try := range 150 {
		bad := slices.Clone(good)
		bad[rand.IntN(len(bad))] ^= 1 << rand.IntN(8)
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		var corrupt *store.CorruptError
		table, err := tablebase.Open[uint64](db, g)
		if err == nil {
			err = errors.Join(tablebasetest.TiersRight(t, table, rules, want), table.Close())
		}
		if !errors.As(err, &corrupt) {
			t.Errorf("try %d: %v", try, err)
		}
	}

	db = t.TempDir()
	b := beginTiers(t, db, g, store.Options{})
	want.Put(t, b, 0)
	want.Put(t, b, 1)
	r := b.journal.Blocks[1][0]
	flip(t, filepath.Join(b.Partial.Folder(), "journal"), r.At+int64(r.Size)/2)
	if err := b.ReadCells(1, 0, make([]value.Cell, 20000)); !errors.Is(err, store.ErrChecksum) {
		t.Errorf("read: %v", err)
	}
	var corrupt *store.CorruptError
	if err := b.Commit(want.Solution); !errors.As(err, &corrupt) {
		t.Errorf("commit: %v", err)
	}
	// After a crash, records that follow the damage are not trusted.
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = beginTiers(t, db, g, store.Options{})
	defer b.Close()
	if got := slices.Collect(maps.Keys(b.Finished())); !slices.Equal(got, []int{0}) {
		t.Errorf("finished %v", got)
	}
}
