package objectstore

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	_ "zermelo/games/gamestest" // for the flag -large
)

// openTest opens a store in the bucket "solves" of a server.
func openTest(t *testing.T, h http.HandlerFunc) *s3 {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "zermelo")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-a-test")
	s, err := Open("s3://solves?use_path_style=true&region=us-east-1&endpoint=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*s3)
}

func TestRequestIsGivenUpWhenTheStoreStalls(t *testing.T) {
	over := make(chan struct{})
	s := openTest(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" { // send the beginning of an object, then stall
			w.Header().Set("Content-Length", "100")
			w.Header().Set("Last-Modified", time.Now().Format(http.TimeFormat))
			_, _ = w.Write(make([]byte, 10))
			w.(http.Flusher).Flush()
		}
		<-over
	})
	t.Cleanup(func() { close(over) })
	s.limit = 10 * time.Millisecond // no request ever completes
	write := func(w io.Writer) error {
		_, err := w.Write(make([]byte, 10))
		return err
	}
	for what, request := range map[string]func() error{
		"ReadAll":     func() error { _, err := ReadAll(t.Context(), s, "x"); return err },
		"PutIfAbsent": func() error { return s.PutIfAbsent(t.Context(), "x", []byte("1")) },
		"Stat":        func() error { _, err := s.Stat(t.Context(), "x"); return err },
		"Delete":      func() error { return s.Delete(t.Context(), "x") },
		"List":        func() error { return s.List(t.Context(), "", func(Object) error { return nil }) },
		"Create":      func() error { return s.Create(t.Context(), "x", write) },
		"Get and read": func() error {
			r, err := s.Get(t.Context(), "x", 0, 100)
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

// uploads is a server that accepts uploads, and a log of them.
type uploads struct {
	mu  sync.Mutex
	log []string
}

func (u *uploads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	size, _ := io.Copy(io.Discard, r.Body)
	if r.Method == http.MethodPost {
		size = 0
	}
	u.mu.Lock()
	u.log = append(u.log, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", r.Method, r.URL.RawQuery, size, r.Header.Get("If-None-Match"))))
	u.mu.Unlock()
	w.Header().Set("ETag", `"etag"`)
	switch {
	case r.URL.Query().Has("uploads"):
		fmt.Fprint(w, `<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>`)
	case r.Method == http.MethodPost:
		fmt.Fprint(w, `<CompleteMultipartUploadResult><Bucket>solves</Bucket><Key>x</Key></CompleteMultipartUploadResult>`)
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	}
}

func TestUploads(t *testing.T) {
	failure := errors.New("failure")
	for _, test := range []struct {
		size     int
		ifAbsent bool
		failure  error
		want     []string
	}{
		{partSize, true, nil, []string{"PUT  8388608 *"}},
		{partSize, false, nil, []string{"PUT  8388608"}},
		{partSize, true, failure, nil},
		{partSize + 1, true, nil, []string{"POST uploads= 0", "PUT partNumber=1&uploadId=id 8388608", "PUT partNumber=2&uploadId=id 1", "POST uploadId=id 0 *"}},
		{partSize + 1, false, nil, []string{"POST uploads= 0", "PUT partNumber=1&uploadId=id 8388608", "PUT partNumber=2&uploadId=id 1", "POST uploadId=id 0"}},
		{partSize + 1, true, failure, []string{"POST uploads= 0", "PUT partNumber=1&uploadId=id 8388608", "DELETE uploadId=id 0"}},
	} {
		u := &uploads{}
		s := openTest(t, u.ServeHTTP)
		err := s.upload(t.Context(), "x", test.ifAbsent, func(w io.Writer) error {
			_, err := w.Write(make([]byte, test.size))
			return errors.Join(err, test.failure)
		})
		if !errors.Is(err, test.failure) || test.failure == nil && err != nil {
			t.Errorf("%d bytes: error %v, want %v", test.size, err, test.failure)
		}
		if diff := cmp.Diff(test.want, u.log); diff != "" {
			t.Errorf("%d bytes: requests wanted, got\n%s", test.size, diff)
		}
	}
}

func TestUploadAllocatesOnePart(t *testing.T) {
	s := openTest(t, new(uploads).ServeHTTP)
	piece := make([]byte, 100<<10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := s.Create(t.Context(), "x", func(w io.Writer) error {
		for range 1000 {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 3*partSize {
		t.Errorf("an upload of 100 MB allocated %d bytes, want at most %d", got, 3*partSize)
	}
}
