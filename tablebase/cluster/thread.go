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

// thread runs one task at a time.
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
		unfit := t.do(ctx, o, message)
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

// do runs a task and reports its result to the coordinator. It ignores errors from
// NATS, because the result of a redelivered task is found in the store. If the worker
// cannot run the task, do returns the task to the queue, so that this does not count as
// a try, and returns the error.
func (t *thread) do(ctx context.Context, o order, message jetstream.Msg) *UnfitError {
	named := o
	if !t.choose(ctx, &o) {
		_ = message.Ack()
		return nil
	}
	m, err := t.run(ctx, o, message)
	if ctx.Err() != nil {
		_ = message.Nak()
		return nil
	}
	r := report{Task: o.Task, Made: m, Worker: t.name}
	if err == nil {
		t.setFit()
		_ = t.queue.report(o.Job, r)
		_ = message.Ack()
		return nil
	}
	t.Warn(fmt.Errorf("job %s: %w", o.Job, err))
	r.Error = err.Error()
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

// run runs a task, unless the task is already done, and stores its manifest.
func (t *thread) run(ctx context.Context, o order, message jetstream.Msg) (*shards.Manifest, error) {
	j, err := t.open(ctx, o.Job)
	if err != nil {
		return nil, &openError{err}
	}
	defer t.done(j)
	j.store.forget(o.Task) // if the task was queued again, its object may be damaged
	if about, err := message.Metadata(); err != nil || about.NumDelivered > 1 {
		if known, err := j.store.Manifest(ctx, o.Task); err == nil {
			return known, nil
		}
	}
	if err := t.switchTo(j); err != nil {
		return nil, err
	}
	r := t.runner
	working, end := context.WithCancel(ctx)
	defer end()
	go extendClaim(working, message, t.queue.lease, r.progress)
	runtime.LockOSThread() // required by machine.ThreadTime
	defer runtime.UnlockOSThread()
	began, cpu, read, wrote := time.Now(), machine.ThreadTime(), r.view.read.Load(), r.view.wrote.Load()
	m, err := r.run(ctx, o.Task, fmt.Sprintf("%s/object/%s-%s", o.Job, o.Task, rand.Text()[:8]))
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
