package cluster

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"

	"zermelo/solver/shards"
)

// The links of a shard are on the worker that expanded it. Before a worker solves a run
// of shards, it therefore requests a run from the coordinator, which prefers shards
// that the worker has expanded. The assignment lasts until the run is done, even if
// the queue message is redelivered to another worker. If no coordinator replies, the
// worker runs the order in the message.

// choice is a worker's request for a run. The worker sends it after receiving the order
// Named. The reply is the order to run; its Task is the zero Task if there is nothing to do.
type choice struct {
	Named  order  `json:"named"`
	Worker string `json:"worker"`
}

// run is a run of tasks that has been queued.
type run struct {
	order
	left   int         // number of tasks that are not done
	named  shards.Task // first task of the order that the worker has received
	worker string      // worker to which the run is assigned, if any
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
	r, d := c.choose(q)
	if d == wait && !late {
		c.deferred = append(c.deferred, message)
		return
	}
	if named := q.Named.Task; d == pass && c.passed[named] < maxPasses {
		c.passed[named]++
		if c.queue.publish(ctx, fmt.Sprint(c.round, ".", c.passed[named]), q.Named) == nil {
			r = nil
		}
	}
	var reply order
	if r != nil {
		r.named, r.worker, reply = q.Named.Task, q.Worker, r.order
	}
	if text, err := json.Marshal(reply); err == nil {
		_ = message.Respond(text) // without a reply, the worker runs the order that it has received
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

// choose selects a run of the same kind and layer as q.Named, and decides how to respond
// to q. It returns nil if there is none.
func (c *coordinator) choose(q choice) (*run, decision) {
	left, busy := map[string][]*run{}, map[string]bool{} // keyed by the worker with the links
	for first, r := range c.runs {
		switch {
		case first.Kind != q.Named.Task.Kind || first.Layer != q.Named.Task.Layer:
		case r.named == q.Named.Task:
			return r, take
		case r.worker != "":
			busy[r.worker] = true
		default:
			owner := ""
			if m := c.tasks.Manifest(shards.Task{Kind: shards.Expand, Layer: first.Layer, Shard: first.Shard}); m != nil {
				owner = m.Cost.Worker
			}
			left[owner] = append(left[owner], r)
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
		return nil, take
	case owner == q.Worker || owner == "" || len(left[owner]) > 1 && busy[owner]:
		return left[owner][0], take
	case busy[owner]:
		return left[owner][0], wait
	}
	return left[owner][0], pass
}

// assigned returns the run assigned to the order that begins with the task named, or the
// run that begins with it.
func (c *coordinator) assigned(named shards.Task) *run {
	for _, r := range c.runs {
		if r.named == named {
			return r
		}
	}
	return c.runs[named]
}

// choose sets o to the order that the coordinator assigns. It returns false if there is
// nothing to do.
func (t *thread) choose(ctx context.Context, o *order) bool {
	if o.Task.Kind != shards.Solve {
		return true
	}
	text, err := json.Marshal(choice{*o, t.name})
	if err != nil {
		return true
	}
	ctx, end := context.WithTimeout(ctx, t.queue.lease/4)
	defer end()
	answer, err := t.queue.conn.RequestWithContext(ctx, choiceSubject+t.queue.key(o.Job), text)
	var assigned order
	if err != nil || json.Unmarshal(answer.Data, &assigned) != nil {
		return true
	}
	*o = assigned
	return o.Task != shards.Task{}
}
