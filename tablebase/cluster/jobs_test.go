package cluster_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/cluster/clustertest"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// nats starts a NATS server and returns the configuration for a connection to it.
func nats(t *testing.T) cluster.Access {
	t.Helper()
	return cluster.Access{URL: clustertest.NATS(t)}
}

// folder returns the address of a new object store in a directory.
func folder(t *testing.T) string {
	t.Helper()
	url, err := objectstoretest.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func TestJobLifecycle(t *testing.T) {
	v, err := open(t.Context(), "../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	want := plainSolve(t, v).Digest
	store, access := folder(t), nats(t)
	jobs, err := cluster.OpenJobs(t.Context(), store, access)
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()

	// Without workers, the job remains incomplete until it is cancelled.
	var group sync.WaitGroup
	coordinate := func(threads int) (end <-chan error) {
		failed := make(chan error, 1)
		db := t.TempDir()
		group.Go(func() {
			_, err := cluster.Solve(t.Context(), db, v, cluster.Options{
				Access: access, Store: store, Threads: threads, Sizes: shards.Sizes{Shards: 2, MinStates: 1},
			})
			failed <- err
		})
		return failed
	}
	failed := coordinate(0)
	only := func(state string) string {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
			list, err := jobs.List(t.Context())
			if err == nil && len(list) == 1 && list[0].State == state {
				return list[0].ID
			}
			if time.Now().After(deadline) {
				t.Fatalf("jobs %+v (%v), want one with state %s", list, err, state)
			}
		}
	}
	id := only(cluster.Running)
	if _, _, err := jobs.Clean(t.Context(), id); !errors.As(err, new(*cluster.HeldError)) {
		t.Errorf("Clean of a running job: error %v, want *HeldError", err)
	}
	for _, want := range []cluster.Command{cluster.Pause, cluster.Cancel} {
		if err := jobs.SetCommand(t.Context(), id, want); err != nil {
			t.Fatal(err)
		}
		only(string(want))
	}
	if err := <-failed; !errors.As(err, new(*cluster.CancelledError)) {
		t.Errorf("Solve of a cancelled job: error %v, want *CancelledError", err)
	}
	if err := <-coordinate(1); !errors.As(err, new(*cluster.CancelledError)) {
		t.Errorf("second Solve of a cancelled job: error %v, want *CancelledError", err)
	}
	options := cluster.Options{Access: access, Store: store, Threads: 1}
	if _, _, err := jobs.Import(t.Context(), t.TempDir(), id, t.TempDir(), opener, options); !errors.As(err, new(*cluster.NotFinishedError)) {
		t.Errorf("Import of an unfinished job: error %v, want *NotFinishedError", err)
	}

	// Resume the job with a worker, so that it finishes.
	if err := jobs.SetCommand(t.Context(), id, cluster.Continue); err != nil {
		t.Fatal(err)
	}
	if err := <-coordinate(1); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	only(cluster.Finished)
	_, r, err := jobs.Import(t.Context(), t.TempDir(), id, t.TempDir(), opener, options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Solution.Digest != want {
		t.Errorf("imported digest %016x, want %016x", r.Solution.Digest, want)
	}
	if n, size, err := jobs.Clean(t.Context(), id); err != nil || n == 0 || size == 0 {
		t.Errorf("Clean removed %d objects with %d bytes (%v), want more than 0", n, size, err)
	}
	if list, err := jobs.List(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("jobs %+v (%v), want none", list, err)
	}
	if _, err := jobs.Status(t.Context(), id); !errors.As(err, new(*cluster.NoJobError)) {
		t.Errorf("Status of a removed job: error %v, want *NoJobError", err)
	}
}
