package cluster

import (
	"context"
	"errors"
	"time"
)

// answerIn is how long a store may move no byte of a request before that is given up.
const answerIn = time.Minute

var errStalled = errors.New("the store does not answer")

// request is the context of a request of a store. It ends when the store stalls.
type request struct {
	context.Context
	end   context.CancelCauseFunc // to be called
	limit time.Duration
	timer *time.Timer
}

// request begins a request. Its limit holds for each wait.
func (b *bucket) request(ctx context.Context) *request {
	ctx, end := context.WithCancelCause(ctx)
	r := &request{ctx, end, b.limit, time.AfterFunc(b.limit, func() { end(errStalled) })}
	r.timer.Stop()
	return r
}

// wait does a part of a request that moves bytes. What is done between two parts has no limit.
func (r *request) wait(part func() error) error {
	r.timer.Reset(r.limit)
	defer r.timer.Stop()
	err := part()
	if err != nil && context.Cause(r) == errStalled {
		return errStalled
	}
	return err
}
