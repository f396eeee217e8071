package own

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// source manages instances of rules, each used by one call at a time.
type source struct {
	hello *protocol.Hello
	name  string // base name of the file, for error messages
	about games.ExternalRules
	make  newRules
	quick time.Duration // protocol.Limits.Explore

	alive context.Context
	fail  context.CancelCauseFunc

	slots chan struct{} // limits the number of instances in use
	mu    sync.Mutex
	idle  []protocol.Rules
}

// newSource returns a source that ignores the cancellation of ctx, so that calls in
// progress complete after an interrupt.
func newSource(ctx context.Context, name string, hello *protocol.Hello, create newRules) *source {
	s := &source{name: name, hello: hello, make: create, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s.alive, s.fail = context.WithCancelCause(context.WithoutCancel(ctx))
	return s
}

func (s *source) Alive() context.Context { return s.alive }

// Close closes all instances.
func (s *source) Close() error {
	s.fail(fmt.Errorf("%s is closed", s.name))
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.idle {
		_ = r.Close() // no results are lost
	}
	s.idle = nil
	return nil
}

// tryCall calls f with an idle or new instance. If f fails, tryCall closes the
// instance and returns a RulesError.
func (s *source) tryCall(f func(ctx context.Context, r protocol.Rules) error) error {
	if err := context.Cause(s.alive); err != nil {
		return err
	}
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	r := s.take()
	var err error
	if r == nil {
		r, err = s.make(s.alive)
	}
	if err == nil {
		if err = f(s.alive, r); err == nil {
			s.mu.Lock()
			s.idle = append(s.idle, r)
			s.mu.Unlock()
			return nil
		}
		_ = r.Close() // err is more specific
	}
	return &RulesError{s.name, err}
}

func (s *source) take() protocol.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) == 0 {
		return nil
	}
	r := s.idle[len(s.idle)-1]
	s.idle = s.idle[:len(s.idle)-1]
	return r
}

// call is like tryCall, but an error makes the game fail. It reports whether f
// succeeded.
func (s *source) call(f func(ctx context.Context, r protocol.Rules) error) bool {
	err := s.tryCall(f)
	if err != nil {
		s.fail(err)
	}
	return err == nil
}

// RulesError is an error in external rules or in their answers.
type RulesError struct {
	File string
	Err  error
}

func (e *RulesError) Error() string { return e.File + ": " + e.Err.Error() }

// Details returns the text of the error after the first line, such as a stack trace,
// ending with a newline if it is not empty.
func (e *RulesError) Details() string {
	_, details, ok := strings.Cut(e.Error(), "\n")
	if !ok {
		return ""
	}
	return strings.TrimRight(details, "\n") + "\n"
}

// Unwrap returns e.Err.
func (e *RulesError) Unwrap() error { return e.Err }
