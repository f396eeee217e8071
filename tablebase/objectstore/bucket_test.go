package objectstore

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gocloud.dev/blob"

	_ "zermelo/games/gamestest" // for the flag -large
)

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
	b, err := Open(t.Context(), "s3://solves?use_path_style=true&region=us-east-1&endpoint="+server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.limit = 10 * time.Millisecond // all of them last for ever
	for what, request := range map[string]func() error{
		"ReadAll":    func() error { _, err := b.ReadAll(t.Context(), "x"); return err },
		"WriteAll":   func() error { return b.WriteAll(t.Context(), "x", []byte("1"), nil) },
		"Exists":     func() error { _, err := b.Exists(t.Context(), "x"); return err },
		"Attributes": func() error { _, err := b.Attributes(t.Context(), "x"); return err },
		"Delete":     func() error { return b.Delete(t.Context(), "x") },
		"List":       func() error { return b.List(t.Context(), nil, func(*blob.ListObject) error { return nil }) },
		"Create": func() error {
			return b.Create(t.Context(), "x", nil, func(w io.Writer) error {
				_, err := w.Write(make([]byte, 10))
				return err
			})
		},
		"Open and read": func() error {
			r, err := b.Open(t.Context(), "x", 0, 100)
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

func TestAddressesOfAllStoresAreUnderstood(t *testing.T) {
	t.Setenv("AZURE_STORAGE_ACCOUNT", "zermelo")
	t.Setenv("AZURE_STORAGE_SAS_TOKEN", "sv=test")
	for _, address := range []string{
		"file://" + t.TempDir(), "s3://solves/prefix?region=us-east-1", "azblob://solves/prefix", "gs://solves/prefix?anonymous=true",
	} {
		b, err := Open(t.Context(), address)
		if strings.HasPrefix(address, "gs:") && !blob.DefaultURLMux().ValidBucketScheme("gs") {
			if err == nil || !strings.Contains(err.Error(), "go build -tags gs ") {
				t.Errorf("%s: error %v, want one that says how to build the driver in", address, err)
			}
			continue
		}
		if err != nil {
			t.Error(err)
		} else if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
