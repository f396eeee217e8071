package cluster

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestOneOfManyCreatesAFile(t *testing.T) {
	b := &bucket{folder: t.TempDir()}
	var fresh atomic.Int32
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			made, err := b.createFile("made/x.json", []byte{byte(i)})
			if err != nil {
				t.Error(err)
			}
			if made {
				fresh.Add(1)
			}
		})
	}
	group.Wait()
	if fresh.Load() != 1 {
		t.Errorf("%d of 16 made the file, want 1", fresh.Load())
	}
}

func TestRequestIsGivenUpWhenTheStoreStalls(t *testing.T) {
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" { // an object begins, and stalls
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write(make([]byte, 10))
			w.(http.Flusher).Flush()
		}
		<-over
	}))
	defer server.Close()
	defer close(over)
	t.Setenv("AWS_ACCESS_KEY_ID", "zermelo")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-a-test")
	b, err := openBucket(t.Context(), "s3://solves?use_path_style=true&region=us-east-1&endpoint="+server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.limit = 50 * time.Millisecond
	v := &view{jobStore: newJobStore(b, "job")}
	for what, request := range map[string]func() error{
		"readJSON":  func() error { return readJSON(t.Context(), b, "x.json", new(int)) },
		"writeJSON": func() error { _, err := writeJSON(t.Context(), b, "x.json", 1); return err },
		"Create": func() error {
			return v.Create(t.Context(), "x", func(w io.Writer) error {
				_, err := w.Write(make([]byte, 10))
				return err
			})
		},
		"Open and read": func() error {
			r, err := v.Open(t.Context(), "x", 0, 100)
			if err != nil {
				return err
			}
			defer r.Close()
			_, err = io.ReadAll(r)
			return err
		},
	} {
		if err := request(); !errors.Is(err, errStalled) {
			t.Errorf("%s: error %v, want %v", what, err, errStalled)
		}
	}
}
