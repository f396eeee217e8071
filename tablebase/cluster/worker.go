package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/shards"
	"zermelo/tablebase/block"
	"zermelo/tablebase/objectstore"
)

// WorkerOptions configures Work.
type WorkerOptions struct {
	Access
	Store   string        // address of the object store
	Threads int           // number of concurrent tasks; defaults to the number of processors
	Memory  int64         // memory limit of all threads in bytes; defaults to half of the free memory
	Dir     string        // existing directory for scratch files
	Program string        // version of the program; must be equal to the job's
	Lease   time.Duration // time without progress after which a task is redelivered; defaults to DefaultLease
	Open    Opener
	Warn    func(error) // called with the error of each failed task; may be nil
	Ready   func()      // called once connected to the store and to NATS; may be nil
}

// DefaultLease is the default of WorkerOptions.Lease.
const DefaultLease = 30 * time.Second

// Work runs tasks until ctx is cancelled. When drain is closed, Work completes the
// running tasks and returns. It returns an *UnfitError if the worker cannot run tasks.
func Work(ctx context.Context, drain <-chan struct{}, o WorkerOptions) error {
	bucket, err := objectstore.OpenOrCreate(o.Store)
	if err != nil {
		return err
	}
	q, err := connect(ctx, o.Access, cmp.Or(o.Lease, DefaultLease), bucket, o.Program)
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

// worker runs the tasks of any job.
type worker struct {
	WorkerOptions
	queue  *queue
	bucket objectstore.Store
	name   string

	mu    sync.Mutex
	jobs  map[string]*openedJob
	tasks int // number of tasks started
	unfit int // number of UnfitErrors since the last completed task
}

type openedJob struct {
	store    *jobStore
	game     games.Variant
	sizes    shards.Sizes
	search   bool               // the job searches for a proof
	own      bool               // the worker has opened the game and must close it
	reports  *nats.Subscription // nil if the coordinator is in this process
	dir      string             // directory of the tierCache
	links    shards.Links
	users    int // number of running tasks
	lastTask int // value of worker.tasks when the job's last task started

	mu    sync.Mutex
	tiers io.Closer // *tierCache, or nil
}

func newWorker(q *queue, bucket objectstore.Store, o WorkerOptions) *worker {
	host, _ := os.Hostname() // used in messages only
	o.Warn = fold(o.Warn)
	limit := job.Options{Workers: o.Threads, Memory: o.Memory}
	o.Memory = limit.MemoryLimit() - job.ProgramMemory
	o.Threads = min(limit.WorkerCount(), max(1, int(o.Memory/(job.MinMemory-job.ProgramMemory))))
	return &worker{WorkerOptions: o, queue: q, bucket: bucket, name: fmt.Sprintf("%s/%d", host, os.Getpid()), jobs: map[string]*openedJob{}}
}

func (w *worker) close() {
	for _, j := range w.jobs {
		j.close()
	}
}

func (j *openedJob) close() {
	if j.reports != nil {
		_ = j.reports.Unsubscribe() // fails only if the connection is closed
	}
	if c, ok := j.game.(io.Closer); ok && j.own {
		_ = c.Close() // results have been stored
	}
	if j.tiers != nil {
		_ = j.tiers.Close() // this is only a cache
	}
	j.clearCopies()
}

// clearCopies removes the links and the copies of objects.
func (j *openedJob) clearCopies() {
	j.links.Clear()
	if j.store != nil && j.store.local != nil {
		j.store.local.clear()
	}
}

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
				if err := t.next(ctx, taking); err != nil {
					return err
				}
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

// UnfitError is returned by Work if the worker cannot run tasks: it cannot open a job,
// the store denies access or does not respond, or the disk is full.
type UnfitError struct {
	Job string
	Err error
}

func (e *UnfitError) Error() string {
	return fmt.Sprintf("this worker cannot run tasks of job %s: %v", e.Job, e.Err)
}

// Unwrap returns the cause of the error.
func (e *UnfitError) Unwrap() error { return e.Err }

// openError is returned if a job cannot be opened.
type openError struct{ error }

func (e *openError) Unwrap() error { return e.error }

// isUnfit reports whether err is due to the worker and not to the task.
func isUnfit(err error) bool {
	if errors.As(err, new(*shards.DamagedError)) || missing(err) {
		return false
	}
	return errors.As(err, new(*openError)) || errors.As(err, new(*fs.PathError)) || errors.As(err, new(*os.LinkError)) || errors.As(err, new(*os.SyscallError))
}

// setFit records that the worker can run tasks.
func (w *worker) setFit() {
	w.mu.Lock()
	w.unfit = 0
	w.mu.Unlock()
}

// unfitFor returns the time after which a worker that could not run a task requests the
// next one. It returns err if the worker must give up.
func (w *worker) unfitFor(err *UnfitError) (time.Duration, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unfit++; w.unfit > maxUnfit || errors.Is(err, fs.ErrPermission) {
		return 0, err
	}
	return unfitDelay << (w.unfit - 1), nil
}

const maxOpenJobs = 4 // maximum number of open jobs, exceeded only if more jobs have running tasks

// open returns the job with the given ID, opening its game if necessary. The caller
// must call done after use.
func (w *worker) open(ctx context.Context, id string) (*openedJob, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[id]
	if j == nil {
		w.evict()
		var err error
		if j, err = w.openJob(ctx, id); err != nil {
			return nil, err
		}
		w.jobs[id] = j
	}
	w.tasks++
	j.users, j.lastTask = j.users+1, w.tasks
	return j, nil
}

func (w *worker) done(j *openedJob) {
	w.mu.Lock()
	j.users--
	w.mu.Unlock()
}

// evict closes the least recently used idle job if maxOpenJobs jobs are open, and
// removes the links of all jobs.
func (w *worker) evict() {
	oldest := ""
	for id, j := range w.jobs {
		j.clearCopies() // the job may have ended, and these take disk space
		if j.own && j.users == 0 && (oldest == "" || j.lastTask < w.jobs[oldest].lastTask) {
			oldest = id
		}
	}
	if len(w.jobs) < maxOpenJobs || oldest == "" {
		return
	}
	j := w.jobs[oldest]
	delete(w.jobs, oldest)
	j.close()
	_ = os.RemoveAll(j.dir) // this is only a cache
}

func (w *worker) openJob(ctx context.Context, id string) (*openedJob, error) {
	described, err := readJob(ctx, w.bucket, id)
	if err != nil {
		return nil, err
	}
	if described.Program != w.Program {
		return nil, programError(id, described.Program, w.Program)
	}
	if err := w.checkMemory(described); err != nil {
		return nil, fmt.Errorf("%w; use fewer --threads or more --memory", err)
	}
	dir := filepath.Join(w.Dir, plain(id))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	v, err := described.open(ctx, dir, w.Open)
	if err != nil {
		return nil, err
	}
	objects := newJobStore(w.bucket, id)
	if err := objects.keepObjects(dir); err != nil {
		return nil, err
	}
	j := &openedJob{store: objects, game: v, sizes: described.Sizes, search: described.SearchNodes > 0, own: true, dir: dir}
	// Other workers' reports save reading their manifests.
	j.reports, err = w.queue.conn.Subscribe(reportSubject+w.queue.key(id), func(message *nats.Msg) {
		var r report
		if json.Unmarshal(message.Data, &r) == nil && r.Made != nil {
			r.Made.Sample, r.Made.Survey = nil, nil // only the coordinator uses these
			j.store.put(r.Made)
		}
	})
	return j, err
}

// checkMemory returns an error if the tasks of a job need more memory than a thread has.
func (w *worker) checkMemory(j *Job) error {
	need, has := j.Sizes.MaxStates*StateMemory, w.Memory/int64(w.Threads)
	if j.Span == 0 || need <= has {
		return nil
	}
	return fmt.Errorf("the tasks of this job need %d MiB of memory, but each of %d threads has %d MiB", need>>20, w.Threads, has>>20)
}

func programError(id, want, got string) error {
	return fmt.Errorf("job %s was created by zermelo %s, but this is %s; use the same version", id, want, got)
}

// runner runs tasks of a job in one thread.
type runner struct {
	job  *openedJob
	view *view
	taskRunner
}

// progress returns a number that changes while a task makes progress.
func (r *runner) progress() int64 { return r.view.read.Load() + r.view.wrote.Load() + r.done() }

func newRunner(j *openedJob, dir string, memory int64) (runner, error) {
	r := runner{job: j, view: &view{jobStore: j.store}}
	newTaskRunner := games.ByState(j.game, stepsOf[uint64], stepsOf[[2]uint64], stepsOf[[4]uint64])
	if j.search {
		newTaskRunner = games.ByState(j.game, searchOf[uint64], searchOf[[2]uint64], searchOf[[4]uint64])
	}
	var err error
	r.taskRunner, err = newTaskRunner(j, r.view, dir, job.Options{Workers: 1, Memory: memory, Progress: new(job.Progress)})
	return r, err
}

// taskRunner runs the tasks of one kind of job.
type taskRunner struct {
	begin   func(first shards.Task, n int) error // announces the tasks of an order; may be nil
	run     func(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error)
	done    func() int64 // increases while run makes progress
	release func()       // releases memory between tasks
}

func stepsOf[S games.State](g games.Game[S]) func(*openedJob, *view, string, job.Options) (taskRunner, error) {
	return func(j *openedJob, store *view, dir string, o job.Options) (taskRunner, error) {
		if tiered, ok := g.(games.Tiered[S]); ok && !isLayered(g) {
			cache, err := tiersOf(j, tiered)
			if err != nil {
				return taskRunner{}, err
			}
			w := &tierWorker[S]{tierCache: cache, view: store, work: filepath.Join(dir, "tier"), o: o, sizes: j.sizes}
			return taskRunner{nil, w.run, o.Progress.Done.Load, w.release}, nil
		}
		w, err := shards.NewWorker(g, store, dir, &j.links, o)
		if err != nil {
			return taskRunner{}, err
		}
		w.Encode = new(block.Codec[S]).AppendRecords
		return taskRunner{w.Begin, w.Run, o.Progress.Done.Load, func() {}}, nil
	}
}

func searchOf[S games.State](g games.Game[S]) func(*openedJob, *view, string, job.Options) (taskRunner, error) {
	return func(_ *openedJob, v *view, _ string, _ job.Options) (taskRunner, error) {
		s := &searcher[S]{game: search.Plain(g), store: v}
		return taskRunner{nil, s.run, s.progress, func() {}}, nil
	}
}
