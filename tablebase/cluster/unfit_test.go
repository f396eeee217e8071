package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
)

// denied opens no games, because access to a file is denied.
var denied = cluster.Opener{Registry: builtin.Registry(), File: func(context.Context, string) (games.Variant, error) {
	return nil, &fs.PathError{Op: "open", Path: "rules", Err: fs.ErrPermission}
}}

// startWorker starts a worker, which stops when the test ends. The channel receives its error.
func startWorker(t *testing.T, o cluster.WorkerOptions) <-chan error {
	t.Helper()
	ready, end := make(chan struct{}), make(chan error, 1)
	o.Dir, o.Threads, o.Ready = t.TempDir(), 1, func() { close(ready) }
	var group sync.WaitGroup
	group.Go(func() { end <- cluster.Work(t.Context(), nil, o) })
	t.Cleanup(group.Wait)
	<-ready
	return end
}

// TestUnfitWorkersDoNotStopAJob runs a job with workers that cannot run its tasks, and
// then also with one that can.
func TestUnfitWorkersDoNotStopAJob(t *testing.T) {
	v, err := open(t.Context(), "../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	want := plainSolve(t, v).Digest
	access, store := nats(t), folder(t)
	options := cluster.WorkerOptions{Access: access, Store: store, Program: "1", Open: opener}
	var mu sync.Mutex
	warnings := map[string][]error{} // by worker
	add := func(name string, change func(*cluster.WorkerOptions)) <-chan error {
		o := options
		o.Warn = func(err error) {
			mu.Lock()
			defer mu.Unlock()
			warnings[name] = append(warnings[name], err)
		}
		change(&o)
		return startWorker(t, o)
	}
	add("other program", func(o *cluster.WorkerOptions) { o.Program = "2" })
	add("other store", func(o *cluster.WorkerOptions) { o.Store = folder(t) })
	var refused []<-chan error
	for i := range 7 { // more than a task has tries
		refused = append(refused, add(fmt.Sprint("denied ", i), func(o *cluster.WorkerOptions) { o.Open = denied }))
	}
	solved := make(chan error, 1)
	go func() {
		r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{
			Access: access, Store: store, Program: "1", Sizes: shards.Sizes{Shards: 2, MinStates: 1},
		})
		if err == nil && r.Solution.Digest != want {
			err = fmt.Errorf("digest %016x, want %016x", r.Solution.Digest, want)
		}
		solved <- err
	}()
	for i, end := range refused {
		if err := <-end; !errors.As(err, new(*cluster.UnfitError)) || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("worker %d without access: error %v, want *UnfitError", i, err)
		}
	}
	add("fit", func(*cluster.WorkerOptions) {})
	if err := <-solved; err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, name := range []string{"other program", "other store", "fit"} {
		if len(warnings[name]) > 0 {
			t.Errorf("worker %q: %v", name, warnings[name])
		}
	}
}
