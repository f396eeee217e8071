package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/shards"
)

// thread runs one order at a time.
type thread struct {
	*worker
	dir    string
	runner runner // runner for the job of the last task
}

const (
	retryDelay    = 250 * time.Millisecond // delay after a task fails for the first time or NATS returns an error
	maxRetryDelay = 10 * time.Second       // maximum delay after a task fails
	fetchTimeout  = time.Second            // time limit of a single request for a task
	unfitDelay    = time.Second            // delay after an UnfitError; doubles with each further one
	maxUnfit      = 6                      // number of consecutive UnfitErrors after which a worker gives up, a minute after the first
)

// next runs tasks until taking is cancelled or NATS returns an error. After an error
// from NATS, it waits for retryDelay and returns nil. It returns an *UnfitError if the
// worker must give up.
func (t *thread) next(ctx, taking context.Context) error {
	consumer, err := t.queue.js.Consumer(taking, streamName, t.queue.consumer())
	var message jetstream.Msg
	for err == nil && taking.Err() == nil {
		// NATS may send a task to a request that has been abandoned. Therefore use
		// ctx instead of taking: when the worker drains, it waits until the request
		// ends.
		waiting, end := context.WithTimeout(ctx, fetchTimeout)
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
			t.Warn(fmt.Errorf("read a task from the queue: %w", err))
			_ = message.Term()
			continue
		}
		unfit := t.do(ctx, taking, o, message)
		if unfit == nil {
			continue
		}
		delay, err := t.unfitFor(unfit)
		if err != nil {
			return err
		}
		pause(taking, delay)
	}
	pause(taking, retryDelay) // the server may be down, or the coordinator must recreate the queue
	return nil
}

// pause waits until the given time has passed or ctx is cancelled.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// do runs the tasks of an order and reports their results to the coordinator. It ignores
// errors from NATS, because the results of a redelivered order are found in the store. If
// the worker cannot run a task, do returns the order to the queue, so that this does not
// count as a try, and returns the error.
func (t *thread) do(ctx, taking context.Context, o order, message jetstream.Msg) *UnfitError {
	named := o
	if !t.choose(ctx, &o) {
		_ = message.Ack()
		return nil
	}
	task, err := t.run(ctx, taking, o, message)
	if ctx.Err() != nil || errors.Is(err, errDrained) {
		_ = message.Nak()
		return nil
	}
	if err == nil {
		_ = message.Ack()
		return nil
	}
	t.Warn(fmt.Errorf("job %s: %w", o.Job, err))
	r := report{Task: task, Worker: t.name, Error: err.Error()}
	if missing(err) && errors.As(err, new(*openError)) { // the job has been removed
		_ = message.Term()
		return nil
	}
	if isUnfit(err) {
		r.Unfit = true
		_ = t.queue.report(o.Job, r)
		if t.queue.publish(ctx, rand.Text(), named) == nil {
			_ = message.Ack()
		} else {
			_ = message.Nak()
		}
		return &UnfitError{o.Job, err}
	}
	var damaged *shards.DamagedError
	var conflict *shards.ConflictError
	switch {
	case errors.As(err, &damaged):
		r.Damaged = damaged.Manifest
	case errors.As(err, &conflict):
		r.Conflict = []*shards.Manifest{conflict.One, conflict.Other}
	}
	_ = t.queue.report(o.Job, r)
	delay := retryDelay
	if about, err := message.Metadata(); err == nil {
		delay = min(maxRetryDelay, retryDelay<<min(about.NumDelivered-1, 8))
	}
	_ = message.NakWithDelay(delay)
	return nil
}

// errDrained is returned by run if taking has been cancelled before the last task.
var errDrained = errors.New("the worker stops")

// run runs the tasks of an order and reports the result of each. After an error, it
// returns the task that failed.
func (t *thread) run(ctx, taking context.Context, o order, message jetstream.Msg) (task shards.Task, err error) {
	task = o.Task
	j, err := t.open(ctx, o.Job)
	if err != nil {
		return task, &openError{err}
	}
	defer t.done(j)
	if err := t.switchTo(j); err != nil {
		return task, err
	}
	r := t.runner
	if r.begin != nil {
		if err := r.begin(o.Task, o.tasks()); err != nil {
			return task, err
		}
	}
	working, end := context.WithCancel(ctx)
	defer end()
	go extendClaim(working, message, t.queue.lease, r.progress)
	runtime.LockOSThread() // required by machine.ThreadTime
	defer runtime.UnlockOSThread()
	about, err := message.Metadata()
	again := err != nil || about.NumDelivered > 1
	for i := range o.tasks() {
		if i > 0 && taking.Err() != nil {
			return task, errDrained
		}
		m, err := t.runTask(ctx, j, task, again)
		if err != nil {
			return task, err
		}
		t.setFit()
		_ = t.queue.report(o.Job, report{Task: task, Made: m, Worker: t.name})
		task.Shard++
	}
	return task, nil
}

// runTask runs a task and stores its manifest. If again is set, the task may have been
// done.
func (t *thread) runTask(ctx context.Context, j *openedJob, task shards.Task, again bool) (*shards.Manifest, error) {
	j.store.forget(task) // if the task was queued again, its object may be damaged
	if again {
		if known, err := j.store.Manifest(ctx, task); err == nil {
			return known, nil
		}
	}
	r := t.runner
	began, cpu, read, wrote := time.Now(), machine.ThreadTime(), r.view.read.Load(), r.view.wrote.Load()
	m, err := r.run(ctx, task, fmt.Sprintf("%s/object/%s-%s", j.store.id, task, rand.Text()[:8]))
	if err == nil {
		err = games.Failure(j.game)
	}
	if err != nil {
		var damaged *shards.DamagedError
		if errors.As(err, &damaged) {
			j.store.forget(damaged.Manifest.Task)
		}
		return nil, err
	}
	m.Cost = shards.Cost{
		Worker: t.name, Seconds: time.Since(began).Seconds(), CPU: (machine.ThreadTime() - cpu).Seconds(),
		Read: r.view.read.Load() - read, Written: r.view.wrote.Load() - wrote,
	}
	return j.store.commit(ctx, m)
}

// switchTo releases the current runner and sets t.runner to a runner for job j.
func (t *thread) switchTo(j *openedJob) (err error) {
	if t.runner.job == j {
		return nil
	}
	if t.runner.job != nil {
		t.runner.release()
	}
	if t.runner, err = newRunner(j, t.dir, job.ProgramMemory+t.Memory/int64(t.Threads)); err != nil {
		t.runner.job = nil
	}
	return err
}

// extendClaim extends the claim on a message whenever progress returns a new value.
// It returns when ctx is cancelled.
func extendClaim(ctx context.Context, message jetstream.Msg, lease time.Duration, progress func() int64) {
	tick := time.NewTicker(lease / 3)
	defer tick.Stop()
	for last := progress(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if now := progress(); now != last {
				last = now
				_ = message.InProgress() // if this fails, the task is redelivered
			}
		}
	}
}
