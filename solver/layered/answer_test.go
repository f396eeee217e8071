package layered

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// layerOf returns a solved layer with the states 0, gap, 2*gap..., in memory or
// in files. The value of a state is its index.
func layerOf(t testing.TB, n int, gap uint64, inFiles bool, piece int) *Solved[uint64] {
	states, values := make([]uint64, n), make([]value.Value, n)
	for i := range states {
		states[i], values[i] = uint64(i)*gap, value.Value(i)
	}
	l := &Solved[uint64]{States: runs.Column[uint64]{N: n, Mem: states}, Values: runs.Column[value.Value]{N: n, Mem: values}, piece: piece}
	if inFiles {
		l.States, l.Values = inFile(t, states), inFile(t, values)
		t.Cleanup(l.close)
	}
	if err := l.prepare(); err != nil {
		t.Fatal(err)
	}
	return l
}

// inFile returns a column whose values are in a file.
func inFile[T any](t testing.TB, values []T) runs.Column[T] {
	path := filepath.Join(t.TempDir(), "column")
	if err := os.WriteFile(path, runs.BytesOf(values), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return runs.Column[T]{N: len(values), File: file}
}

func TestAnswer(t *testing.T) {
	layers := map[bool][]*Solved[uint64]{}
	for _, inFiles := range []bool{false, true} {
		for _, piece := range []int{1, 7, 100, 5000} {
			layers[inFiles] = append(layers[inFiles], layerOf(t, 1000, 10, inFiles, piece))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(layers[rapid.Bool().Draw(t, "in files")]).Draw(t, "layer")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		children := make([]uint64, rapid.IntRange(0, 60).Draw(t, "children"))
		low, width := rng.Uint64N(1000), 1+rng.Uint64N(300)
		var steps []int32
		for i := range children {
			children[i] = 10 * min(999, low+rng.Uint64N(width))
		}
		if rapid.Bool().Draw(t, "layers") {
			for range children {
				steps = append(steps, int32(rng.IntN(5)))
			}
		}
		var a ValueFinder[uint64]
		const unanswered = 77777
		values := slices.Repeat([]value.Value{unanswered}, len(children))
		found, err := a.Lookup(values, children, steps, 1, from, nil, from)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			want := value.Value(children[i] / 10)
			if steps != nil && steps[i] != 1 && steps[i] != 3 {
				want = unanswered
			} else {
				found--
			}
			if v != want {
				t.Fatalf("child %d (%d): value %d, want %d", i, children[i], v, want)
			}
		}
		if found != 0 {
			t.Fatalf("%d children more than expected", found)
		}
		// One state is not in the layer.
		if len(children) > 0 {
			children[rng.IntN(len(children))] = 10*rng.Uint64N(1100) + 1 + rng.Uint64N(9)
			if _, err := a.Lookup(values, children, nil, 1, from); err == nil || !strings.Contains(err.Error(), "violates its contract") {
				t.Fatalf("error %v for a state that is not there", err)
			}
		}
	})
}

func TestAnswerNothingThere(t *testing.T) {
	for _, inFiles := range []bool{false, true} {
		var a ValueFinder[uint64]
		from := layerOf(t, 0, 1, inFiles, 8)
		if inFiles != (from.States.Mem == nil) {
			from.States.Mem = []uint64{}
		}
		if _, err := a.Lookup(make([]value.Value, 1), []uint64{5}, nil, 1, from); err == nil {
			t.Errorf("in files %v: an empty layer knows a state", inFiles)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	const n, asked = 1 << 20, 1 << 17
	rng := rand.New(rand.NewPCG(1, 2))
	children := make([]uint64, asked)
	for i := range children {
		children[i] = rng.Uint64N(n) << 20
	}
	values := make([]value.Value, asked)
	for name, inFiles := range map[string]bool{"memory": false, "files": true} {
		b.Run(name, func(b *testing.B) {
			from := layerOf(b, n, 1<<20, inFiles, 1<<15)
			var a ValueFinder[uint64]
			for b.Loop() {
				if _, err := a.Lookup(values, children, nil, 0, from); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/asked, "ns/child")
		})
	}
}

var _ games.Layered[uint64] = wideGame{}
