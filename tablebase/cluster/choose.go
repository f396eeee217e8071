package cluster

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"

	"zermelo/solver/shards"
)

// A message names a task. Before a worker values a shard it asks the coordinator which one it is to take: the links
// of a shard are with the worker that has expanded it. A message stands for the task that was chosen as long as that is
// not done, whoever has the message. Where no coordinator answers, it stands for the task that it names.

// choice is what a worker asks that has the message of a task. The answer is the task to do; the zero one says
// that there is none.
type choice struct {
	Named  shards.Task `json:"named"`
	Worker string      `json:"worker"`
}

// chosen says of a task by which message a worker does it. The zero value: it is not chosen.
type chosen struct {
	named  shards.Task
	worker string
}

// verdict is what a worker does that has asked.
type verdict int

const (
	take verdict = iota // it does the task
	pass                // nothing: the worker that has the links is idle, and may get the message next
	wait                // nothing yet: that worker is at another task, and would then have nothing else to do
)

// mostPassed is how often a message is passed on: if no more workers are idle, each of them gets it.
const mostPassed = 8

// answer answers a question, or keeps it for a while. Late says that it was kept.
func (c *coordinator) answer(ctx context.Context, message *nats.Msg, late bool) {
	var q choice
	if err := json.Unmarshal(message.Data, &q); err != nil {
		return // the worker does the task that is named
	}
	t, then := c.choose(q)
	if then == wait && !late {
		c.asked = append(c.asked, message)
		return
	}
	if then == pass && c.passed[q.Named] < mostPassed {
		c.passed[q.Named]++
		if c.queue.hand(ctx, order{c.id, q.Named}, fmt.Sprint(c.round, ".", c.passed[q.Named])) == nil {
			t = shards.Task{}
		}
	}
	if t != (shards.Task{}) {
		c.out[t] = chosen{q.Named, q.Worker}
	}
	if text, err := json.Marshal(t); err == nil {
		_ = message.Respond(text) // as above
	}
}

// answerAsked answers the questions that were kept, as far as can be.
func (c *coordinator) answerAsked(ctx context.Context, late bool) {
	asked := c.asked
	c.asked = nil
	for _, message := range asked {
		c.answer(ctx, message, late)
	}
}

// choose chooses a task of the layer of the one that is named.
func (c *coordinator) choose(q choice) (shards.Task, verdict) {
	left, busy := map[string][]shards.Task{}, map[string]bool{} // by the worker that has the links
	for t, by := range c.out {
		switch {
		case t.Kind != q.Named.Kind || t.Layer != q.Named.Layer:
		case by.named == q.Named:
			return t, take
		case by != chosen{}:
			busy[by.worker] = true
		default:
			owner := ""
			if m := c.tasks.Made(shards.Task{Kind: shards.Expand, Layer: t.Layer, Shard: t.Shard}); m != nil {
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

// meant is the task that the message of another stands for.
func (c *coordinator) meant(named shards.Task) shards.Task {
	for t, by := range c.out {
		if by.named == named {
			return t
		}
	}
	return named
}

// choose finds the task that a message stands for. It reports false where there is nothing to do.
func (t *thread) choose(ctx context.Context, o *order) bool {
	if o.Task.Kind != shards.Solve || t.queue.own != nil { // all links are in this process
		return true
	}
	text, err := json.Marshal(choice{o.Task, t.name})
	if err != nil {
		return true
	}
	ctx, end := context.WithTimeout(ctx, t.queue.lease/4)
	defer end()
	answer, err := t.queue.conn.RequestWithContext(ctx, choiceSubject+subject(o.Job), text)
	var task shards.Task
	if err != nil || json.Unmarshal(answer.Data, &task) != nil {
		return true
	}
	o.Task = task
	return task != shards.Task{}
}
