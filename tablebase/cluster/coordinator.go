package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/solver/shards"
)

// schedule is what a job consists of, and how far it is.
type schedule interface {
	// Add notes what a task has made. It returns a *shards.ConflictError if it has made something else before.
	Add(m *shards.Manifest) error
	// Made is what a task has made, nil if it is not done; Forget says that this is lost.
	Made(t shards.Task) *shards.Manifest
	Forget(t shards.Task)
	// rescan takes over what the store knows.
	rescan(ctx context.Context) error
	// next lists what can be done now, at work or not; nothing if all is done. Where an object is damaged
	// its error is a *shards.DamagedError.
	next(ctx context.Context) ([]shards.Task, error)
	// tell updates the progress.
	tell()
}

// coordinator hands out the tasks of a job until all are done.
type coordinator struct {
	tasks  schedule
	queue  *queue
	store  *jobStore
	id     string
	warn   func(error)
	kv     jetstream.KeyValue
	holder string // of the lease
	leased uint64 // revision of the lease
	round  string

	steered Steered

	out    map[shards.Task]chosen // handed out and not done
	passed map[shards.Task]int    // how often the message of a task was passed on
	asked  []*nats.Msg            // questions of workers that wait
	errs   map[shards.Task]string // the last error of a task
	remade map[shards.Task]int    // how often an object was damaged
}

// newCoordinator makes a coordinator of the tasks of a job.
func newCoordinator(q *queue, store *jobStore, tasks schedule, warn func(error)) *coordinator {
	host, _ := os.Hostname() // the name is for people
	return &coordinator{
		tasks: tasks, queue: q, store: store, id: store.id, warn: warn,
		holder: fmt.Sprintf("%s/%d/%s", host, os.Getpid(), rand.Text()[:6]), remade: map[shards.Task]int{},
	}
}

const (
	// rescanEvery is how often the coordinator looks whether it has missed a report, and renews its lease.
	rescanEvery = time.Second
	// mostRemade is how often a task is done again because its object was damaged.
	mostRemade = 3
)

// DeadTaskError says that a task has failed so often that the job stops.
type DeadTaskError struct {
	Task  shards.Task
	Tries int
	Last  string // error; "" if workers vanished without a word
}

func (e *DeadTaskError) Error() string {
	last := e.Last
	if last == "" {
		last = "its workers ended, or made no progress"
	}
	return fmt.Sprintf("task %s was handed out %d times and not done: %s", e.Task, e.Tries, last)
}

// run coordinates until all tasks are done. It may be called again, for other tasks.
func (c *coordinator) run(ctx context.Context) error {
	c.out, c.passed, c.errs = map[shards.Task]chosen{}, map[shards.Task]int{}, map[shards.Task]string{}
	reports := make(chan *nats.Msg, 1<<12)
	for _, s := range []string{reportSubject + subject(c.id), choiceSubject + subject(c.id), deadSubject} {
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
	if err := cmp.Or(c.obey(ctx), c.tasks.rescan(ctx)); err != nil {
		return err
	}
	tick := time.NewTicker(rescanEvery)
	defer tick.Stop()
	for {
		done, err := c.advance(ctx)
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case message := <-reports:
			if err := c.hear(ctx, message); err != nil {
				return err
			}
		case <-tick.C:
			if err := c.look(ctx); err != nil {
				return err
			}
		}
		c.tasks.tell()
	}
}

// newRound hands out again all that is out, as other messages.
func (c *coordinator) newRound(ctx context.Context) error {
	c.round = rand.Text()[:8]
	clear(c.out)
	return c.queue.purge(ctx, c.id)
}

// advance hands out what can be done now. It reports whether nothing is left.
func (c *coordinator) advance(ctx context.Context) (done bool, err error) {
	tasks, err := c.tasks.next(ctx)
	var damaged *shards.DamagedError
	if errors.As(err, &damaged) {
		err = cmp.Or(c.damaged(ctx, damaged, damaged.Manifest), c.newRound(ctx))
		return false, err
	}
	if err != nil {
		return false, err
	}
	for _, t := range tasks {
		if _, ok := c.out[t]; ok || c.steered != Going {
			continue
		}
		if err := c.queue.hand(ctx, order{c.id, t}, c.round); err != nil {
			return false, c.lost(ctx, err)
		}
		c.out[t] = chosen{}
	}
	return len(tasks) == 0, nil
}

// lost makes again what NATS has lost. It returns an error only if ctx ends: the server may come back.
func (c *coordinator) lost(ctx context.Context, err error) error {
	c.warn(fmt.Errorf("%w: what is queued is handed out again", err))
	kv, err := c.queue.make(ctx)
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

// hear takes in a report, or word of a task that was handed out too often.
func (c *coordinator) hear(ctx context.Context, message *nats.Msg) error {
	if message.Subject == deadSubject {
		o, err := c.queue.dead(ctx, message.Data)
		if err != nil || o.Job != c.id {
			return nil // another's
		}
		t := c.meant(o.Task)
		if _, ok := c.out[t]; !ok {
			return nil // it is done meanwhile
		}
		return &DeadTaskError{t, mostTries, c.errs[t]}
	}
	if message.Reply != "" {
		c.answer(ctx, message, false)
		return nil
	}
	var r report
	if err := json.Unmarshal(message.Data, &r); err != nil {
		c.warn(fmt.Errorf("a report that cannot be read: %w", err))
		return nil
	}
	switch {
	case r.Made != nil:
		err := c.done(r.Made)
		c.answerAsked(ctx, false)
		return err
	case len(r.Conflict) == 2:
		return &shards.ConflictError{One: r.Conflict[0], Other: r.Conflict[1]}
	case r.Damaged != nil:
		if err := c.damaged(ctx, errors.New(r.Error), r.Damaged); err != nil {
			return err
		}
		return c.newRound(ctx)
	}
	c.errs[r.Task] = fmt.Sprintf("%s (on %s)", r.Error, r.Worker)
	c.warn(fmt.Errorf("worker %s: %s", r.Worker, r.Error))
	return nil
}

// done notes what a task has made.
func (c *coordinator) done(m *shards.Manifest) error {
	delete(c.out, m.Task)
	return c.tasks.Add(m)
}

// damaged has a task done again whose object is damaged or gone.
func (c *coordinator) damaged(ctx context.Context, err error, m *shards.Manifest) error {
	t := m.Task
	known := c.tasks.Made(t)
	if known == nil || known.Name != m.Name {
		return nil // it is at work
	}
	if c.remade[t]++; c.remade[t] > mostRemade {
		return fmt.Errorf("%w: it was made %d times: check the store and the machine", err, mostRemade)
	}
	c.warn(fmt.Errorf("%w: task %s is done again", err, t))
	if err := c.store.drop(ctx, known); err != nil {
		return err
	}
	c.tasks.Forget(t)
	return nil
}

// look finds reports and tasks that got lost, and renews the lease.
func (c *coordinator) look(ctx context.Context) error {
	if err := c.renew(ctx); err != nil {
		var held *HeldError
		if errors.As(err, &held) {
			return err
		}
		return c.lost(ctx, err)
	}
	if err := c.obey(ctx); err != nil {
		return err
	}
	for t := range c.out {
		c.store.forget(t)
		m, err := c.store.Made(ctx, t)
		if missing(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := c.done(m); err != nil {
			return err
		}
	}
	c.answerAsked(ctx, true)
	if waiting, err := c.queue.waiting(ctx, c.id); err == nil && waiting == 0 && len(c.out) > 0 {
		return c.newRound(ctx)
	}
	return nil
}
