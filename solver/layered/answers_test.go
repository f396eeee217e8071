package layered

import (
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/value"
)

// TestValuesAreNumberedInAsManyBytesAsTheyNeed tests layers with up to 257
// distinct values.
func TestValuesAreNumberedInAsManyBytesAsTheyNeed(t *testing.T) {
	for _, different := range []int{1, 255, 256, 257} {
		g := newWideGame(2, 2, 1)
		steps, err := NewSteps[uint64](g, t.TempDir(), job.Options{})
		if err != nil {
			t.Fatal(err)
		}
		states, values := make([]uint64, 3*different), make([]value.Value, 3*different)
		for i := range states {
			states[i], values[i] = uint64(i), value.Value(1000+i%different)
		}
		l := NewSolved(states, values)
		numbers, err := newInduction(steps.e.setup, nil, newSnapshot([]int64{int64(len(states))}), value.AlternatingOutcomes{Total: 10}).numberLayer(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range values {
			number := 0
			if numbers.bytes != nil {
				number = int(numbers.bytes[i])
			} else {
				number = int(numbers.words[i])
			}
			if got := numbers.list[number]; got != want {
				t.Fatalf("%d different values: state %d has %d, want %d", different, i, got, want)
			}
		}
	}
}
