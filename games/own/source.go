package own

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"zermelo/games/own/protocol"
)

// source is where answers come from: instances of the rules, of which each worker has one
// for the time of a question.
type source struct {
	hello *protocol.Hello
	name  string // of the file, for errors
	make  func(ctx context.Context) (protocol.Rules, error)

	alive context.Context
	fail  context.CancelCauseFunc

	slots chan struct{} // one for each instance that may be in use
	mu    sync.Mutex
	idle  []protocol.Rules
}

// newSource is a source that does not end with ctx: what is being answered when the user
// interrupts the program is answered, so that nothing half done is kept.
func newSource(ctx context.Context, name string, hello *protocol.Hello, make_ func(ctx context.Context) (protocol.Rules, error)) *source {
	s := &source{name: name, hello: hello, make: make_, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s.alive, s.fail = context.WithCancelCause(context.WithoutCancel(ctx))
	return s
}

// Alive implements games.Failing.
func (s *source) Alive() context.Context { return s.alive }

// Close ends all instances. The game is not used any more.
func (s *source) Close() error {
	s.fail(fmt.Errorf("%s is closed", s.name))
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.idle {
		_ = r.Close() // its answers are known
	}
	s.idle = nil
	return nil
}

// try asks an instance. One that fails is closed, and the error says whose it is.
func (s *source) try(ask func(ctx context.Context, r protocol.Rules) error) error {
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
		if err = ask(s.alive, r); err == nil {
			s.mu.Lock()
			s.idle = append(s.idle, r)
			s.mu.Unlock()
			return nil
		}
		_ = r.Close() // the first error says more
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

// ask is try for questions that the rules must be able to answer: an error ends the game.
// It is false then.
func (s *source) ask(ask func(ctx context.Context, r protocol.Rules) error) bool {
	err := s.try(ask)
	if err != nil {
		s.fail(err)
	}
	return err == nil
}

// RulesError says what is wrong with rules that come from outside, or with their answers.
type RulesError struct {
	File string
	Err  error
}

func (e *RulesError) Error() string { return e.File + ": " + e.Err.Error() }

// Details are the lines behind the first one of the error, such as a back-trace, each with
// its end.
func (e *RulesError) Details() string {
	_, details, ok := strings.Cut(e.Error(), "\n")
	if !ok {
		return ""
	}
	return strings.TrimRight(details, "\n") + "\n"
}

// Unwrap is what is wrong.
func (e *RulesError) Unwrap() error { return e.Err }
