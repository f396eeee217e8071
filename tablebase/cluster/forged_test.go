package cluster_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// renamed is a game with another name.
type renamed struct {
	games.Game[uint64]
	games.Layered[uint64]
	info games.Info
}

func (n *renamed) Info() *games.Info { return &n.info }

func TestWorkerRejectsJobWhoseGameIsACommand(t *testing.T) {
	store, err := objectstoretest.FileURL(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v, err := open(t.Context(), "breakthrough:size=4x4,rows=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	forged := &renamed{v.(games.Game[uint64]), v.(games.Layered[uint64]), *v.Info()}
	forged.info.Name = "exec:touch ran"
	access := nats(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	refused := make(chan error, 100)
	go func() {
		refused <- cluster.Work(ctx, nil, cluster.WorkerOptions{
			Access: access, Store: store, Threads: 1, Dir: t.TempDir(), Open: opener,
			Warn: func(err error) { stop(); refused <- err },
		})
	}()
	if _, err := cluster.Solve(ctx, t.TempDir(), forged, cluster.Options{Access: access, Store: store}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Solve returned %v before the worker rejected the job", err)
	}
	if err := <-refused; err == nil || !strings.Contains(err.Error(), "exec:touch") {
		t.Errorf("worker error %v, want an error about exec:touch", err)
	}
	if _, err := os.Stat("ran"); err == nil {
		t.Error("the command of the job ran")
	}
}
