package cluster

import (
	"testing"

	"zermelo/solver/shards"
)

func TestScanBringsNothingBackThatWasDropped(t *testing.T) {
	address, err := FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b, err := makeBucket(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	s := newJobStore(b, "job")
	m := &shards.Manifest{Task: shards.Task{Kind: shards.Merge, Layer: 1}, Object: shards.Object{Name: "job/object/gone"}}
	if _, err := s.commit(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if made, err := s.scan(t.Context()); err != nil || len(made) != 1 || s.made[m.Task] == nil {
		t.Fatalf("scanned %v (%v)", made, err)
	}
	read, forgot := map[shards.Task]*shards.Manifest{m.Task: m}, s.forgot // by a scan that is not at its end
	if err := s.drop(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	s.remember(read, forgot)
	if m, err := s.Made(t.Context(), m.Task); !missing(err) {
		t.Errorf("the manifest that was dropped is %+v (%v)", m, err)
	}
}
