package strategy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

// TestNoteSet compares a noteSet with a map of the language.
func TestNoteSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l noteSet[[2]uint64]
		want := map[[2]uint64]uint16{}
		for range rapid.IntRange(0, 2000).Draw(t, "steps") {
			// Few different words, the zero state among them.
			word := rapid.Uint64Range(0, 40)
			s := [2]uint64{word.Draw(t, "w0") << 40, word.Draw(t, "w1")}
			_, in := want[s]
			if l.has(s) != in {
				t.Fatalf("has %v: %v", s, !in)
			}
			note := uint16(rapid.IntRange(1, 9).Draw(t, "note"))
			if l.add(s, note) == in {
				t.Fatalf("%v is new: %v", s, in)
			}
			if !in {
				want[s] = note
			} else if rapid.Bool().Draw(t, "change") {
				l.set(s, note)
				want[s] = note
			}
		}
		states, notes := l.sorted()
		if len(states) != len(want) || !slices.IsSortedFunc(states, games.Compare[[2]uint64]) {
			t.Fatalf("%d states, want %d, in order", len(states), len(want))
		}
		for i, s := range states {
			if notes[i] != want[s] {
				t.Fatalf("note %d of %v, want %d", notes[i], s, want[s])
			}
		}
	})
}
