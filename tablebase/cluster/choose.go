package cluster

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"

	"zermelo/solver/shards"
)

// The links of a shard are on the worker that expanded it. Before a worker solves a
// shard, it therefore requests a task from the coordinator, which prefers shards
// that the worker has expanded. The assignment lasts until the task is done, even if
// the queue message is redelivered to another worker. If no coordinator replies, the
// worker runs the task named in the message.

// choice is a worker's request for a task. The worker sends it after receiving the
// message for the task Named. The reply is the task to run, or the zero Task if
// there is nothing to do.
type choice struct {
	Named  shards.Task `json:"named"`
	Worker string      `json:"worker"`
}

// assignment records the message and the worker to which a task is assigned, if any.
type assignment struct {
	named  shards.Task
	worker string
}

// decision is the coordinator's response to a choice.
type decision int

const (
	take decision = iota // run the returned task
	pass                 // requeue the message, so that an idle worker that has the task's links can receive it
	wait                 // leave the task to the busy worker that has its links, and reply later
)

// maxPasses is the maximum number of times that a message is requeued. If at most
// maxPasses workers are idle, the message reaches each of them.
const maxPasses = 8

// answer replies to a choice. Unless late is set, it may defer the reply.
func (c *coordinator) answer(ctx context.Context, message *nats.Msg, late bool) {
	var q choice
	if err := json.Unmarshal(message.Data, &q); err != nil {
		return // without a reply, the worker runs the named task
	}
	t, d := c.choose(q)
	if d == wait && !late {
		c.deferred = append(c.deferred, message)
		return
	}
	if d == pass && c.passed[q.Named] < maxPasses {
		c.passed[q.Named]++
		if c.queue.publish(ctx, fmt.Sprint(c.round, ".", c.passed[q.Named]), order{c.id, q.Named}) == nil {
			t = shards.Task{}
		}
	}
	if t != (shards.Task{}) {
		c.out[t] = assignment{q.Named, q.Worker}
	}
	if text, err := json.Marshal(t); err == nil {
		_ = message.Respond(text) // without a reply, the worker runs the named task
	}
}

// answerDeferred replies to the deferred choices. Unless late is set, it may defer
// them again.
func (c *coordinator) answerDeferred(ctx context.Context, late bool) {
	deferred := c.deferred
	c.deferred = nil
	for _, message := range deferred {
		c.answer(ctx, message, late)
	}
}

// choose selects a task of the same kind and layer as q.Named, and decides how to
// respond to q.
func (c *coordinator) choose(q choice) (shards.Task, decision) {
	left, busy := map[string][]shards.Task{}, map[string]bool{} // keyed by the worker with the links
	for t, by := range c.out {
		switch {
		case t.Kind != q.Named.Kind || t.Layer != q.Named.Layer:
		case by.named == q.Named:
			return t, take
		case by != assignment{}:
			busy[by.worker] = true
		default:
			owner := ""
			if m := c.tasks.Manifest(shards.Task{Kind: shards.Expand, Layer: t.Layer, Shard: t.Shard}); m != nil {
				owner = m.Cost.Worker
			}
			left[owner] = append(left[owner], t)
		}
	}
	owner := q.Worker
	if len(left[owner]) == 0 {
		for o := range left {
			if len(left[o]) > len(left[owner]) {
				owner = o
			}
		}
	}
	switch {
	case len(left[owner]) == 0:
		return shards.Task{}, take
	case owner == q.Worker || owner == "" || len(left[owner]) > 1 && busy[owner]:
		return left[owner][0], take
	case busy[owner]:
		return left[owner][0], wait
	}
	return left[owner][0], pass
}

// assigned returns the task assigned to the message for the task named. If no task
// is assigned to that message, it returns named.
func (c *coordinator) assigned(named shards.Task) shards.Task {
	for t, by := range c.out {
		if by.named == named {
			return t
		}
	}
	return named
}

// choose sets o.Task to the task that the coordinator assigns. It returns false if
// there is nothing to do.
func (t *thread) choose(ctx context.Context, o *order) bool {
	if o.Task.Kind != shards.Solve {
		return true
	}
	text, err := json.Marshal(choice{o.Task, t.name})
	if err != nil {
		return true
	}
	ctx, end := context.WithTimeout(ctx, t.queue.lease/4)
	defer end()
	answer, err := t.queue.conn.RequestWithContext(ctx, choiceSubject+t.queue.key(o.Job), text)
	var task shards.Task
	if err != nil || json.Unmarshal(answer.Data, &task) != nil {
		return true
	}
	o.Task = task
	return task != shards.Task{}
}
