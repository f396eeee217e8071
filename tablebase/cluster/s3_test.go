package cluster_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore/objectstoretest"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/verify"
)

// fakeS3 starts an S3 server in this process and returns the address of a store.
func fakeS3(t *testing.T) string {
	t.Helper()
	return objectstoretest.Serve(t, objectstoretest.Handler(t), "tron/small")
}

// solveThrough solves a game twice with the same object store.
func solveThrough(t *testing.T, store string) {
	t.Helper()
	v, err := open(t.Context(), "tron:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	want := plainSolve(t, v).Digest
	var tasks []int
	for range 2 {
		var totals shards.Progress
		r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{Access: nats(t), Store: store, Threads: 2, Sizes: shards.Sizes{Shards: 2, MinStates: 1}, Totals: &totals})
		if err != nil {
			t.Fatal(err)
		}
		if r.Solution.Digest != want {
			t.Errorf("digest %016x, want %016x", r.Solution.Digest, want)
		}
		report, err := verify.Stored(t.Context(), store, v, verify.Options{})
		if err != nil || report.Digest != want {
			t.Errorf("the published table has digest %016x (%v), want %016x", report.Digest, err, want)
		}
		tasks = append(tasks, totals.Tasks)
		if len(tasks) == 2 && tasks[0] != tasks[1] {
			t.Errorf("the job has %d tasks at first and %d later", tasks[0], tasks[1])
		}
	}
}

func TestSolveThroughS3HasTheDigestOfAPlainSolve(t *testing.T) { solveThrough(t, fakeS3(t)) }

func TestSolveThroughAGatewayHasTheDigestOfAPlainSolve(t *testing.T) {
	store, folder := objectstoretest.Gateway(t, "tron/small")
	solveThrough(t, store)
	if list, err := filepath.Glob(filepath.Join(folder, "tron/small/*/job.json")); err != nil || len(list) != 1 {
		t.Errorf("jobs in the gateway's directory: %v (%v), want one", list, err)
	}
}

func TestSolveRefusesAStoreThatReplacesObjects(t *testing.T) {
	good := objectstoretest.Handler(t)
	store := objectstoretest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("If-None-Match")
		good.ServeHTTP(w, r)
	}), "")
	for name, solve := range map[string]func(v games.Variant, o cluster.Options) error{
		"tron:size=3x4": func(v games.Variant, o cluster.Options) error {
			_, err := cluster.Solve(t.Context(), t.TempDir(), v, o)
			return err
		},
		"breakthrough:size=4x4,rows=1": func(v games.Variant, o cluster.Options) error {
			_, err := cluster.Prove(t.Context(), t.TempDir(), v, o, solve.Options{})
			return err
		},
	} {
		v, err := open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		err = solve(v, cluster.Options{Access: nats(t), Store: store, Threads: 1})
		if err == nil || !strings.Contains(err.Error(), "If-None-Match") {
			t.Errorf("%s: error %v, want an error about If-None-Match", name, err)
		}
	}
}
