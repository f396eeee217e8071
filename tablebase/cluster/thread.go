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

// thread does one task at a time.
type thread struct {
	*worker
	dir    string
	runner runner // of the job at work
}

const (
	// retryAfter is how long a worker waits where NATS does not answer, and where a task has failed.
	retryAfter = 250 * time.Millisecond
	// fetchFor is how long a worker waits for a task before it asks again.
	fetchFor = time.Second
)

// next takes a task and does it. It takes none once taking has ended.
func (t *thread) next(ctx, taking context.Context) {
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
}

// do does a task, and tells its coordinator how it went. Errors about the message are of no interest: it is
// handed out again, and the result is there.
func (t *thread) do(ctx context.Context, o order, message jetstream.Msg) {
	if !t.choose(ctx, &o) {
		_ = message.Ack()
		return
	}
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
		r.Conflict = []*shards.Manifest{conflict.One, conflict.Other}
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
	defer t.done(j)
	j.store.forget(o.Task) // it is handed out again if its object was damaged
	if known, err := j.store.Made(ctx, o.Task); err == nil {
		return known, nil
	}
	if err := t.turnTo(j); err != nil {
		return nil, err
	}
	r := t.runner
	working, end := context.WithCancel(ctx)
	defer end()
	go hold(working, message, t.queue.lease, r.steady)
	runtime.LockOSThread() // for its time
	defer runtime.UnlockOSThread()
	began, cpu, read, wrote := time.Now(), machine.ThreadTime(), r.view.read.Load(), r.view.wrote.Load()
	m, err := r.do(ctx, o.Task, fmt.Sprintf("%s/object/%s-%s", o.Job, o.Task, rand.Text()[:8]))
	if err == nil {
		err = games.Failure(j.game)
	}
	if err != nil {
		t.forget(j.store, err)
		return nil, err
	}
	m.Cost = shards.Cost{
		Worker: t.name, Seconds: time.Since(began).Seconds(), CPU: (machine.ThreadTime() - cpu).Seconds(),
		Read: r.view.read.Load() - read, Written: r.view.wrote.Load() - wrote,
	}
	return j.store.commit(ctx, m)
}

// turnTo makes a runner for a job, unless that is at work already. The one before it ends first, as its memory is needed.
func (t *thread) turnTo(j *opened) (err error) {
	if t.runner.of == j {
		return nil
	}
	if t.runner.of != nil {
		t.runner.end()
	}
	if t.runner, err = newRunner(j, t.dir, job.Program+t.Memory/int64(t.Threads)); err != nil {
		t.runner.of = nil
	}
	return err
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
