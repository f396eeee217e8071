package layered

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// solveByHand solves a game step by step, with one shard per layer. It returns
// the values and surveys, starting with the last layer. Shards of at least
// linked states are linked.
func solveByHand(t *testing.T, g games.Game[uint64], linked int) (values [][]value.Value, seen []*Survey, links int) {
	t.Helper()
	s, err := NewSteps(g, t.TempDir(), job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.e.plan.MinLinked = linked
	start, _ := games.Canonical(g, g.Start())
	layers, of := [][]uint64{{start}}, []*Links{}
	for layer := 0; layer < len(layers); layer++ {
		var children []uint64
		k, err := s.Children(t.Context(), layer, layers[layer], nil, func(_ int, part []uint64) error {
			children = append(children, part...)
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		of = append(of, k)
		if len(children) > 0 {
			layers = append(layers, children)
		}
	}
	outcomes, err := value.NewOutcomeSet(g.Info(), value.Outcomes{})
	if err != nil {
		t.Fatal(err)
	}
	childValues := map[int]*Solved[uint64]{}
	for layer := len(layers) - 1; layer >= 0; layer-- {
		states := layers[layer]
		if k := of[layer]; k != nil {
			links++
			if err := k.Open(); err != nil {
				t.Fatal(err)
			}
			if k.Complete() {
				states = nil
			}
			for _, l := range childValues {
				l.States.Mem = nil
			}
		}
		found, survey, err := s.Value(t.Context(), Shard[uint64]{layer, 7, len(layers[layer]), states, childValues, of[layer]}, outcomes)
		if err != nil {
			t.Fatal(err)
		}
		values, seen = append(values, found), append(seen, survey)
		childValues = map[int]*Solved[uint64]{layer: NewSolved(layers[layer], found)}
	}
	return values, seen, links
}

func TestValuesByLinksAreThoseOfChildrenLookedUp(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "connect4:size=4x3", "breakthrough:size=3x5", "domineering:size=4x3"} {
		t.Run(spec, func(t *testing.T) {
			g := solvertest.Open(t, spec).(games.Game[uint64])
			values, seen, none := solveByHand(t, g, math.MaxInt)
			linked, seenLinked, some := solveByHand(t, g, 2)
			if none != 0 || some == 0 {
				t.Fatalf("%d and %d layers have links", none, some)
			}
			if diff := cmp.Diff(values, linked); diff != "" {
				t.Errorf("values (-looked up +linked):\n%s", diff)
			}
			if diff := cmp.Diff(seen, seenLinked); diff != "" {
				t.Errorf("surveys (-looked up +linked):\n%s", diff)
			}
		})
	}
}

func TestPlacesFindTheStatesOfEachListAmongTheMerged(t *testing.T) {
	g := solvertest.Open(t, "tron:size=4x4").(games.Game[uint64])
	s, err := NewSteps(g, t.TempDir(), job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	lists := make([][]uint64, 5)
	for i := range lists[1:] { // the first list is empty
		for range 40_000 / (i + 1) {
			lists[i+1] = append(lists[i+1], rng.Uint64N(100_000)<<20)
		}
		slices.Sort(lists[i+1])
		lists[i+1] = slices.Compact(lists[i+1])
	}
	var merged []uint64
	places, err := s.Merge(t.Context(), lists, func(part []uint64) error {
		merged = append(merged, part...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(lists...)
	slices.Sort(want)
	if !slices.Equal(merged, slices.Compact(want)) {
		t.Error("the merged list is another")
	}
	for i, list := range lists {
		at := 0
		for n, state := range list {
			gap, size := binary.Uvarint(places[i])
			places[i] = places[i][max(0, size):]
			if at += int(gap); size <= 0 || at >= len(merged) || merged[at] != state {
				t.Fatalf("state %d of list %d is not at %d", n, i, at)
			}
			at++
		}
		if len(places[i]) > 0 {
			t.Errorf("%d bytes more than states in list %d", len(places[i]), i)
		}
	}
}

func TestExpandThatFailsLeavesNoChildrenToTheNext(t *testing.T) {
	g := solvertest.Open(t, "tron:size=4x4").(games.Game[uint64])
	s, err := NewSteps(g, t.TempDir(), job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := s.e.expanders[0]
	x.Expand([]uint64{g.Start()})
	if err := s.e.collect(0, 0, x); err != nil { // simulate a step that fails after collecting children
		t.Fatal(err)
	}
	s.Reset()
	_, err = s.Children(t.Context(), 1, nil, nil, func(layer int, states []uint64) error {
		if len(states) > 0 {
			t.Errorf("%d states in layer %d of a shard without any", len(states), layer)
		}
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
}
