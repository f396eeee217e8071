package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/tablebase/build"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/proof"
)

// proven proves the value of a game by small tasks with a store in a folder, verifies the proof, and
// compares its value with that of a plain search.
func proven(t *testing.T, spec, folder string) {
	t.Helper()
	v, err := open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	url, err := cluster.FileURL(folder)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := build.Solve(t.Context(), t.TempDir(), v, build.Options{Method: build.PNS})
	if err != nil {
		t.Fatal(err)
	}
	db := t.TempDir()
	r, err := cluster.Prove(t.Context(), db, v, cluster.Options{Store: url, Threads: 2, SearchNodes: 1 << 11, Warn: func(err error) { t.Log(err) }}, build.Options{})
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
		t.Errorf("%s: jobs %+v, %v; want one that is finished", spec, list, err)
	}
}

func TestProofByTasksHasTheValueOfAPlainSearchAndIsVerified(t *testing.T) {
	for _, spec := range []string{"connect4:size=4x4", "../../games/own/testdata/tron.star"} {
		proven(t, spec, t.TempDir())
	}
}

func TestSearchGoesOnFromTheStoreAlone(t *testing.T) {
	const spec = "breakthrough:size=4x5,captures=diagonal"
	folder := t.TempDir()
	proven(t, spec, folder)
	manifests := files(t, folder, "made/search/0000/*")
	// Some results are lost, with the last question, and an object is damaged.
	for _, path := range manifests[len(manifests)/2:] {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	flip(t, files(t, folder, "object/search/0000/00003-*")[0])
	questions := len(files(t, folder, "question/*"))
	proven(t, spec, folder)
	if now := len(files(t, folder, "question/*")); now == questions || now >= 2*questions {
		t.Errorf("%d questions after %d, want a part of them again", now, questions)
	}
}

func TestCleanedSearchLeavesNothingInTheStore(t *testing.T) {
	v, err := open(t.Context(), "breakthrough:size=4x4,rows=1")
	if err != nil {
		t.Fatal(err)
	}
	address := fakeS3(t)
	if _, err := cluster.Prove(t.Context(), t.TempDir(), v, cluster.Options{Store: address, Threads: 1, SearchNodes: 1 << 8}, build.Options{}); err != nil {
		t.Fatal(err)
	}
	jobs, err := cluster.OpenJobs(t.Context(), address, cluster.Access{})
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	list, err := jobs.List(t.Context())
	if err != nil || len(list) != 1 || !list[0].Search || list[0].State != cluster.Finished || list[0].Nodes == 0 || list[0].Tasks == 0 {
		t.Fatalf("jobs %+v (%v), want a search that is finished", list, err)
	}
	removed, _, err := jobs.Clean(t.Context(), list[0].ID)
	if err != nil || removed == 0 {
		t.Errorf("%d objects removed (%v)", removed, err)
	}
	bucket, err := objectstore.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	err = bucket.List(t.Context(), nil, func(left *blob.ListObject) error { return fmt.Errorf("%s is left", left.Key) })
	if err != nil {
		t.Error(err)
	}
}

func TestWorkerThatVanishesLosesOnlyItsTask(t *testing.T) {
	url, err := cluster.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v, err := open(t.Context(), "breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	access := cluster.Access{URL: natsServer(t)}
	var workers errgroup.Group
	stay, stop := context.WithCancel(t.Context())
	work := func(ctx context.Context, open cluster.Opener) {
		dir := t.TempDir()
		workers.Go(func() error {
			return cluster.Work(ctx, nil, cluster.WorkerOptions{Access: access, Store: url, Threads: 1, Dir: dir, Open: open})
		})
	}
	vanishing, vanish := context.WithCancel(t.Context())
	work(vanishing, func(ctx context.Context, spec string) (games.Variant, error) {
		vanish()         // it holds a task,
		work(stay, open) // which the other one has to do
		return open(ctx, spec)
	})
	db := t.TempDir()
	r, err := cluster.Prove(t.Context(), db, v, cluster.Options{Access: access, Store: url, SearchNodes: 1 << 12}, build.Options{})
	stop()
	if err := errors.Join(err, workers.Wait()); err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || r.Proof == nil {
		t.Error(err)
	}
}
