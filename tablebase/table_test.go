package tablebase_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/verify"
)

func TestTableHoldsWhatWasPut(t *testing.T) {
	for _, kind := range tablebasetest.Kinds() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(kind, seed), func(t *testing.T) {
				holds[uint64](t, tablebasetest.NewDag[uint64](seed, kind, 6, 30, false))
				holds[[2]uint64](t, tablebasetest.NewDag[[2]uint64](seed, kind, 6, 30, false))
				holds[uint64](t, tablebasetest.Mirrored[uint64]{Dag: tablebasetest.NewDag[uint64](seed, kind, 6, 30, true)})
				holds[[4]uint64](t, tablebasetest.Mirrored[[4]uint64]{Dag: tablebasetest.NewDag[[4]uint64](seed, kind, 6, 30, true)})
			})
		}
	}
}

// holds compares the table of g with a naive solution, using all methods.
func holds[S games.State](t *testing.T, g games.Game[S]) {
	t.Helper()
	db := t.TempDir()
	want := tablebasetest.Naive(g)
	makeTable(t, db, g, want)
	table := tablebasetest.Open(t, db, g)

	h := table.Header()
	if h.Name != g.Info().Name || h.Tool != "test" || h.Words != games.Words[S]() || h.Rules != games.RulesDigest(g) || h.Kind() != want.Outcomes.Kind {
		t.Errorf("header %+v", h)
	}
	if diff := cmp.Diff(fmt.Sprint(storedList(want.Solution)), fmt.Sprint(storedList(table.Solution()))); diff != "" {
		t.Error(diff)
	}
	for layer := range want.StatesOf {
		var states []S
		var values []value.Value
		for b, err := range table.Blocks(layer) {
			if err != nil || b.From != int64(len(states)) {
				t.Fatal(b.From, err)
			}
			states, values = append(states, b.States...), append(values, b.Values...)
		}
		if !slices.Equal(states, want.StatesOf[layer]) || !slices.Equal(values, want.ValuesOf[layer]) {
			t.Errorf("layer %d differs", layer)
		}
	}
	// All states, and their images if the game has a symmetry, in random order.
	var asked []S
	var wanted []value.Outcome
	_, symmetric := g.(games.Canonizer[S])
	for s, o := range want.OutcomeOf {
		asked, wanted = append(asked, s), append(wanted, o)
		if symmetric {
			*tablebasetest.Last(&s) ^= 1
			asked, wanted = append(asked, s), append(wanted, o.Swapped())
		}
	}
	got, err := table.Probe(nil, asked)
	if err != nil {
		t.Fatal(err)
	}
	for i := range asked {
		if got[i].Hash() != wanted[i].Hash() {
			t.Errorf("probe of %x: %v, want %v", asked[i], got[i], wanted[i])
		}
		one, err := table.Probe(nil, asked[i:i+1])
		if err != nil || one[0].Hash() != wanted[i].Hash() {
			t.Errorf("probe of %x alone: %v", asked[i], err)
		}
	}
	// States that are not stored.
	for range 50 {
		s := asked[rand.IntN(len(asked))]
		*tablebasetest.Last(&s) += uint64(rand.IntN(1<<10)) << 1
		if _, ok := want.OutcomeOf[canonical(g, s)]; ok {
			continue
		}
		if _, err := table.Probe(nil, []S{s}); !errors.Is(err, store.ErrNotStored) || !strings.Contains(err.Error(), games.NotationOf(g).FormatState(s)) {
			t.Errorf("probe of %x: %v", s, err)
		}
	}
	report, err := verify.Verify(context.Background(), table, verify.Options{Workers: 2})
	if err != nil || !report.Full || report.Wrong != 0 || report.Checked != want.States() || report.Digest != want.Digest {
		t.Errorf("verify: %+v %v", report, err)
	}
	list, err := store.List(db)
	if err != nil || len(list) != 1 || list[0].Name != g.Info().Name || list[0].States != want.States() || list[0].Partial || list[0].Err != nil {
		t.Errorf("list %+v %v", list, err)
	}
	if size, err := store.Size(db, g.Info().Name); err != nil || size != list[0].Bytes || size < 100 {
		t.Errorf("size %d, listed %d: %v", size, list[0].Bytes, err)
	}
	if start := want.Outcomes.Of(want.Start); list[0].Start.Hash() != start.Hash() {
		t.Errorf("listed start %v, want %v", list[0].Start, start)
	}
}

func canonical[S games.State](g games.Game[S], s S) S {
	s, _ = games.Canonical(g, s)
	return s
}

func storedList(s *job.Solution) string {
	var text strings.Builder
	for _, o := range s.Outcomes.List {
		fmt.Fprintln(&text, o.Payoff, o.Hash())
	}
	fmt.Fprintln(&text, s.Layers, s.Start, s.Digest, s.Method, s.Workers, s.Elapsed, s.CPU, s.PeakMemory, s.Outcomes.Kind, s.Outcomes.Total)
	return text.String()
}

func TestManyBlocks(t *testing.T) {
	g := tablebasetest.Wide{N: 3*job.BlockStates + 17}
	holds[uint64](t, g)
	db := t.TempDir()
	makeTable(t, db, g, tablebasetest.Naive[uint64](g))
	table := tablebasetest.Open(t, db, g)
	table.Reader.Resize(2) // so that blocks are evicted
	want := tablebasetest.Naive[uint64](g)
	for range 2000 {
		i := rand.IntN(g.N)
		got, err := table.Probe(nil, want.StatesOf[1][i:i+1])
		if err != nil || got[0].Hash() != want.OutcomeOf[want.StatesOf[1][i]].Hash() {
			t.Fatal(i, err)
		}
	}
	for _, sample := range []int64{1, 7, 1000, int64(g.N)} {
		var calls int64
		report, err := verify.Verify(context.Background(), table, verify.Options{Sample: sample, Workers: 1, Progress: func(done, total int64) {
			if total != sample || done < calls {
				t.Errorf("progress %d of %d after %d", done, total, calls)
			}
			calls = done
		}})
		if err != nil || report.Checked != sample || report.Full || calls != sample {
			t.Errorf("sample %d: %+v %v", sample, report, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := verify.Verify(ctx, table, verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNoTable(t *testing.T) {
	g := tablebasetest.NewDag[uint64](1, value.Alternating, 4, 10, false)
	db := t.TempDir()
	_, err := tablebase.Open[uint64](db, g)
	var none *store.NoTableError
	if !errors.Is(err, store.ErrNoTable) || !errors.As(err, &none) || none.Name != g.Description.Name || none.Begun {
		t.Errorf("open: %v", err)
	}
	if err := store.Delete(db, g.Description.Name); !errors.Is(err, store.ErrNoTable) {
		t.Errorf("delete: %v", err)
	}
	if _, err := store.Size(db, g.Description.Name); !errors.Is(err, store.ErrNoTable) {
		t.Errorf("size: %v", err)
	}
	if list, err := store.List(db + "/none"); err != nil || list != nil {
		t.Errorf("list: %v %v", list, err)
	}
}
