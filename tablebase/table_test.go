package tablebase

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
)

// kinds are all of them.
func kinds() []value.Kind {
	return []value.Kind{value.Alternating, value.Simultaneous, value.General}
}

func TestTableHoldsWhatWasPut(t *testing.T) {
	for _, kind := range kinds() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(kind, seed), func(t *testing.T) {
				holds[uint64](t, newDag[uint64](seed, kind, 6, 30, false))
				holds[[2]uint64](t, newDag[[2]uint64](seed, kind, 6, 30, false))
				holds[uint64](t, mirrored[uint64]{newDag[uint64](seed, kind, 6, 30, true)})
				holds[[4]uint64](t, mirrored[[4]uint64]{newDag[[4]uint64](seed, kind, 6, 30, true)})
			})
		}
	}
}

// holds tests a table of g from all sides.
func holds[S games.State](t *testing.T, g games.Game[S]) {
	t.Helper()
	db := t.TempDir()
	want := naive(g)
	build(t, db, g, want)
	table := open(t, db, g)

	h := table.Header()
	if h.Name != g.Info().Name || h.Tool != "test" || h.Words != games.Words[S]() || h.Rules != games.RulesDigest(g) || h.Kind() != want.Outcomes.Kind {
		t.Errorf("header %+v", h)
	}
	if diff := cmp.Diff(fmt.Sprint(storedList(want.Solution)), fmt.Sprint(storedList(table.Solution()))); diff != "" {
		t.Error(diff)
	}
	for layer := range want.layers {
		var states []S
		var values []value.Value
		for b, err := range table.Blocks(layer) {
			if err != nil || b.From != int64(len(states)) {
				t.Fatal(b.From, err)
			}
			states, values = append(states, b.States...), append(values, b.Values...)
		}
		if !slices.Equal(states, want.layers[layer]) || !slices.Equal(values, want.values[layer]) {
			t.Errorf("layer %d differs", layer)
		}
	}
	// All states, and where there is a symmetry their images, in random order.
	var asked []S
	var wanted []value.Outcome
	_, symmetric := g.(games.Canonizer[S])
	for s, o := range want.outcomes {
		asked, wanted = append(asked, s), append(wanted, o)
		if symmetric {
			*last(&s) ^= 1
			asked, wanted = append(asked, s), append(wanted, o.Swapped())
		}
	}
	got, err := table.Probe(nil, asked)
	if err != nil {
		t.Fatal(err)
	}
	for i := range asked {
		if got[i].Hash() != wanted[i].Hash() {
			t.Errorf("probe of %x: %s, want %s", asked[i], show(got[i]), show(wanted[i]))
		}
		one, err := table.Probe(nil, asked[i:i+1])
		if err != nil || one[0].Hash() != wanted[i].Hash() {
			t.Errorf("probe of %x alone: %v", asked[i], err)
		}
	}
	// States that are not stored.
	for range 50 {
		s := asked[rand.IntN(len(asked))]
		*last(&s) += uint64(rand.IntN(1<<10)) << 1
		if _, ok := want.outcomes[canonical(g, s)]; ok {
			continue
		}
		if _, err := table.Probe(nil, []S{s}); !errors.Is(err, ErrNotStored) || !strings.Contains(err.Error(), games.NotationOf(g).FormatState(s)) {
			t.Errorf("probe of %x: %v", s, err)
		}
	}
	report, err := Verify(context.Background(), table, 0, 2, nil)
	if err != nil || !report.Full || report.Wrong != 0 || report.Checked != want.States() || report.Digest != want.Digest {
		t.Errorf("verify: %+v %v", report, err)
	}
	list, err := List(db)
	if err != nil || len(list) != 1 || list[0].Name != g.Info().Name || list[0].States != want.States() || list[0].Partial || list[0].Err != nil {
		t.Errorf("list %+v %v", list, err)
	}
	if size, err := Size(db, g.Info().Name); err != nil || size != list[0].Bytes || size < 100 {
		t.Errorf("size %d, listed %d: %v", size, list[0].Bytes, err)
	}
	if start := want.Outcomes.Of(want.Start); list[0].Start.Hash() != start.Hash() {
		t.Errorf("listed start %s, want %s", show(list[0].Start), show(start))
	}
}

func canonical[S games.State](g games.Game[S], s S) S {
	s, _ = games.Canonical(g, s)
	return s
}

func storedList(s *job.Solution) string {
	var text strings.Builder
	for _, o := range s.Outcomes.List {
		fmt.Fprintln(&text, show(o), o.Hash())
	}
	fmt.Fprintln(&text, s.Layers, s.Start, s.Digest, s.Method, s.Workers, s.Elapsed, s.CPU, s.PeakMemory, s.Outcomes.Kind, s.Outcomes.Total)
	return text.String()
}

// wide is a game with many terminal states, in layer 1, so that there are
// several blocks.
type wide struct{ n int }

func (wide) Info() *games.Info {
	return &games.Info{Name: "wide", Title: "Wide", Roles: []string{"a", "b"}, Total: 100}
}
func (wide) Start() uint64 { return 0 }
func (wide) Span() int     { return 1 }
func (g wide) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s == 0 {
			for i := range g.n {
				dst = append(dst, 1<<32+uint64(i)*uint64(i+3))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
func (wide) Movers(dst []int8, src []uint64) []int8 {
	return append(dst, make([]int8, len(src))...)
}
func (wide) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(s * 0x9e3779b97f4a7c15 >> 58)
		dst = append(dst, games.Payoff{p, 100 - p})
	}
	return dst
}
func (wide) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(min(s, 1)))
	}
	return dst
}

func TestManyBlocks(t *testing.T) {
	g := wide{3*job.BlockStates + 17}
	holds[uint64](t, g)
	db := t.TempDir()
	build(t, db, g, naive[uint64](g))
	table := open(t, db, g)
	table.cache = newCache[block[uint64]](2) // so that blocks are pushed out
	want := naive[uint64](g)
	for range 2000 {
		i := rand.IntN(g.n)
		got, err := table.Probe(nil, want.layers[1][i:i+1])
		if err != nil || got[0].Hash() != want.outcomes[want.layers[1][i]].Hash() {
			t.Fatal(i, err)
		}
	}
	for _, sample := range []int64{1, 7, 1000, int64(g.n)} {
		var calls int64
		report, err := Verify(context.Background(), table, sample, 1, func(done, total int64) {
			if total != sample || done < calls {
				t.Errorf("progress %d of %d after %d", done, total, calls)
			}
			calls = done
		})
		if err != nil || report.Checked != sample || report.Full || calls != sample {
			t.Errorf("sample %d: %+v %v", sample, report, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Verify(ctx, table, 0, 0, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNoTable(t *testing.T) {
	g := newDag[uint64](1, value.Alternating, 4, 10, false)
	db := t.TempDir()
	_, err := Open[uint64](db, g)
	if !errors.Is(err, ErrNoTable) || !strings.Contains(err.Error(), `zermelo solve "dag:seed=1,kind=0"`) {
		t.Errorf("open: %v", err)
	}
	if err := Delete(db, g.info.Name); !errors.Is(err, ErrNoTable) {
		t.Errorf("delete: %v", err)
	}
	if _, err := Size(db, g.info.Name); !errors.Is(err, ErrNoTable) {
		t.Errorf("size: %v", err)
	}
	if list, err := List(db + "/none"); err != nil || list != nil {
		t.Errorf("list: %v %v", list, err)
	}
}
