package proof

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/tablebase/store"
)

// TestKnown stores bounds twice and reads them back.
func TestKnown(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	g, db := v.(games.Game[uint64]), t.TempDir()
	if got, err := ReadKnown(db, g); err != nil || len(got) != 0 {
		t.Fatalf("nothing stored: %v, %v", got, err)
	}
	want := Known[uint64]{5: {Low: -50, High: 50, Move: -1}, 9: {Low: 0, High: 0, Move: -1, Work: 31}}
	if err := WriteKnown(db, g, want, store.Options{}); err != nil {
		t.Fatal(err)
	}
	for s := uint64(100); s < 1_000_000; s += 100 { // more than one block
		want[s] = search.Bounds{Low: int(s % 7), High: 63, Move: -1}
	}
	if err := WriteKnown(db, g, want, store.Options{}); err != nil {
		t.Fatal(err)
	}
	got, err := ReadKnown(db, g)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestOpen stores a snapshot of two questions, reads it back and deletes it.
func TestOpen(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	g, db := v.(games.Game[uint64]), t.TempDir()
	if got, err := ReadOpen(db, g); err != nil || len(got) != 0 {
		t.Fatalf("nothing stored: %v, %v", got, err)
	}
	var want []dfpn.Question[uint64]
	for _, threshold := range []int8{-51, 0} {
		for s := range uint64(10_000) { // more than one block
			want = append(want, dfpn.Question[uint64]{State: s * s, Threshold: threshold, Note: uint32(s) * 0x9e3779b9})
		}
	}
	mixed := slices.Clone(want)
	slices.Reverse(mixed)
	if err := WriteOpen(db, g, mixed, nil, store.Options{}); err != nil {
		t.Fatal(err)
	}
	got, err := ReadOpen(db, g)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if err := errors.Join(DeleteOpen(db, g.Info().Name), DeleteOpen(db, g.Info().Name)); err != nil {
		t.Error(err)
	}
	if got, err := ReadOpen(db, g); err != nil || len(got) != 0 {
		t.Errorf("deleted: %d left, %v", len(got), err)
	}
}
