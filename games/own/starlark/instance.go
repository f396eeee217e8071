package starlark

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// instance is a thread that runs the functions of a script.
type instance struct {
	*Script
	thread  *starlark.Thread
	printed []byte // the last that the script printed
	args    [1]starlark.Value
}

const (
	// stepsAState is how many steps of Starlark a call for one state may take, about a
	// second.
	stepsAState = 20_000_000
	// grace is how long a script that is to stop has for it.
	grace = 300 * time.Millisecond
	// looks is how often it is looked at the time and the memory that a call takes, and
	// patience from when on at the memory: other work takes some too.
	looks    = 10 * time.Millisecond
	patience = 150 * time.Millisecond
	// mostPrinted is how much of what a script prints is shown with an error, in bytes.
	mostPrinted = 2000
)

func newInstance(s *Script) *instance {
	i := &instance{Script: s, thread: &starlark.Thread{Name: "game"}}
	i.thread.Print = func(_ *starlark.Thread, text string) {
		i.printed = append(i.printed, games.Shorten(text, mostPrinted)+"\n"...)
		if len(i.printed) > 2*mostPrinted {
			i.printed = append(i.printed[:0], i.printed[len(i.printed)-mostPrinted:]...)
		}
	}
	i.thread.OnMaxSteps = func(t *starlark.Thread) {
		t.Cancel(fmt.Sprintf("more than %d steps for one state: is there an endless loop?", stepsAState))
	}
	return i
}

// Close does nothing.
func (i *instance) Close() error { return nil }

// errMemory is in the errors of calls that seemed to take too much memory, and have
// stopped: what is measured is the memory of the whole program.
var errMemory = errors.New("too much memory")

// run calls f, which runs the script, within the limits. If the script does not stop it
// is left running: the error is final.
func (i *instance) run(ctx context.Context, f func() error) error {
	i.thread.SetMaxExecutionSteps(i.thread.ExecutionSteps() + stepsAState)
	done := make(chan error, 1)
	began, before, memory := time.Now(), i.heap(), false
	go func() { done <- f() }()
	ticks := time.NewTicker(looks)
	defer ticks.Stop()
	for {
		why := ""
		select {
		case err := <-done:
			return i.explain(err)
		case <-ctx.Done():
			why = "interrupted"
		case <-ticks.C:
			elapsed := time.Since(began)
			if elapsed > i.limits.Time {
				why = fmt.Sprintf("it took more than %s: is there an endless loop?", i.limits.Time)
			} else if memory = elapsed > i.patience && i.heap() > before+i.limits.Memory; memory {
				why = fmt.Sprintf("it used more than %d MiB of memory", i.limits.Memory>>20)
			}
		}
		if why == "" {
			continue
		}
		i.thread.Cancel(why)
		select {
		case err := <-done:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err = i.explain(err); memory && err != nil {
				return memoryError{err}
			}
			return err
		case <-time.After(grace):
			return errors.New(why)
		}
	}
}

// memoryError is errMemory, with the text of another one.
type memoryError struct{ error }

func (e memoryError) Is(target error) bool { return target == errMemory }

// heap is how much memory the program uses, in bytes.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// explain adds the places in the script to an error, and what the script has printed.
func (i *instance) explain(err error) error {
	var failed *starlark.EvalError
	if !errors.As(err, &failed) {
		return err
	}
	text := strings.Replace(failed.Msg, "Starlark computation cancelled: ", "", 1)
	var trace []string
	for _, call := range failed.CallStack {
		if call.Pos.Filename() != "<builtin>" {
			trace = append(trace, fmt.Sprintf("  %s: in %s", call.Pos, call.Name))
		}
	}
	const mostCalls = 12
	if len(trace) > mostCalls {
		trace = append(trace[:mostCalls/2:mostCalls/2], append([]string{"  ..."}, trace[len(trace)-mostCalls/2:]...)...)
	}
	printed := ""
	if len(i.printed) > 0 {
		printed = "\nit printed:\n" + strings.TrimRight(string(i.printed), "\n")
	}
	return fmt.Errorf("%s\n%s%s", games.Shorten(text, 500), strings.Join(trace, "\n"), printed)
}

// call calls a function with a state.
func (i *instance) call(f starlark.Callable, state starlark.Value) (starlark.Value, error) {
	i.args[0] = state
	return starlark.Call(i.thread, f, i.args[:], nil)
}

// Start is the first state.
func (i *instance) Start(ctx context.Context) (state string, err error) {
	err = i.run(ctx, func() error {
		v, err := starlark.Call(i.thread, i.start, nil, nil)
		if err != nil {
			return err
		}
		var ok bool
		if state, ok = starlark.AsString(v); !ok {
			return fmt.Errorf("start() is a %s: want a string", v.Type())
		}
		return nil
	})
	return state, err
}

// each calls f for each state.
func (i *instance) each(states *protocol.Texts, f func(state starlark.String) error) error {
	for n := range states.Len() {
		state := starlark.String(states.At(n))
		i.thread.SetMaxExecutionSteps(i.thread.ExecutionSteps() + stepsAState)
		if err := f(state); err != nil {
			var failed *starlark.EvalError
			if errors.As(err, &failed) {
				failed.Msg = fmt.Sprintf("state %s: %s", games.Echo(string(state)), failed.Msg)
				return failed
			}
			return fmt.Errorf("state %s: %w", games.Echo(string(state)), err)
		}
	}
	return nil
}

// Draw implements protocol.Rules. The script returns rows, or one text with lines.
func (i *instance) Draw(ctx context.Context, state string) (d protocol.Drawing, err error) {
	err = i.run(ctx, func() error {
		v, err := i.call(i.draw, starlark.String(state))
		if err != nil {
			return err
		}
		if text, ok := starlark.AsString(v); ok {
			d.Rows = strings.Split(strings.Trim(text, "\n"), "\n")
			return nil
		}
		d.Rows, err = stringsOf("draw(state)", v)
		return err
	})
	return d, err
}

// stringsOf reads a list of strings.
func stringsOf(what string, v starlark.Value) (texts []string, err error) {
	s, ok := v.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("%s is a %s: want a list of strings", what, v.Type())
	}
	iterator := s.Iterate()
	defer iterator.Done()
	for x := v; iterator.Next(&x); {
		text, ok := starlark.AsString(x)
		if !ok || len(texts) > 1000 {
			return nil, fmt.Errorf("%s has a %s in it, or is too long: want a list of strings", what, x.Type())
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// Estimate implements protocol.Rules.
func (i *instance) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	err := i.run(ctx, func() error {
		return i.each(states, func(state starlark.String) error {
			v, err := i.call(i.estimate, state)
			if err != nil {
				return err
			}
			f, ok := starlark.AsFloat(v)
			if !ok {
				return fmt.Errorf("estimate(state) is %s: want a number from -1 to 1", games.Echo(v.String()))
			}
			dst = append(dst, float32(f))
			return nil
		})
	})
	return dst, err
}

// Images implements protocol.Rules.
func (i *instance) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	to.Reset()
	return i.run(ctx, func() error {
		return i.each(states, func(state starlark.String) error {
			v, err := i.call(i.images, state)
			if err != nil {
				return err
			}
			images, err := stringsOf("images(state)", v)
			for _, image := range images {
				to.Add(image)
			}
			return err
		})
	})
}
