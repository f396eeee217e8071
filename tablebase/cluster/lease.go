package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// leaseFor is how long a coordinator is taken to be alive.
const leaseFor = 10 * time.Second

// lease is what the bucket says of the coordinator of a job.
type lease struct {
	Holder string    `json:"holder"`
	Until  time.Time `json:"until"`
}

// begin takes the lease of the job, and its tasks from the queue that an earlier coordinator has left. It
// waits for the end of the lease of one that has ended without a word.
func (c *coordinator) begin(ctx context.Context) error {
	var seen *HeldError
	for {
		kv, err := c.queue.make(ctx)
		if err != nil {
			return err
		}
		c.kv = kv
		err = c.renew(ctx)
		var held *HeldError
		if !errors.As(err, &held) {
			return cmp.Or(err, c.newRound(ctx))
		}
		if seen != nil && seen.Until.Before(held.Until) {
			return err // it is alive
		}
		seen = held
		c.warn(fmt.Errorf("%w; waiting whether it has ended", err))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(held.Until)):
		}
	}
}

// HeldError says that a job has a coordinator.
type HeldError struct {
	Job, Holder string
	Until       time.Time
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("job %s is coordinated by %s", e.Job, e.Holder)
}

// renew takes or renews the lease.
func (c *coordinator) renew(ctx context.Context) error {
	key := leaseKey(c.id)
	text, err := json.Marshal(lease{c.holder, time.Now().Add(leaseFor)})
	if err != nil {
		return err
	}
	if c.leased > 0 {
		if revision, err := c.kv.Update(ctx, key, text, c.leased); err == nil {
			c.leased = revision
			return nil
		}
	}
	entry, err := c.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		c.leased, err = c.kv.Create(ctx, key, text)
		return err
	}
	if err != nil {
		return err
	}
	var held lease
	if json.Unmarshal(entry.Value(), &held) == nil && held.Holder != c.holder && time.Now().Before(held.Until) {
		return &HeldError{c.id, held.Holder, held.Until}
	}
	c.leased, err = c.kv.Update(ctx, key, text, entry.Revision())
	return err
}

// release gives the lease back.
func (c *coordinator) release(ctx context.Context) {
	if c.leased > 0 {
		_ = c.kv.Delete(ctx, leaseKey(c.id), jetstream.LastRevision(c.leased)) // else it ends by itself
		c.leased = 0
	}
}

func leaseKey(job string) string { return "lease." + subject(job) }

// Steered is what people want of a job.
type Steered string

// What people can want of a job.
const (
	Going     Steered = ""
	Paused    Steered = "paused"    // no task is handed out
	Cancelled Steered = "cancelled" // its coordinator ends
)

// CancelledError says that a job was cancelled. What is done of it is kept.
type CancelledError struct{ Job string }

func (e *CancelledError) Error() string {
	return fmt.Sprintf("job %s is cancelled: \"zermelo jobs resume\" lets it go on, \"zermelo jobs clean\" removes it", e.Job)
}

func steerKey(job string) string { return "steer." + subject(job) }

// steered is what people want of a job.
func steered(ctx context.Context, kv jetstream.KeyValue, job string) (Steered, error) {
	entry, err := kv.Get(ctx, steerKey(job))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Going, nil
	}
	if err != nil {
		return Going, err
	}
	return Steered(entry.Value()), nil
}

// obey does what people want of the job.
func (c *coordinator) obey(ctx context.Context) error {
	want, err := steered(ctx, c.kv, c.id)
	if err != nil {
		return c.lost(ctx, err)
	}
	if want != Going && c.steered == Going {
		clear(c.out)
		if err := c.queue.purge(ctx, c.id); err != nil {
			return c.lost(ctx, err)
		}
	}
	if want != c.steered {
		c.warn(fmt.Errorf("job %s is %s", c.id, cmp.Or(want, "going on")))
	}
	if c.steered = want; want == Cancelled {
		return &CancelledError{c.id}
	}
	return nil
}
