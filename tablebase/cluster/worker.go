package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/shards"
)

// WorkerOptions are those of Work.
type WorkerOptions struct {
	Access
	Store   string        // the address of the object store
	Threads int           // tasks at once; 0: one for each processor
	Memory  int64         // bytes, of all threads; 0: half of what is free
	Dir     string        // an existing folder for scratch files
	Program string        // the version of the program; other jobs' tasks are left alone
	Lease   time.Duration // how long a task may be held without progress; 0: DefaultLease
	Open    Opener
	Warn    func(error) // told of tasks that fail; may be nil
	Ready   func()      // called when store and server are reached; may be nil
}

// DefaultLease is how long a worker may hold a task without progress.
const DefaultLease = 30 * time.Second

// Work does tasks until drain is closed and those at work are done, or ctx ends.
func Work(ctx context.Context, drain <-chan struct{}, o WorkerOptions) error {
	bucket, err := makeBucket(ctx, o.Store)
	if err != nil {
		return err
	}
	defer bucket.Close()
	q, err := connect(ctx, o.Access, leaseOf(o.Lease))
	if err != nil {
		return err
	}
	defer q.close()
	w := newWorker(q, bucket, o)
	defer w.close()
	if o.Ready != nil {
		o.Ready()
	}
	return w.run(ctx, drain)
}

func leaseOf(d time.Duration) time.Duration {
	if d == 0 {
		return DefaultLease
	}
	return d
}

// worker does tasks of any job.
type worker struct {
	WorkerOptions
	queue  *queue
	bucket *bucket
	name   string

	mu    sync.Mutex
	jobs  map[string]*opened
	tasks int // so far
}

// opened is a job whose game is open.
type opened struct {
	store  *jobStore
	game   games.Variant
	sizes  shards.Sizes
	search bool   // for a proof
	own    bool   // close the game at the end
	dir    string // for tiers
	links  shards.Links
	users  int // tasks at work
	used   int // which of the worker's tasks was its last

	mu    sync.Mutex
	tiers io.Closer // a *tierCache, once there is one
}

func newWorker(q *queue, bucket *bucket, o WorkerOptions) *worker {
	host, _ := os.Hostname() // the name is for people
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	limit := job.Options{Workers: o.Threads, Memory: o.Memory}
	o.Memory = limit.MemoryLimit() - job.Program
	o.Threads = min(limit.WorkerCount(), max(1, int(o.Memory/(job.MinMemory-job.Program))))
	return &worker{WorkerOptions: o, queue: q, bucket: bucket, name: fmt.Sprintf("%s/%d", host, os.Getpid()), jobs: map[string]*opened{}}
}

func (w *worker) close() {
	for _, j := range w.jobs {
		j.close()
	}
}

func (j *opened) close() {
	if c, ok := j.game.(io.Closer); ok && j.own {
		_ = c.Close() // its answers are known
	}
	if j.tiers != nil {
		_ = j.tiers.Close() // a cache
	}
	j.links.Drop()
}

// run does tasks, several at once.
func (w *worker) run(ctx context.Context, drain <-chan struct{}) error {
	group, ctx := errgroup.WithContext(ctx)
	taking, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-drain:
			stop()
		case <-taking.Done():
		}
	}()
	for n := range w.Threads {
		group.Go(func() error {
			dir := filepath.Join(w.Dir, fmt.Sprintf("worker-%d-%d", os.Getpid(), n))
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			t := &thread{worker: w, dir: dir}
			for taking.Err() == nil {
				t.next(ctx, taking)
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// mostJobs is how many games a worker has open, if no more are at work.
const mostJobs = 4

// open finds a job for a task, and opens its game. The caller gives it back by done.
func (w *worker) open(ctx context.Context, id string) (*opened, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[id]
	if j == nil {
		w.makeRoom()
		var err error
		if j, err = w.openJob(ctx, id); err != nil {
			return nil, err
		}
		w.jobs[id] = j
	}
	w.tasks++
	j.users, j.used = j.users+1, w.tasks
	return j, nil
}

// done gives a job back.
func (w *worker) done(j *opened) {
	w.mu.Lock()
	j.users--
	w.mu.Unlock()
}

// makeRoom closes the game of which no task was done for the longest time, where there are too many.
func (w *worker) makeRoom() {
	oldest := ""
	for id, j := range w.jobs {
		j.links.Drop() // the job may have ended, and its links would stay on the disk
		if j.own && j.users == 0 && (oldest == "" || j.used < w.jobs[oldest].used) {
			oldest = id
		}
	}
	if len(w.jobs) < mostJobs || oldest == "" {
		return
	}
	j := w.jobs[oldest]
	delete(w.jobs, oldest)
	j.close()
	_ = os.RemoveAll(j.dir) // a cache
}

// openJob opens the game of a job.
func (w *worker) openJob(ctx context.Context, id string) (*opened, error) {
	described, err := readJob(ctx, w.bucket, id)
	if err != nil {
		return nil, err
	}
	if described.Program != w.Program {
		return nil, fmt.Errorf("job %s is of program %s, this is %s: use the same version", id, described.Program, w.Program)
	}
	dir := filepath.Join(w.Dir, plain(id))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	v, err := described.open(ctx, dir, w.Open)
	if err != nil {
		return nil, err
	}
	return &opened{store: newJobStore(w.bucket, id), game: v, sizes: described.Sizes, search: described.SearchNodes > 0, own: true, dir: dir}, nil
}

// warn tells of a task that has failed. No game is opened meanwhile.
func (w *worker) warn(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Warn(err)
}

// runner does the tasks of a job in one thread.
type runner struct {
	of   *opened
	view *view
	doer
}

// steady is a number that grows as long as the work goes on.
func (r *runner) steady() int64 { return r.view.read.Load() + r.view.wrote.Load() + r.done() }

func newRunner(j *opened, dir string, memory int64) (runner, error) {
	r := runner{of: j, view: &view{jobStore: j.store}}
	make := games.ByState(j.game, stepsOf[uint64], stepsOf[[2]uint64], stepsOf[[4]uint64])
	if j.search {
		make = games.ByState(j.game, searchOf[uint64], searchOf[[2]uint64], searchOf[[4]uint64])
	}
	var err error
	r.doer, err = make(j, r.view, dir, job.Options{Workers: 1, Memory: memory, Progress: new(job.Progress)})
	return r, err
}

// doer does the tasks of a job: do does one, done grows on the way, and end gives back what it shares with others.
type doer struct {
	do   func(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error)
	done func() int64
	end  func()
}

func stepsOf[S games.State](g games.Game[S]) func(*opened, *view, string, job.Options) (doer, error) {
	return func(j *opened, store *view, dir string, o job.Options) (doer, error) {
		if tiered, ok := g.(games.Tiered[S]); ok && !isLayered(g) {
			cache, err := tiersOf(j, tiered)
			if err != nil {
				return doer{}, err
			}
			work := &tierWorker[S]{tierCache: cache, view: store, work: filepath.Join(dir, "tier"), o: o, sizes: j.sizes}
			return doer{work.do, o.Progress.Done.Load, work.rest}, nil
		}
		w, err := shards.NewWorker(g, store, dir, &j.links, o)
		if err != nil {
			return doer{}, err
		}
		return doer{w.Run, o.Progress.Done.Load, func() {}}, nil
	}
}

func searchOf[S games.State](g games.Game[S]) func(*opened, *view, string, job.Options) (doer, error) {
	return func(_ *opened, v *view, _ string, _ job.Options) (doer, error) {
		s := &searcher[S]{game: search.Plain(g), store: v}
		return doer{s.run, s.steady, func() {}}, nil
	}
}
