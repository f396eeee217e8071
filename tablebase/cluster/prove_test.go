package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/objectstore/objectstoretest"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
)

// proveIn proves the value of a game in small tasks, using an object store in
// folder. It verifies the proof and compares the value with a local search.
func proveIn(t *testing.T, spec, folder string) {
	t.Helper()
	v, err := open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	url, err := objectstoretest.FileURL(folder)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{Method: solve.PNS})
	if err != nil {
		t.Fatal(err)
	}
	db := t.TempDir()
	r, err := cluster.Prove(t.Context(), db, v, cluster.Options{Access: nats(t), Store: url, Threads: 2, SearchNodes: 1 << 11, Warn: func(err error) { t.Log(err) }}, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Proof.Start.Pure, plain.Proof.Start.Pure; got != want {
		t.Errorf("%s: value %v, want %v", spec, got, want)
	}
	if _, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil {
		t.Errorf("%s: %v", spec, err)
	}
	jobs, err := cluster.OpenJobs(t.Context(), url, cluster.Access{})
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	if list, err := jobs.List(t.Context()); err != nil || len(list) != 1 || list[0].State != cluster.Finished {
		t.Errorf("%s: jobs %+v, %v; want one finished job", spec, list, err)
	}
}

func TestProveMatchesLocalSearch(t *testing.T) {
	for _, spec := range []string{"connect4:size=4x4", "../../games/own/testdata/tron.star"} {
		proveIn(t, spec, t.TempDir())
	}
}

func TestProveResumesFromStoreOnly(t *testing.T) {
	const spec = "breakthrough:size=4x5,captures=diagonal"
	folder := t.TempDir()
	proveIn(t, spec, folder)
	manifests := files(t, folder, "made/search/0000/*")
	// Remove half of the results, and damage an object.
	for _, path := range manifests[len(manifests)/2:] {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	flip(t, files(t, folder, "object/search/0000/00003-*")[0])
	questions := len(files(t, folder, "question/*"))
	proveIn(t, spec, folder)
	if now := len(files(t, folder, "question/*")); now == questions || now >= 2*questions {
		t.Errorf("%d questions before resuming and %d after, want more, but fewer than twice as many", questions, now)
	}
}

func TestCleanRemovesAllObjectsOfASearch(t *testing.T) {
	v, err := open(t.Context(), "breakthrough:size=4x4,rows=1")
	if err != nil {
		t.Fatal(err)
	}
	address := fakeS3(t)
	if _, err := cluster.Prove(t.Context(), t.TempDir(), v, cluster.Options{Access: nats(t), Store: address, Threads: 1, SearchNodes: 1 << 8}, solve.Options{}); err != nil {
		t.Fatal(err)
	}
	jobs, err := cluster.OpenJobs(t.Context(), address, cluster.Access{})
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	list, err := jobs.List(t.Context())
	if err != nil || len(list) != 1 || !list[0].Search || list[0].State != cluster.Finished || list[0].Nodes == 0 || list[0].Tasks == 0 {
		t.Fatalf("jobs %+v (%v), want one finished search", list, err)
	}
	removed, _, err := jobs.Clean(t.Context(), list[0].ID)
	if err != nil || removed == 0 {
		t.Errorf("Clean removed %d objects (%v), want more than 0", removed, err)
	}
	bucket, err := objectstore.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	err = bucket.List(t.Context(), list[0].ID, func(left objectstore.Object) error { return fmt.Errorf("%s still exists", left.Name) })
	if err != nil {
		t.Error(err)
	}
}

func TestTaskOfAVanishedWorkerIsRedelivered(t *testing.T) {
	url, err := objectstoretest.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v, err := open(t.Context(), "breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	access := nats(t)
	var workers errgroup.Group
	stay, stop := context.WithCancel(t.Context())
	work := func(ctx context.Context, open cluster.Opener) {
		dir := t.TempDir()
		workers.Go(func() error {
			return cluster.Work(ctx, nil, cluster.WorkerOptions{Access: access, Store: url, Threads: 1, Dir: dir, Open: open})
		})
	}
	vanishing, vanish := context.WithCancel(t.Context())
	defer vanish()
	vanishes := builtin.Registry()
	for i := range vanishes.Entries {
		e := &vanishes.Entries[i]
		newGame := e.New
		e.New = func(c games.Choice) (games.Variant, error) {
			vanish()           // while the worker has claimed a task
			work(stay, opener) // this worker must run the task
			return newGame(c)
		}
	}
	work(vanishing, cluster.Opener{Registry: vanishes})
	db := t.TempDir()
	r, err := cluster.Prove(t.Context(), db, v, cluster.Options{Access: access, Store: url, SearchNodes: 1 << 12}, solve.Options{})
	stop()
	if err := errors.Join(err, workers.Wait()); err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || r.Proof == nil {
		t.Error(err)
	}
}
