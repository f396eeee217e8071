package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/solver/shards"
)

type schedule interface {
	// Add records the result of a task. It returns a *shards.ConflictError if
	// it differs from an earlier result.
	Add(m *shards.Manifest) error
	// Manifest returns the result of a task, or nil if the task is not done.
	Manifest(t shards.Task) *shards.Manifest
	Remove(t shards.Task)
	rescan(ctx context.Context) error
	// next returns the tasks that can run, including running tasks and possibly
	// completed ones. If it returns none, the job is complete. If fresh is false,
	// it has returned all of them before. It returns a *shards.DamagedError if an
	// object is damaged.
	next(ctx context.Context) (tasks []shards.Task, fresh bool, err error)
	// updateProgress updates the progress that is shown to the user.
	updateProgress()
}

// coordinator distributes the tasks of a job until all of them are done.
type coordinator struct {
	tasks   schedule
	queue   *queue
	store   *jobStore
	id      string
	warn    func(error)
	kv      jetstream.KeyValue
	holder  string // ID of this coordinator in the lease
	leased  uint64 // revision of the lease
	round   string // part of the message IDs
	requeue bool   // tasks may have to be queued that were queued before

	command Command

	out      map[shards.Task]*run     // runs of queued or running tasks
	runs     map[shards.Task]*run     // the same runs by first task
	passed   map[shards.Task]int      // number of times that a task's message was requeued
	deferred []*nats.Msg              // choices that have not been answered
	failures map[shards.Task][]string // workers on which each task failed
	seen     map[string]time.Time     // time of the last report of each worker
	heard    time.Time                // time of the last report, or of the last call of findResults that looked for results
	patience time.Duration            // see findResults
	remade   map[shards.Task]int      // number of times that a task's object was damaged
}

func newCoordinator(q *queue, store *jobStore, tasks schedule, warn func(error)) *coordinator {
	host, _ := os.Hostname() // used in messages only
	return &coordinator{
		tasks: tasks, queue: q, store: store, id: store.id, warn: warn,
		holder: fmt.Sprintf("%s/%d/%s", host, os.Getpid(), rand.Text()[:6]), remade: map[shards.Task]int{}, seen: map[string]time.Time{}, patience: rescanInterval,
	}
}

const (
	// rescanInterval is the interval between renewals of the lease, and the time
	// without reports after which results are looked for. The latter doubles each
	// time, up to maxPatience.
	rescanInterval = time.Second
	maxPatience    = 16 * time.Second
	// progressInterval is the minimum time between updates of the progress.
	progressInterval = 250 * time.Millisecond
	maxRemakes       = 3 // maximum number of times that a task is rerun because its object is damaged
	// A job stops if a task fails on maxFailed workers, or maxTries times on the only
	// worker that has reported anything within seenFor.
	maxFailed = 3
	maxTries  = 5
	seenFor   = time.Minute
)

// DeadTaskError is returned if a task has failed on several workers, or repeatedly.
type DeadTaskError struct {
	Task  shards.Task
	Tries int
	Last  string // last error; "" if all workers disappeared
}

func (e *DeadTaskError) Error() string {
	last := e.Last
	if last == "" {
		last = "its workers stopped or made no progress"
	}
	return fmt.Sprintf("task %s failed %d times: %s", e.Task, e.Tries, last)
}

// run coordinates the job until all tasks are done. It may be called again if there
// are new tasks.
func (c *coordinator) run(ctx context.Context) error {
	c.clear()
	c.passed, c.failures = map[shards.Task]int{}, map[shards.Task][]string{}
	reports := make(chan *nats.Msg, 1<<12)
	for _, s := range []string{reportSubject + c.queue.key(c.id), choiceSubject + c.queue.key(c.id), c.queue.deadSubject()} {
		subscription, err := c.queue.conn.ChanSubscribe(s, reports)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	if err := c.begin(ctx); err != nil {
		return err
	}
	defer c.release(context.WithoutCancel(ctx))
	if err := cmp.Or(c.applyCommand(ctx), c.tasks.rescan(ctx)); err != nil {
		return err
	}
	tick := time.NewTicker(rescanInterval)
	defer tick.Stop()
	defer c.tasks.updateProgress()
	for shown := time.Now(); ; {
		done, err := c.advance(ctx)
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case message := <-reports:
			if err := c.handle(ctx, message); err != nil {
				return err
			}
		case <-tick.C:
			if err := c.check(ctx); err != nil {
				return err
			}
		}
		if time.Since(shown) > progressInterval {
			shown = time.Now()
			c.tasks.updateProgress()
		}
	}
}

// newRound empties the queue, so that advance queues all tasks with new message IDs.
func (c *coordinator) newRound(ctx context.Context) error {
	c.round, c.requeue = rand.Text()[:8], true
	c.clear()
	return c.queue.purge(ctx, c.id)
}

// clear forgets the tasks that have been queued.
func (c *coordinator) clear() {
	c.out, c.runs = map[shards.Task]*run{}, map[shards.Task]*run{}
}

// advance queues the tasks that can run and reports whether the job is complete.
func (c *coordinator) advance(ctx context.Context) (done bool, err error) {
	tasks, fresh, err := c.tasks.next(ctx)
	var damaged *shards.DamagedError
	if errors.As(err, &damaged) {
		err = cmp.Or(c.damaged(ctx, damaged, damaged.Manifest), c.newRound(ctx))
		return false, err
	}
	if err != nil {
		return false, err
	}
	if !fresh && !c.requeue || c.command != Continue {
		return len(tasks) == 0, nil
	}
	tasks = slices.Clone(tasks)
	left := slices.DeleteFunc(tasks, func(t shards.Task) bool { return c.out[t] != nil || c.tasks.Manifest(t) != nil })
	list := orders(c.id, left, c.runLength(ctx, left))
	if err := c.queue.publish(ctx, c.round, list...); err != nil {
		return false, c.restore(ctx, err)
	}
	for _, o := range list {
		r := &run{order: o, left: o.tasks()}
		c.runs[o.Task] = r
		for t := range o.tasks() {
			task := o.Task
			task.Shard += t
			c.out[task] = r
		}
	}
	c.requeue = false
	return len(tasks) == 0, nil
}

// Sizes of runs.
const (
	MaxRun        = 64 // maximum number of tasks in a run
	MinRunTasks   = 16 // a stage of up to MinRunTasks tasks has runs of one task
	RunsPerThread = 4  // minimum number of runs per thread in other stages
)

// runLength returns the length of the runs of a stage, so that each thread gets several. In
// a run of shards, one request reads what these shards need from an object. With few
// shards, each run has one task.
func (c *coordinator) runLength(ctx context.Context, tasks []shards.Task) int {
	if len(tasks) <= MinRunTasks || !tasks[0].InLayer() {
		return 1
	}
	return max(1, min(len(tasks)/(RunsPerThread*c.queue.maxTasks(ctx)), MaxRun))
}

// orders divides tasks into runs of consecutive shards, of at most the given length.
func orders(job string, tasks []shards.Task, length int) (list []order) {
	for _, t := range tasks {
		if n := len(list); n > 0 {
			last := &list[n-1]
			next := last.Task
			next.Shard += last.tasks()
			if t == next && last.tasks() < length {
				last.Count = last.tasks() + 1
				continue
			}
		}
		list = append(list, order{Job: job, Task: t})
	}
	return list
}

// restore recreates the queue and the lease after err, an error from NATS. It returns
// an error only if ctx is cancelled or another coordinator holds the lease. Other
// errors are ignored, because the server may recover.
func (c *coordinator) restore(ctx context.Context, err error) error {
	c.warn(fmt.Errorf("%w; queueing the tasks again", err))
	c.requeue = true // even if the server does not respond now
	kv, err := c.queue.create(ctx)
	if err != nil {
		return ctx.Err()
	}
	c.kv, c.leased = kv, 0
	if err := c.renew(ctx); err != nil {
		var held *HeldError
		if errors.As(err, &held) {
			return err
		}
		return ctx.Err()
	}
	if err := c.newRound(ctx); err != nil {
		return ctx.Err()
	}
	return nil
}

// handle processes a report, a choice, or an advisory about a message that was
// delivered too often.
func (c *coordinator) handle(ctx context.Context, message *nats.Msg) error {
	if message.Subject == c.queue.deadSubject() {
		o, err := c.queue.dead(ctx, message.Data)
		if err != nil || o.Job != c.id {
			return nil // the task belongs to another job
		}
		r := c.assigned(o.Task)
		if r == nil {
			return nil // the tasks have completed in the meantime
		}
		return &DeadTaskError{r.Task, maxDeliveries, ""}
	}
	if message.Reply != "" {
		c.answer(ctx, message, false)
		return nil
	}
	var r report
	if err := json.Unmarshal(message.Data, &r); err != nil {
		c.warn(fmt.Errorf("read a worker's report: %w", err))
		return nil
	}
	c.seen[r.Worker] = time.Now()
	c.heard, c.patience = c.seen[r.Worker], rescanInterval
	switch {
	case r.Made != nil:
		c.store.put(r.Made)
		err := c.done(r.Made)
		c.answerDeferred(ctx, false)
		return err
	case len(r.Conflict) == 2:
		return &shards.ConflictError{One: r.Conflict[0], Other: r.Conflict[1]}
	case r.Damaged != nil:
		if err := c.damaged(ctx, errors.New(r.Error), r.Damaged); err != nil {
			return err
		}
		return c.newRound(ctx)
	}
	c.warn(fmt.Errorf("worker %s: %s", r.Worker, r.Error))
	if r.Unfit {
		return nil
	}
	return c.failed(&r)
}

// failed records that a task has failed. It returns a *DeadTaskError if another try is
// unlikely to succeed.
func (c *coordinator) failed(r *report) error {
	list := append(c.failures[r.Task], r.Worker)
	c.failures[r.Task] = list
	workers := map[string]bool{}
	for _, w := range list {
		workers[w] = true
	}
	others := false // other workers are alive
	for w, at := range c.seen {
		others = others || !workers[w] && time.Since(at) < seenFor
	}
	if len(workers) >= maxFailed || len(list) >= maxTries && !others {
		return &DeadTaskError{r.Task, len(list), fmt.Sprintf("%s (on %s)", r.Error, r.Worker)}
	}
	return nil
}

func (c *coordinator) done(m *shards.Manifest) error {
	if r := c.out[m.Task]; r != nil {
		delete(c.out, m.Task)
		if r.left--; r.left == 0 {
			delete(c.runs, r.Task)
		}
	}
	return c.tasks.Add(m)
}

// damaged discards m, the damaged result of a task, so that the task runs again.
func (c *coordinator) damaged(ctx context.Context, err error, m *shards.Manifest) error {
	t := m.Task
	known := c.tasks.Manifest(t)
	if m.Name == "" && known == nil { // the manifest is damaged and has not been read
		known = m
	}
	if known == nil || m.Name != "" && known.Name != m.Name {
		return nil // the task has already been queued again
	}
	if c.remade[t]++; c.remade[t] > maxRemakes {
		return fmt.Errorf("%w; the object was damaged %d times; check the store and the machine", err, maxRemakes)
	}
	c.warn(fmt.Errorf("%w; running task %s again", err, t))
	if err := c.store.remove(ctx, known); err != nil {
		return err
	}
	c.tasks.Remove(t)
	return nil
}

// check renews the lease, applies commands, finds results whose reports were lost, and
// queues lost tasks again.
func (c *coordinator) check(ctx context.Context) error {
	if err := c.renew(ctx); err != nil {
		var held *HeldError
		if errors.As(err, &held) {
			return err
		}
		return c.restore(ctx, err)
	}
	if err := c.applyCommand(ctx); err != nil {
		return err
	}
	if err := c.findResults(ctx); err != nil {
		return err
	}
	c.answerDeferred(ctx, true)
	if queued, err := c.queue.queued(ctx, c.id); err == nil && queued == 0 && len(c.out) > 0 {
		return c.newRound(ctx)
	}
	return nil
}

// findResults looks for results whose reports were lost, if there was no report for some
// time.
func (c *coordinator) findResults(ctx context.Context) error {
	if time.Since(c.heard) < c.patience {
		return nil
	}
	c.heard, c.patience = time.Now(), min(2*c.patience, maxPatience)
	list, err := completed(ctx, c.store, c.out)
	if err != nil {
		return err
	}
	for _, t := range list {
		c.store.forget(t)
		m, err := c.store.Manifest(ctx, t)
		if missing(err) {
			continue
		}
		var damaged *shards.DamagedError
		if errors.As(err, &damaged) {
			return cmp.Or(c.damaged(ctx, damaged, damaged.Manifest), c.newRound(ctx))
		}
		if err != nil {
			return err
		}
		if err := c.done(m); err != nil {
			return err
		}
	}
	return nil
}
