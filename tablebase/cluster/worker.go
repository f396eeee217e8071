package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/job"
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
}

// DefaultLease is how long a worker may hold a task without progress.
const DefaultLease = 30 * time.Second

// Work does tasks until drain is closed and those at work are done, or ctx ends.
func Work(ctx context.Context, drain <-chan struct{}, o WorkerOptions) error {
	bucket, err := openBucket(ctx, o.Store)
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
	bucket *blob.Bucket
	name   string

	mu   sync.Mutex
	jobs map[string]*opened
}

// opened is a job whose game is open.
type opened struct {
	store *jobStore
	game  games.Variant
	own   bool // close the game at the end
}

func newWorker(q *queue, bucket *blob.Bucket, o WorkerOptions) *worker {
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
		if c, ok := j.game.(io.Closer); ok && j.own {
			_ = c.Close() // its answers are known
		}
	}
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
			t := &thread{worker: w, dir: dir, runners: map[string]runner{}}
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

// open finds a job and opens its game.
func (w *worker) open(ctx context.Context, id string) (*opened, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if j := w.jobs[id]; j != nil {
		return j, nil
	}
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
	j := &opened{store: newJobStore(w.bucket, id), game: v, own: true}
	w.jobs[id] = j
	return j, nil
}

// warn tells of a task that has failed. No game is opened meanwhile.
func (w *worker) warn(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Warn(err)
}

// runner does the tasks of a job in one thread.
type runner struct {
	view     *view
	progress *job.Progress
	do       func(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error)
}

// steady is a number that grows as long as the work goes on.
func (r *runner) steady() int64 {
	return r.view.read.Load() + r.view.wrote.Load() + r.progress.Done.Load()
}

func newRunner(j *opened, dir string, memory int64) (runner, error) {
	r := runner{view: &view{jobStore: j.store}, progress: new(job.Progress)}
	o := job.Options{Workers: 1, Memory: memory, Progress: r.progress}
	var err error
	r.do, err = games.ByState(j.game, runnerOf[uint64], runnerOf[[2]uint64], runnerOf[[4]uint64])(r.view, dir, o)
	return r, err
}

type doer = func(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error)

func runnerOf[S games.State](g games.Game[S]) func(shards.Store, string, job.Options) (doer, error) {
	return func(store shards.Store, dir string, o job.Options) (doer, error) {
		w, err := shards.NewWorker(g, store, dir, o)
		if err != nil {
			return nil, err
		}
		return w.Run, nil
	}
}

// thread does one task at a time.
type thread struct {
	*worker
	dir     string
	runners map[string]runner
}

const (
	// retryAfter is how long a worker waits where NATS does not answer, and where a task has failed.
	retryAfter = 250 * time.Millisecond
	// fetchFor is how long a worker waits for a task before it asks again.
	fetchFor = time.Second
)

// next takes a task and does it. It takes none once taking has ended.
func (t *thread) next(ctx, taking context.Context) error {
	consumer, err := t.queue.js.Consumer(taking, streamName, consumerName)
	var message jetstream.Msg
	for err == nil && taking.Err() == nil {
		// A request that is given up may still be sent a task, so drain waits for its end.
		waiting, end := context.WithTimeout(ctx, fetchFor)
		message, err = consumer.Next(jetstream.FetchContext(waiting))
		end()
		if errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
			err = nil
			continue
		}
		if err != nil {
			break
		}
		var o order
		if err := json.Unmarshal(message.Data(), &o); err != nil {
			t.warn(fmt.Errorf("a task that cannot be read: %w", err))
			_ = message.Term()
			continue
		}
		t.do(ctx, o, message)
	}
	// The server may be away, or have lost the queue: the coordinator makes it again.
	select {
	case <-taking.Done():
	case <-time.After(retryAfter):
	}
	return nil
}

// do does a task, and tells its coordinator how it went. Errors about the message are of no interest: it is
// handed out again, and the result is there.
func (t *thread) do(ctx context.Context, o order, message jetstream.Msg) {
	m, err := t.made(ctx, o, message)
	if ctx.Err() != nil {
		_ = message.Nak()
		return
	}
	r := report{Task: o.Task, Made: m, Worker: t.name}
	if err == nil {
		_ = t.queue.tell(o.Job, r)
		_ = message.Ack()
		return
	}
	t.warn(fmt.Errorf("job %s: %w", o.Job, err))
	r.Error = err.Error()
	var damaged *shards.DamagedError
	var conflict *shards.ConflictError
	switch {
	case errors.As(err, &damaged):
		r.Damaged = damaged.Manifest
	case errors.As(err, &conflict):
		r.Fatal, r.Conflict = true, []*shards.Manifest{conflict.One, conflict.Other}
	}
	_ = t.queue.tell(o.Job, r)
	_ = message.NakWithDelay(retryAfter)
}

// made does a task, unless it is done, and stores its manifest.
func (t *thread) made(ctx context.Context, o order, message jetstream.Msg) (*shards.Manifest, error) {
	j, err := t.open(ctx, o.Job)
	if err != nil {
		return nil, err
	}
	if known, err := j.store.Made(ctx, o.Task); err == nil {
		return known, nil
	}
	r, ok := t.runners[o.Job]
	if !ok {
		if r, err = newRunner(j, t.dir, job.Program+t.Memory/int64(t.Threads)); err != nil {
			return nil, err
		}
		t.runners[o.Job] = r
	}
	working, end := context.WithCancel(ctx)
	defer end()
	go hold(working, message, t.queue.lease, r.steady)
	began, read, wrote := time.Now(), r.view.read.Load(), r.view.wrote.Load()
	m, err := r.do(ctx, o.Task, fmt.Sprintf("%s/object/%s-%s", o.Job, o.Task, rand.Text()[:8]))
	if err == nil {
		err = games.Failure(j.game)
	}
	if err != nil {
		t.forget(j.store, err)
		return nil, err
	}
	m.Cost = shards.Cost{Worker: t.name, Seconds: time.Since(began).Seconds(), Read: r.view.read.Load() - read, Written: r.view.wrote.Load() - wrote}
	return j.store.commit(ctx, m)
}

// forget forgets what another task has made if its object is damaged or gone.
func (t *thread) forget(s *jobStore, err error) {
	var damaged *shards.DamagedError
	if errors.As(err, &damaged) {
		s.forget(damaged.Manifest.Task)
	}
}

// hold tells the server that a task is at work, as long as there is progress.
func hold(ctx context.Context, message jetstream.Msg, lease time.Duration, steady func() int64) {
	tick := time.NewTicker(lease / 3)
	defer tick.Stop()
	for last := steady(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if now := steady(); now != last {
				last = now
				_ = message.InProgress() // without it the task is handed out again
			}
		}
	}
}
