package cluster

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"golang.org/x/sync/errgroup"

	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
)

// Objects of a job have names below its ID:
//
//	ID/job.json                          the job
//	ID/layer/0012.json                   how a layer is divided
//	ID/made/expand/0012/00003.json       the manifest of a task
//	ID/object/expand/0012/00003-WORD     what the task made; WORD is of one execution
//	ID/finished.json                     what all tasks took, when the last was done
//
// All but the objects are written if they do not exist, and never changed.

// openBucket opens an object store.
func openBucket(ctx context.Context, address string) (*bucket, error) {
	b, err := objectstore.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	return &bucket{b, objectstore.Folder(address)}, nil
}

// makeBucket opens an object store. The folder of a file:// store is made if need be.
func makeBucket(ctx context.Context, address string) (*bucket, error) {
	if folder := objectstore.Folder(address); folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
	}
	return openBucket(ctx, address)
}

// FileURL is the address of a store in a folder.
func FileURL(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	u := url.URL{Scheme: fileblob.Scheme, Path: filepath.ToSlash(dir)}
	return u.String(), err
}

// jobStore is the objects of one job. It remembers manifests, which are small and never change.
type jobStore struct {
	bucket *bucket
	id     string

	mu     sync.Mutex
	made   map[shards.Task]*shards.Manifest
	forgot int // how often a manifest was forgotten
	layers map[int]*shards.Layer
}

func newJobStore(bucket *bucket, id string) *jobStore {
	return &jobStore{bucket: bucket, id: id, made: map[shards.Task]*shards.Manifest{}, layers: map[int]*shards.Layer{}}
}

func (s *jobStore) layerName(number int) string {
	return fmt.Sprintf("%s/layer/%04d.json", s.id, number)
}

func (s *jobStore) madeName(t shards.Task) string { return fmt.Sprintf("%s/made/%s.json", s.id, t) }

func (s *jobStore) finishedName() string { return s.id + "/finished.json" }

// view is the objects of a job as the task of one worker sees them. It counts what the task reads and
// writes.
type view struct {
	*jobStore
	read, wrote atomic.Int64
}

// counter counts the bytes that go through it.
type counter struct {
	io.ReadCloser
	to io.Writer
	n  *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n.Add(int64(n))
	return n, err
}

// Create implements shards.Store.
func (v *view) Create(ctx context.Context, name string, write func(io.Writer) error) error {
	var failed error
	err := v.bucket.Create(ctx, name, &blob.WriterOptions{
		ContentType: "application/octet-stream", IfNotExist: true, MaxConcurrency: 1, // of parts of 8 MiB
	}, func(w io.Writer) error {
		failed = write(&counter{to: w, n: &v.wrote})
		return failed
	})
	if err != nil && failed == nil {
		err = fmt.Errorf("write object %s: %w", name, err)
	}
	return err
}

// Open implements shards.Store.
func (v *view) Open(ctx context.Context, name string, from, size int64) (io.ReadCloser, error) {
	body, err := v.bucket.Open(ctx, name, from, size)
	if missing(err) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", name, err)
	}
	return &counter{ReadCloser: body, n: &v.read}, nil
}

// Made implements shards.Store.
func (s *jobStore) Made(ctx context.Context, t shards.Task) (*shards.Manifest, error) {
	s.mu.Lock()
	m := s.made[t]
	s.mu.Unlock()
	if m != nil {
		return m, nil
	}
	m = new(shards.Manifest)
	if err := readJSON(ctx, s.bucket, s.madeName(t), m); err != nil {
		return nil, err
	}
	if m.Task != t {
		return nil, fmt.Errorf("%s is the manifest of %s", s.madeName(t), m.Task)
	}
	s.mu.Lock()
	s.made[t] = m
	s.mu.Unlock()
	return m, nil
}

// finish stores that all tasks are done, and what they took.
func (s *jobStore) finish(ctx context.Context, g *shards.Graph) error {
	_, err := writeJSON(ctx, s.bucket, s.finishedName(), g.Far())
	return err
}

// forget makes Made read the manifest of a task again.
func (s *jobStore) forget(t shards.Task) {
	s.mu.Lock()
	delete(s.made, t)
	s.forgot++
	s.mu.Unlock()
}

// Layer implements shards.Store.
func (s *jobStore) Layer(ctx context.Context, number int) (*shards.Layer, error) {
	s.mu.Lock()
	l := s.layers[number]
	s.mu.Unlock()
	if l != nil {
		return l, nil
	}
	l = new(shards.Layer)
	if err := readJSON(ctx, s.bucket, s.layerName(number), l); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.layers[number] = l
	s.mu.Unlock()
	return l, nil
}

// divide stores how a layer is divided, unless that is stored. It returns what is.
func (s *jobStore) divide(ctx context.Context, l *shards.Layer) (*shards.Layer, error) {
	if _, err := writeJSON(ctx, s.bucket, s.layerName(l.Number), l); err != nil {
		return nil, err
	}
	return s.Layer(ctx, l.Number)
}

// commit stores the manifest of a task. If there is one, it returns that, or a *shards.ConflictError
// where it is of another result; the object of m is removed then if nobody is to look at it.
func (s *jobStore) commit(ctx context.Context, m *shards.Manifest) (*shards.Manifest, error) {
	fresh, err := writeJSON(ctx, s.bucket, s.madeName(m.Task), m)
	if err != nil {
		return nil, err
	}
	s.forget(m.Task)
	known, err := s.Made(ctx, m.Task)
	switch {
	case err != nil:
		return nil, err
	case !known.Same(m):
		return nil, &shards.ConflictError{One: known, Other: m}
	case !fresh && known.Name != m.Name:
		return known, s.bucket.Delete(ctx, m.Name)
	}
	return known, nil
}

// drop removes a manifest and its object.
func (s *jobStore) drop(ctx context.Context, m *shards.Manifest) error {
	defer s.forget(m.Task) // not before: a task may read the manifest meanwhile
	err := s.bucket.Delete(ctx, s.madeName(m.Task))
	if deleted := s.bucket.Delete(ctx, m.Name); missing(err) || err == nil {
		err = deleted
	}
	if missing(err) {
		return nil
	}
	return err
}

// scanAtOnce is how many manifests are read at the same time: in an object store each takes a request.
const scanAtOnce = 16

// scan is all manifests of a job. It reads those that it does not remember.
func (s *jobStore) scan(ctx context.Context) ([]*shards.Manifest, error) {
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(scanAtOnce)
	made, known := map[shards.Task]*shards.Manifest{}, map[string]*shards.Manifest{}
	s.mu.Lock()
	forgot := s.forgot
	for t, m := range s.made {
		known[s.madeName(t)] = m
	}
	s.mu.Unlock()
	err := s.bucket.List(ctx, &blob.ListOptions{Prefix: s.id + "/made/"}, func(o *blob.ListObject) error {
		m := known[o.Key]
		group.Go(func() error {
			if m == nil {
				m = new(shards.Manifest)
				if err := readJSON(reading, s.bucket, o.Key, m); err != nil {
					return err
				}
			}
			if s.madeName(m.Task) != o.Key {
				return fmt.Errorf("%s is the manifest of %s", o.Key, m.Task)
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			made[m.Task] = m
			return nil
		})
		return nil
	})
	if err := cmp.Or(err, group.Wait()); err != nil {
		return nil, err
	}
	s.remember(made, forgot)
	return slices.Collect(maps.Values(made)), nil
}

// remember keeps manifests that were read since so many were forgotten: one of them may have been dropped meanwhile.
func (s *jobStore) remember(made map[shards.Task]*shards.Manifest, forgot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.forgot == forgot {
		maps.Copy(s.made, made)
	}
}

// fill gives a graph all that the store knows: manifests and layers.
func (s *jobStore) fill(ctx context.Context, g *shards.Graph) error {
	made, err := s.scan(ctx)
	if err != nil {
		return err
	}
	for _, m := range made {
		if err := g.Add(m); err != nil {
			return err
		}
	}
	for {
		l, err := s.Layer(ctx, g.Divided())
		if missing(err) {
			return nil
		}
		if err != nil {
			return err
		}
		g.Divide(l)
	}
}
