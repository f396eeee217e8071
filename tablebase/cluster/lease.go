package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const leaseDuration = 10 * time.Second // time after which a lease expires unless it is renewed

// lease identifies the coordinator of a job. It is stored in the bucket and expires by
// the server's clock.
type lease struct {
	Holder string        `json:"holder"`
	For    time.Duration `json:"for"`

	left     time.Duration // time until it expires
	revision uint64
}

// readLease returns a lease, or the zero lease if there is none. The key is that of the
// job.
func readLease(ctx context.Context, kv jetstream.KeyValue, key string) (held lease, err error) {
	entry, err := kv.Get(ctx, leaseKey(key))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return held, nil
	}
	if err != nil {
		return held, err
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return held, err
	}
	if json.Unmarshal(entry.Value(), &held) == nil {
		held.left = held.For
		if s, ok := status.(*jetstream.KeyValueBucketStatus); ok {
			held.left -= s.StreamInfo().TimeStamp.Sub(entry.Created())
		}
	}
	held.revision = entry.Revision()
	return held, nil
}

// maxElections is the maximum number of times that begin waits for a leader of the servers.
const maxElections = 40

// begin acquires the lease of the job and empties the queue. If another coordinator
// holds the lease, begin waits for the lease to expire. It returns a *HeldError if
// the lease is renewed in the meantime.
func (c *coordinator) begin(ctx context.Context) error {
	var seen *HeldError
	for tries := 1; ; tries++ {
		kv, err := c.queue.create(ctx)
		if err != nil {
			return err
		}
		c.kv = kv
		if err = c.renew(ctx); err == nil {
			err = c.newRound(ctx)
		}
		if errors.Is(err, nats.ErrNoResponders) && tries < maxElections { // the servers are electing a leader
			pause(ctx, retryDelay)
			continue
		}
		var held *HeldError
		if !errors.As(err, &held) {
			return err
		}
		if seen != nil && seen.revision != held.revision {
			return err // the other coordinator is alive
		}
		seen = held
		c.warn(fmt.Errorf("%w; waiting for its lease to expire", err))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(held.left):
		}
	}
}

// HeldError is returned if another coordinator holds the lease of a job.
type HeldError struct {
	Job string
	lease
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("job %s is being coordinated by %s", e.Job, e.Holder)
}

// renew acquires or renews the lease. It returns a *HeldError if another coordinator
// holds the lease.
func (c *coordinator) renew(ctx context.Context) error {
	key := leaseKey(c.queue.key(c.id))
	text, err := json.Marshal(lease{Holder: c.holder, For: leaseDuration})
	if err != nil {
		return err
	}
	if c.leased > 0 {
		if revision, err := c.kv.Update(ctx, key, text, c.leased); err == nil {
			c.leased = revision
			return nil
		}
	}
	held, err := readLease(ctx, c.kv, c.queue.key(c.id))
	switch {
	case err != nil:
		return err
	case held.revision == 0:
		c.leased, err = c.kv.Create(ctx, key, text)
	case held.Holder != c.holder && held.left > 0:
		return &HeldError{c.id, held}
	default:
		c.leased, err = c.kv.Update(ctx, key, text, held.revision)
	}
	return err
}

func (c *coordinator) release(ctx context.Context) {
	if c.leased > 0 {
		_ = c.kv.Delete(ctx, leaseKey(c.queue.key(c.id)), jetstream.LastRevision(c.leased)) // if this fails, the lease expires
		c.leased = 0
	}
}

func leaseKey(job string) string { return "lease." + job }

// Command is a request to the coordinator of a job.
type Command string

// Commands.
const (
	Continue Command = ""
	Pause    Command = "paused"    // do not queue tasks
	Cancel   Command = "cancelled" // stop the coordinator
)

// CancelledError is returned if a job has been cancelled. The results of completed
// tasks are kept.
type CancelledError struct{ Job string }

func (e *CancelledError) Error() string {
	return fmt.Sprintf("job %s is cancelled; resume it with \"zermelo cluster jobs resume\" or remove it with \"zermelo cluster jobs clean\"", e.Job)
}

func commandKey(job string) string { return "steer." + job }

func commandFor(ctx context.Context, kv jetstream.KeyValue, job string) (Command, error) {
	entry, err := kv.Get(ctx, commandKey(job))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Continue, nil
	}
	if err != nil {
		return Continue, err
	}
	return Command(entry.Value()), nil
}

func (c *coordinator) applyCommand(ctx context.Context) error {
	command, err := commandFor(ctx, c.kv, c.queue.key(c.id))
	if err != nil {
		return c.restore(ctx, err)
	}
	if command != Continue && c.command == Continue {
		c.requeue = true
		c.clear()
		if err := c.queue.purge(ctx, c.id); err != nil {
			return c.restore(ctx, err)
		}
	}
	if command != c.command {
		c.warn(fmt.Errorf("job %s is %s", c.id, cmp.Or(command, "resumed")))
	}
	if c.command = command; command == Cancel {
		return &CancelledError{c.id}
	}
	return nil
}
