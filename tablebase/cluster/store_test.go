package cluster

import (
	"errors"
	"testing"

	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// emptyJob returns a job in an empty store.
func emptyJob(t *testing.T) *jobStore {
	t.Helper()
	address, err := objectstoretest.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := objectstore.OpenOrCreate(address)
	if err != nil {
		t.Fatal(err)
	}
	return newJobStore(bucket, "job")
}

func TestCommitRejectsConflictingResult(t *testing.T) {
	s := emptyJob(t)
	one := &shards.Manifest{Task: shards.Task{Kind: shards.Merge}, Object: shards.Object{Name: "job/object/one", Hash: 1}}
	if _, err := s.commit(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	other := &shards.Manifest{Task: one.Task, Object: shards.Object{Name: "job/object/other", Hash: 2}}
	var conflict *shards.ConflictError
	if _, err := s.commit(t.Context(), other); !errors.As(err, &conflict) {
		t.Errorf("error %v, want *shards.ConflictError", err)
	}
}

func TestProofIgnoresAnswersForOtherThresholds(t *testing.T) {
	tasks := proofTasks[uint64]{store: &view{jobStore: emptyJob(t)}, asked: 1}
	for number, asked := range []int{0, 2} {
		tasks.questions = append(tasks.questions, question{Asked: asked})
		tasks.unapplied = append(tasks.unapplied, &shards.Manifest{Task: searchTask(number)})
	}
	if err := tasks.apply(t.Context()); err != nil { // fails if it reads an answer: the store is empty
		t.Error(err)
	}
}

func TestScanDoesNotCacheRemovedManifests(t *testing.T) {
	s := emptyJob(t)
	m := &shards.Manifest{Task: shards.Task{Kind: shards.Merge, Layer: 1}, Object: shards.Object{Name: "job/object/gone"}}
	if _, err := s.commit(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if made, err := s.scan(t.Context()); err != nil || len(made) != 1 || s.made[m.Task] == nil {
		t.Fatalf("scanned %v (%v)", made, err)
	}
	read, evictions := map[shards.Task]*shards.Manifest{m.Task: m}, s.evictions // state of a concurrent scan
	if err := s.remove(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	s.cache(read, evictions)
	if m, err := s.Manifest(t.Context(), m.Task); !missing(err) {
		t.Errorf("Manifest of a removed task returned %+v (%v), want fs.ErrNotExist", m, err)
	}
}
