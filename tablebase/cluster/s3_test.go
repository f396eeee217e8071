package cluster_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"zermelo/games/gamestest"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/verify"
)

// fakeS3 starts an S3 server in this process. It returns the address of a store there.
func fakeS3(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("solves"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return s3URL(t, server.URL)
}

// s3URL is the address of a store behind an S3 server, and sets the keys for it.
func s3URL(t *testing.T, endpoint string) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "zermelo")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-a-test")
	q := url.Values{"endpoint": {endpoint}, "use_path_style": {"true"}, "region": {"us-east-1"}}
	return "s3://solves/tron/small?" + q.Encode()
}

// solveThrough solves tron with a store, twice. The second time all is there.
func solveThrough(t *testing.T, store string) {
	t.Helper()
	v, err := open(t.Context(), "tron:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	want := plainSolve(t, v).Digest
	var tasks []int
	for range 2 {
		var far shards.Far
		r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{Store: store, Threads: 2, Sizes: shards.Sizes{Shards: 2, Least: 1}, Far: &far})
		if err != nil {
			t.Fatal(err)
		}
		if r.Solution.Digest != want {
			t.Errorf("digest %016x, want %016x", r.Solution.Digest, want)
		}
		report, err := verify.Stored(t.Context(), store, v, verify.Options{})
		if err != nil || report.Digest != want {
			t.Errorf("the table in the store has digest %016x (%v), want %016x", report.Digest, err, want)
		}
		tasks = append(tasks, far.Tasks)
		if len(tasks) == 2 && tasks[0] != tasks[1] {
			t.Errorf("%d tasks at first and %d when all was there", tasks[0], tasks[1])
		}
	}
}

func TestSolveThroughS3HasTheDigestOfAPlainSolve(t *testing.T) { solveThrough(t, fakeS3(t)) }

// gateway is an S3 server over a folder, as a module that is built for the test.
const gateway = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

func TestSolveThroughAGatewayHasTheDigestOfAPlainSolve(t *testing.T) {
	if !gamestest.Large() {
		t.Skip("builds " + gateway + ": give -large")
	}
	bin, folder := t.TempDir(), t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "install", gateway)
	build.Env = append(os.Environ(), "GOBIN="+bin)
	if text, err := build.CombinedOutput(); err != nil {
		t.Skipf("%s cannot be fetched or built: %v\n%s", gateway, err, text)
	}
	if err := os.Mkdir(filepath.Join(folder, "solves"), 0o777); err != nil {
		t.Fatal(err)
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := port.Addr().String()
	port.Close()
	store := s3URL(t, "http://"+address)
	server := exec.CommandContext(t.Context(), filepath.Join(bin, "versitygw"), "--quiet", "--port", address,
		"--access", os.Getenv("AWS_ACCESS_KEY_ID"), "--secret", os.Getenv("AWS_SECRET_ACCESS_KEY"), "posix", "--nometa", folder)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	for {
		r, err := http.Get("http://" + address)
		if err == nil {
			r.Body.Close()
			break
		}
		select {
		case err := <-ended:
			t.Fatal(fmt.Errorf("the gateway has ended: %w", err))
		case <-time.After(50 * time.Millisecond):
		}
	}
	solveThrough(t, store)
	if list, err := filepath.Glob(filepath.Join(folder, "solves/tron/small/*/job.json")); err != nil || len(list) != 1 {
		t.Errorf("jobs in the folder of the gateway: %v (%v), want one", list, err)
	}
}
