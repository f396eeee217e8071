package serve

import (
	"context"
	"errors"
	"time"
)

// How much is done at once, and how long more requests wait for their turn
// before they are sent away.
const (
	maxProbes = 32
	probeWait = time.Second
	workWait  = 2 * time.Second
)

// errBusy sends a request away for now.
var errBusy = errors.New("too many requests at once")

// gate lets a number of requests through at once.
type gate struct {
	slots chan struct{}
	wait  time.Duration
}

func newGate(width int, wait time.Duration) *gate {
	return &gate{make(chan struct{}, width), wait}
}

// enter waits for a slot. It returns errBusy when that takes too long, or the
// error of ctx. Each nil needs a leave.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return errBusy
	}
}

func (g *gate) leave() { <-g.slots }
