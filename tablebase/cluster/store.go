package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
)

// The names of a job's objects begin with its ID:
//
//	ID/job.json                          description of the job
//	ID/layer/0012.json                   division of a layer into shards
//	ID/made/expand/0012/00003.json       manifest of a task
//	ID/object/expand/0012/00003-WORD     result of a task; WORD differs for each execution
//	ID/finished.json                     cost of the job, written when it is complete
//
// Objects with the suffix .json are created atomically and never change.

// jobStore reads and writes the objects of a job. It caches manifests and layers,
// which are small and immutable.
type jobStore struct {
	bucket objectstore.Store
	id     string
	local  *localObjects // nil if the store is as near as a local disk

	mu        sync.Mutex
	repair    bool // delete damaged manifests and layers, so that they are made again
	made      map[shards.Task]*shards.Manifest
	kept      int // size of made after the last eviction of distant layers
	evictions int // number of changes of made other than by reading
	layers    map[int]*shards.Layer
}

func newJobStore(bucket objectstore.Store, id string) *jobStore {
	return &jobStore{bucket: bucket, id: id, made: map[shards.Task]*shards.Manifest{}, layers: map[int]*shards.Layer{}}
}

// keepObjects makes s keep copies of the objects that it writes in the directory dir,
// unless the store is a folder.
func (s *jobStore) keepObjects(dir string) error {
	if objectstore.IsFolder(s.bucket) {
		return nil
	}
	s.local = &localObjects{Dir: filepath.Join(dir, "objects")}
	return os.MkdirAll(s.local.Dir, 0o777)
}

func (s *jobStore) layerName(number int) string {
	return fmt.Sprintf("%s/layer/%04d.json", s.id, number)
}

func (s *jobStore) madeName(t shards.Task) string { return fmt.Sprintf("%s/made/%s.json", s.id, t) }

func (s *jobStore) finishedName() string { return s.id + "/finished.json" }

// view is a jobStore that counts the bytes that a thread reads and writes.
type view struct {
	*jobStore
	read, wrote atomic.Int64
}

type counter struct {
	io.ReadCloser
	w io.Writer
	n *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n.Add(int64(n))
	return n, err
}

func (v *view) Create(ctx context.Context, name string, write func(io.Writer) error) (err error) {
	var local *localCopy
	if v.local != nil {
		local = v.local.create()
	}
	if local != nil {
		defer func() { v.local.add(name, local, err == nil) }()
	}
	return v.bucket.Create(ctx, name, func(w io.Writer) error {
		if local != nil {
			w = io.MultiWriter(w, local)
		}
		return write(&counter{w: w, n: &v.wrote})
	})
}

func (v *view) Open(ctx context.Context, name string, from, size int64) (io.ReadCloser, error) {
	if v.local != nil {
		if body := v.local.open(name, from, size); body != nil {
			return body, nil
		}
	}
	var body io.ReadCloser
	err := twice(ctx, func() (err error) {
		body, err = v.bucket.Get(ctx, name, from, size)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &counter{ReadCloser: body, n: &v.read}, nil
}

func (v *view) Manifest(ctx context.Context, t shards.Task) (m *shards.Manifest, err error) {
	err = twice(ctx, func() error {
		m, err = v.jobStore.Manifest(ctx, t)
		return err
	})
	return m, err
}

func (v *view) Layer(ctx context.Context, number int) (l *shards.Layer, err error) {
	err = twice(ctx, func() error {
		l, err = v.jobStore.Layer(ctx, number)
		return err
	})
	return l, err
}

// Manifest returns the manifest of a task. If it is damaged, the error is a
// *shards.DamagedError without the name of an object.
func (s *jobStore) Manifest(ctx context.Context, t shards.Task) (*shards.Manifest, error) {
	s.mu.Lock()
	m := s.made[t]
	s.mu.Unlock()
	if m != nil {
		return m, nil
	}
	m = new(shards.Manifest)
	err := readJSON(ctx, s.bucket, s.madeName(t), m)
	if isDamagedJSON(err) || err == nil && m.Task != t {
		return nil, &shards.DamagedError{Manifest: &shards.Manifest{Task: t}, Err: &damagedJSONError{s.madeName(t)}}
	}
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.keep(m)
	s.mu.Unlock()
	return m, nil
}

// Sizes of the cache of manifests.
const (
	maxManifests = 1 << 17 // number of manifests after which those of distant layers are evicted
	nearLayers   = 16      // layers at this distance are not distant
)

// keep adds a manifest to the cache. s.mu must be locked.
func (s *jobStore) keep(m *shards.Manifest) {
	s.made[m.Task] = m
	if len(s.made) > max(maxManifests, 2*s.kept) {
		maps.DeleteFunc(s.made, func(t shards.Task, _ *shards.Manifest) bool {
			return t.Layer < m.Layer-nearLayers || t.Layer > m.Layer+nearLayers
		})
		s.kept = len(s.made)
	}
}

// put adds a manifest that has been stored to the cache.
func (s *jobStore) put(m *shards.Manifest) {
	s.mu.Lock()
	s.keep(m)
	s.evictions++
	s.mu.Unlock()
}

// completed returns the tasks among the given ones whose manifests are stored.
func completed[T any](ctx context.Context, s *jobStore, tasks map[shards.Task]T) (list []shards.Task, err error) {
	names := map[string]map[string]shards.Task{} // by folder and name
	for t := range tasks {
		name := s.madeName(t)
		dir := name[:strings.LastIndexByte(name, '/')+1]
		if names[dir] == nil {
			names[dir] = map[string]shards.Task{}
		}
		names[dir][name] = t
	}
	for dir, tasks := range names {
		err = errors.Join(err, s.bucket.List(ctx, dir, func(o objectstore.Object) error {
			if t, ok := tasks[o.Name]; ok {
				list = append(list, t)
			}
			return nil
		}))
	}
	return list, err
}

// finish marks the job as finished by storing its total cost.
func (s *jobStore) finish(ctx context.Context, g *shards.Graph) error {
	_, err := writeJSON(ctx, s.bucket, s.finishedName(), g.Progress())
	return err
}

// forget evicts the manifest of a task from the cache.
func (s *jobStore) forget(t shards.Task) {
	s.mu.Lock()
	delete(s.made, t)
	s.evictions++
	s.mu.Unlock()
}

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

// divide stores the division of a layer unless one is already stored. It returns the
// stored division.
func (s *jobStore) divide(ctx context.Context, l *shards.Layer) (*shards.Layer, error) {
	fresh, err := writeJSON(ctx, s.bucket, s.layerName(l.Number), l)
	if err != nil {
		return nil, err
	}
	if fresh {
		s.mu.Lock()
		s.layers[l.Number] = l
		s.mu.Unlock()
		return l, nil
	}
	return s.Layer(ctx, l.Number)
}

// commit stores the manifest of a task unless one is already stored. It returns the
// stored manifest. If the task already had a manifest with the same result, commit
// deletes the object of m. If the results differ, it returns a *shards.ConflictError
// and keeps the object of m for inspection.
func (s *jobStore) commit(ctx context.Context, m *shards.Manifest) (*shards.Manifest, error) {
	text, err := encodeJSON(m)
	if err != nil {
		return nil, err
	}
	// The manifest is not synced: its hash reveals data lost in a system crash.
	err = s.bucket.Create(ctx, s.madeName(m.Task), func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	})
	fresh := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if fresh {
		s.put(m)
		return m, nil
	}
	s.forget(m.Task)
	known, err := (&view{jobStore: s}).Manifest(ctx, m.Task)
	switch {
	case err != nil:
		return nil, err
	case !known.Same(m):
		return nil, &shards.ConflictError{One: known, Other: m}
	case known.Name != m.Name:
		return known, s.bucket.Delete(ctx, m.Name)
	}
	return known, nil
}

func (s *jobStore) remove(ctx context.Context, m *shards.Manifest) error {
	defer s.forget(m.Task) // after the deletion, because a concurrent task may have cached the manifest
	return errors.Join(s.bucket.Delete(ctx, s.madeName(m.Task)), s.bucket.Delete(ctx, m.Name))
}

const maxConcurrentReads = 16 // maximum number of manifests that are read concurrently

// scan returns all manifests of the job and caches them.
func (s *jobStore) scan(ctx context.Context) ([]*shards.Manifest, error) {
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(maxConcurrentReads)
	made, known := map[shards.Task]*shards.Manifest{}, map[string]*shards.Manifest{}
	s.mu.Lock()
	evictions := s.evictions
	for t, m := range s.made {
		known[s.madeName(t)] = m
	}
	s.mu.Unlock()
	err := s.bucket.List(ctx, s.id+"/made/", func(o objectstore.Object) error {
		m := known[o.Name]
		group.Go(func() error {
			if m == nil {
				m = new(shards.Manifest)
				err := readExisting(reading, s.bucket, o.Name, m)
				if err == nil && s.madeName(m.Task) != o.Name {
					err = &damagedJSONError{o.Name}
				}
				if s.repair && isDamagedJSON(err) {
					return s.bucket.Delete(reading, o.Name)
				}
				if err != nil {
					return err
				}
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
	s.cache(made, evictions)
	return slices.Collect(maps.Values(made)), nil
}

// cache adds manifests that were read when s.evictions had the given value. If
// s.evictions has changed, cache does nothing, because a manifest may have been
// removed.
func (s *jobStore) cache(made map[shards.Task]*shards.Manifest, evictions int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evictions == evictions {
		maps.Copy(s.made, made)
	}
}

// fill adds the stored manifests and layers to a task graph.
func (s *jobStore) fill(ctx context.Context, g *shards.Graph) error {
	for {
		l, err := s.Layer(ctx, g.Divided())
		if s.repair && isDamagedJSON(err) {
			err = cmp.Or(s.bucket.Delete(ctx, s.layerName(g.Divided())), fs.ErrNotExist)
		}
		if missing(err) {
			break
		}
		if err != nil {
			return err
		}
		g.Divide(l)
	}
	made, err := s.scan(ctx)
	if err != nil {
		return err
	}
	for _, m := range made {
		if err := g.Add(m); err != nil {
			return err
		}
	}
	return nil
}
