package objectstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// eachStore runs a test with each kind of store.
func eachStore(t *testing.T, test func(t *testing.T, s objectstore.Store)) {
	run := func(name string, address func(t *testing.T) string) {
		t.Run(name, func(t *testing.T) {
			s, err := objectstore.Open(address(t))
			if err != nil {
				t.Fatal(err)
			}
			test(t, s)
		})
	}
	run("folder", func(t *testing.T) string { return "file://" + t.TempDir() })
	run("gofakes3", func(t *testing.T) string {
		return objectstoretest.Serve(t, objectstoretest.Handler(t), "some/prefix")
	})
	run("versitygw", func(t *testing.T) string {
		address, _ := objectstoretest.Gateway(t, "some/prefix")
		return address
	})
}

// put stores an object.
func put(t *testing.T, s objectstore.Store, name string, data []byte) {
	t.Helper()
	if err := s.Put(t.Context(), name, write(data)); err != nil {
		t.Fatal(err)
	}
}

// write returns a function that writes data in pieces.
func write(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for piece := range slices.Chunk(data, 1<<20-1) {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	}
}

// read returns the bytes of an object.
func read(t *testing.T, s objectstore.Store, name string, offset, size int64) []byte {
	t.Helper()
	r, err := s.Get(t.Context(), name, offset, size)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return data
}

// list returns the names of objects and folders. Folder names end with a slash.
func list(t *testing.T, list func(context.Context, string, func(objectstore.Object) error) error, prefix string) []string {
	t.Helper()
	names := []string{}
	err := list(t.Context(), prefix, func(o objectstore.Object) error {
		if o.IsDir {
			o.Name += "/"
		} else if o.Size != 1 || o.ModTime.IsZero() {
			t.Errorf("%+v, want size 1 and a time", o)
		}
		names = append(names, o.Name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func TestMissingObjects(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		put(t, s, "dir/x", []byte("x"))
		for _, name := range []string{"missing", "dir", "dir/missing", "no/dir"} {
			if _, err := s.Stat(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("Stat(%q): error %v, want fs.ErrNotExist", name, err)
			}
		}
		if _, err := objectstore.ReadAll(t.Context(), s, "missing"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("ReadAll: error %v, want fs.ErrNotExist", err)
		}
		if _, err := s.Get(t.Context(), "missing", 0, 0); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Get of no bytes: error %v, want fs.ErrNotExist", err)
		}
		if err := s.Delete(t.Context(), "missing"); err != nil {
			t.Errorf("Delete: %v", err)
		}
	})
}

func TestObjectsOfAllSizesAreReadBack(t *testing.T) {
	const part = 8 << 20
	data := make([]byte, part+1)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(data)
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		for _, size := range []int64{0, 1, part, part + 1} {
			want := data[:size]
			put(t, s, "dir/replaced", data[:1+size/2])
			put(t, s, "dir/replaced", want)
			if got := read(t, s, "dir/replaced", 0, -1); !bytes.Equal(got, want) {
				t.Errorf("%d bytes: Put left %d bytes or others", size, len(got))
			}
			if o, err := s.Stat(t.Context(), "dir/replaced"); err != nil || o.Size != size || o.ModTime.IsZero() {
				t.Errorf("%d bytes: Stat = %+v, %v", size, o, err)
			}
			if err := s.Create(t.Context(), "dir/new", write(want)); err != nil {
				t.Fatal(err)
			}
			if err := s.Create(t.Context(), "dir/new", write(data[:1])); !errors.Is(err, fs.ErrExist) {
				t.Errorf("%d bytes: a second Create: error %v, want fs.ErrExist", size, err)
			}
			if err := s.Create(t.Context(), "dir/new", write(data)); !errors.Is(err, fs.ErrExist) {
				t.Errorf("%d bytes: a second Create in parts: error %v, want fs.ErrExist", size, err)
			}
			if got := read(t, s, "dir/new", 0, -1); !bytes.Equal(got, want) {
				t.Errorf("%d bytes: Create left %d bytes or others", size, len(got))
			}
			if got := read(t, s, "dir/new", size/2, size/3); !bytes.Equal(got, want[size/2:][:size/3]) {
				t.Errorf("%d bytes: %d bytes or others from the middle", size, len(got))
			}
			if got := read(t, s, "dir/new", size/2, -1); !bytes.Equal(got, want[size/2:]) {
				t.Errorf("%d bytes: %d bytes or others from the middle to the end", size, len(got))
			}
			if err := s.Delete(t.Context(), "dir/new"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		failure := errors.New("failure")
		for _, size := range []int{0, 10 << 20} {
			err := s.Put(t.Context(), "dir/x", func(w io.Writer) error {
				_, err := w.Write(make([]byte, size))
				return errors.Join(err, failure)
			})
			if !errors.Is(err, failure) {
				t.Errorf("error %v, want that of the writer", err)
			}
		}
		if names := list(t, s.List, ""); len(names) > 0 {
			t.Errorf("%q are left", names)
		}
	})
}

func TestOneOfManyWritersCreatesAnObject(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		for _, create := range []func(data []byte) error{
			func(data []byte) error { return s.PutIfAbsent(t.Context(), "dir/small.json", data) },
			func(data []byte) error { return s.Create(t.Context(), "dir/small", write(data)) },
		} {
			var created atomic.Int32
			var group sync.WaitGroup
			for i := range 16 {
				group.Go(func() {
					err := create([]byte{byte(i)})
					if err == nil {
						created.Add(1)
					} else if !errors.Is(err, fs.ErrExist) {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if created.Load() != 1 {
				t.Errorf("%d of 16 created the object, want 1", created.Load())
			}
		}
	})
}

func TestListAndDeleteAll(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		all := []string{"a/b/1", "a/b/2", "a/b=x,y/3", "a/bc/4", "top"}
		for _, name := range all {
			put(t, s, name, []byte("1"))
		}
		for prefix, want := range map[string][]string{
			"": all, "a/": all[:4], "a/b": all[:4], "a/b/": all[:2], "a/b/2": {"a/b/2"}, "to": {"top"}, "missing/": {},
		} {
			if diff := cmp.Diff(want, list(t, s.List, prefix)); diff != "" {
				t.Errorf("List(%q): want, got\n%s", prefix, diff)
			}
		}
		for dir, want := range map[string][]string{
			"": {"a/", "top"}, "a/": {"a/b/", "a/b=x,y/", "a/bc/"}, "a/b/": {"a/b/1", "a/b/2"}, "missing/": {},
		} {
			if diff := cmp.Diff(want, list(t, s.ListDir, dir)); diff != "" {
				t.Errorf("ListDir(%q): want, got\n%s", dir, diff)
			}
		}
		stop := errors.New("stop")
		if err := s.List(t.Context(), "", func(objectstore.Object) error { return stop }); err != stop {
			t.Errorf("List: error %v, want that of visit", err)
		}
		if n, size, err := s.DeleteAll(t.Context(), "a/b/"); n != 2 || size != 2 || err != nil {
			t.Errorf("DeleteAll = %d, %d, %v, want 2 objects of 2 bytes", n, size, err)
		}
		if diff := cmp.Diff(all[2:], list(t, s.List, "")); diff != "" {
			t.Errorf("after DeleteAll: want, got\n%s", diff)
		}
	})
}

func TestCancelledRequestsReturn(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, stat := s.Stat(ctx, "x")
		_, get := s.Get(ctx, "x", 0, -1)
		for what, err := range map[string]error{
			"Stat": stat, "Get": get, "PutIfAbsent": s.PutIfAbsent(ctx, "x", nil), "Put": s.Put(ctx, "x", write(nil)),
			"List": s.List(ctx, "", func(objectstore.Object) error { return nil }), "Delete": s.Delete(ctx, "x"),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v, want context.Canceled", what, err)
			}
		}
	})
}

func TestFolderHidesInterruptedWrites(t *testing.T) {
	dir := t.TempDir()
	s, err := objectstore.Open("file://" + dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "job/object", []byte("1"))
	if err := os.WriteFile(dir+"/job/.new-123", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"job/object"}, list(t, s.List, "")); diff != "" {
		t.Errorf("want, got\n%s", diff)
	}
	if n, _, err := s.DeleteAll(t.Context(), "job/"); n != 1 || err != nil {
		t.Errorf("DeleteAll = %d, %v, want 1", n, err)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("%v (%v) are left", left, err)
	}
}

func TestFolderRefusesNamesOutside(t *testing.T) {
	s, err := objectstore.Open("file://" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../x", "/x", "a/../../x", ""} {
		if err := s.PutIfAbsent(t.Context(), name, nil); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q: error %v, want fs.ErrInvalid", name, err)
		}
	}
}

func TestCheckPutIfAbsentRefusesAServerThatReplacesObjects(t *testing.T) {
	eachStore(t, func(t *testing.T, s objectstore.Store) {
		if err := objectstore.CheckPutIfAbsent(t.Context(), s); err != nil {
			t.Error(err)
		}
		if left := list(t, s.List, ""); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	})
	good := objectstoretest.Handler(t)
	bad := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("If-None-Match")
		good.ServeHTTP(w, r)
	})
	s, err := objectstore.Open(objectstoretest.Serve(t, bad, ""))
	if err != nil {
		t.Fatal(err)
	}
	if err := objectstore.CheckPutIfAbsent(t.Context(), s); err == nil || !strings.Contains(err.Error(), "If-None-Match") {
		t.Errorf("error %v, want one about If-None-Match", err)
	}
}
