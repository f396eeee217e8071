// Package objectstoretest starts S3 servers for tests.
package objectstoretest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"zermelo/games/gamestest"
)

// Bucket is the name of the only bucket on each server.
const Bucket = "solves"

// FileURL returns the address of an object store in the directory dir.
func FileURL(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}
	return u.String(), err
}

// Handler returns an S3 server that stores objects in memory and accepts any access keys.
func Handler(t *testing.T) http.Handler {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	server := gofakes3.New(backend).Server()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Query().Has("uploadId") && r.Header.Get("If-None-Match") == "*" {
			// gofakes3 does not check the condition when it completes a multipart upload.
			_, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
			if _, err := backend.HeadObject(Bucket, key); err == nil {
				w.WriteHeader(http.StatusPreconditionFailed)
				return
			}
		}
		server.ServeHTTP(w, r)
	})
}

// Serve starts a server with handler h. It returns the address of a store with the given prefix.
func Serve(t *testing.T, h http.Handler, prefix string) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return address(t, server.URL, prefix)
}

// address returns the address of a store at an endpoint. It sets the access keys in the
// environment.
func address(t *testing.T, endpoint, prefix string) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "zermelo")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-a-test")
	q := url.Values{"endpoint": {endpoint}, "use_path_style": {"true"}, "region": {"us-east-1"}}
	return "s3://" + Bucket + "/" + prefix + "?" + q.Encode()
}

// gateway is the module path and version of an S3 server that stores objects as files.
const gateway = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

// Gateway starts versitygw on a new folder. It returns the address of a store with the given
// prefix, and the folder of its bucket. It skips the test if versitygw is not installed and
// cannot be built.
func Gateway(t *testing.T, prefix string) (store, folder string) {
	t.Helper()
	program, err := exec.LookPath("versitygw")
	if err != nil {
		if !gamestest.Large() {
			t.Skip("versitygw is not installed: give -large to build it, or run: go install " + gateway)
		}
		bin := t.TempDir()
		build := exec.CommandContext(t.Context(), "go", "install", gateway)
		build.Env = append(os.Environ(), "GOBIN="+bin)
		if text, err := build.CombinedOutput(); err != nil {
			t.Skipf("%s cannot be fetched or built: %v\n%s", gateway, err, text)
		}
		program = filepath.Join(bin, "versitygw")
	}
	root := t.TempDir()
	folder = filepath.Join(root, Bucket)
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := port.Addr().String()
	port.Close()
	store = address(t, "http://"+host, prefix)
	// With --nometa, versitygw would ignore If-None-Match.
	server := exec.CommandContext(t.Context(), program, "--quiet", "--port", host,
		"--access", os.Getenv("AWS_ACCESS_KEY_ID"), "--secret", os.Getenv("AWS_SECRET_ACCESS_KEY"), "posix", "--sidecar", t.TempDir(), root)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	for {
		r, err := http.Get("http://" + host)
		if err == nil {
			r.Body.Close()
			return store, folder
		}
		select {
		case err := <-ended:
			t.Fatalf("versitygw has ended: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
