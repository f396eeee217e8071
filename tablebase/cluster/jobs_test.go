package cluster_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
)

// natsServer starts a server with JetStream on loopback. It returns its address.
func natsServer(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server does not start")
	}
	return s.ClientURL()
}

func TestJobsAreListedPausedCancelledImportedAndCleaned(t *testing.T) {
	v, err := open(t.Context(), "../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	want := plainSolve(t, v).Digest
	store, err := cluster.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	access := cluster.Access{URL: natsServer(t)}
	jobs, err := cluster.OpenJobs(t.Context(), store, access)
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()

	// A coordinator without workers: its job waits, and is cancelled.
	var group sync.WaitGroup
	coordinate := func(threads int) (end <-chan error) {
		failed := make(chan error, 1)
		db := t.TempDir()
		group.Go(func() {
			_, err := cluster.Solve(t.Context(), db, v, cluster.Options{
				Access: access, Store: store, Threads: threads, Sizes: shards.Sizes{Shards: 2, Least: 1},
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
				t.Fatalf("jobs %+v (%v), want one that is %s", list, err, state)
			}
		}
	}
	id := only(cluster.Running)
	if _, _, err := jobs.Clean(t.Context(), id); !errors.As(err, new(*cluster.HeldError)) {
		t.Errorf("cleaned while it is coordinated: %v", err)
	}
	for _, want := range []cluster.Steered{cluster.Paused, cluster.Cancelled} {
		if err := jobs.Steer(t.Context(), id, want); err != nil {
			t.Fatal(err)
		}
		only(string(want))
	}
	if err := <-failed; !errors.As(err, new(*cluster.CancelledError)) {
		t.Errorf("the solve ended with %v, want a *CancelledError", err)
	}
	if err := <-coordinate(1); !errors.As(err, new(*cluster.CancelledError)) {
		t.Errorf("a cancelled job went on: %v", err)
	}
	options := cluster.Options{Store: store, Threads: 1}
	if _, _, err := jobs.Import(t.Context(), t.TempDir(), id, t.TempDir(), open, options); !errors.As(err, new(*cluster.NotFinishedError)) {
		t.Errorf("imported while it is not finished: %v", err)
	}

	// It goes on and is finished.
	if err := jobs.Steer(t.Context(), id, cluster.Going); err != nil {
		t.Fatal(err)
	}
	if err := <-coordinate(1); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	only(cluster.Finished)
	_, r, err := jobs.Import(t.Context(), t.TempDir(), id, t.TempDir(), open, options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Solution.Digest != want {
		t.Errorf("imported digest %016x, want %016x", r.Solution.Digest, want)
	}
	if n, size, err := jobs.Clean(t.Context(), id); err != nil || n == 0 || size == 0 {
		t.Errorf("cleaned %d objects of %d bytes (%v)", n, size, err)
	}
	if list, err := jobs.List(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("jobs %+v (%v), want none", list, err)
	}
	if _, err := jobs.Status(t.Context(), id); !errors.As(err, new(*cluster.NoJobError)) {
		t.Errorf("status of a job that is gone: %v", err)
	}
}
