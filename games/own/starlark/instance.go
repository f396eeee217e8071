package starlark

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// instance runs the functions of a script in one Starlark thread.
type instance struct {
	*Script
	thread  *starlark.Thread
	pending protocol.Pending
	printed []byte // last part of the printed text
	args    [1]starlark.Value
}

const (
	maxSteps   = 20_000_000 // maximum number of Starlark steps per state, about one second
	maxPrinted = 2000       // maximum number of bytes of printed text in an error
)

func newInstance(s *Script) *instance {
	i := &instance{Script: s, thread: &starlark.Thread{Name: "game"}}
	i.thread.Print = func(_ *starlark.Thread, text string) {
		i.printed = append(i.printed, games.Shorten(text, maxPrinted)+"\n"...)
		if len(i.printed) > 2*maxPrinted {
			i.printed = append(i.printed[:0], i.printed[len(i.printed)-maxPrinted:]...)
		}
	}
	i.thread.OnMaxSteps = func(t *starlark.Thread) {
		t.Cancel(fmt.Sprintf("more than %d steps for one state; is there an endless loop?", maxSteps))
	}
	return i
}

func (i *instance) Close() error { return nil }

// run calls f, which may run the script. It cancels the script between two steps if
// ctx is done or the time limit expires. A single step may exceed the limits; see
// protocol.Watch.
func (i *instance) run(ctx context.Context, question string, f func() error) error {
	i.pending = i.limits.Begin(i.file, question)
	defer i.pending.End()
	i.thread.Uncancel()
	i.thread.SetMaxExecutionSteps(i.thread.ExecutionSteps() + maxSteps)
	late := time.AfterFunc(i.limits.Time, func() {
		i.thread.Cancel(fmt.Sprintf("no answer after %s; is there an endless loop?", i.limits.Time))
	})
	defer late.Stop()
	stop := context.AfterFunc(ctx, func() { i.thread.Cancel("interrupted") })
	defer stop()
	err := f()
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return i.explain(err)
}

// explain adds the stack trace and the printed text to an error of the script.
func (i *instance) explain(err error) error {
	printed := ""
	if len(i.printed) > 0 {
		printed = "\nthe script printed:\n" + strings.TrimRight(string(i.printed), "\n")
	}
	var failed *starlark.EvalError
	if !errors.As(err, &failed) {
		if err != nil && printed != "" {
			err = fmt.Errorf("%w%s", err, printed)
		}
		return err
	}
	text := strings.Replace(failed.Msg, "Starlark computation cancelled: ", "", 1)
	switch {
	case strings.Contains(text, "referenced before assignment"):
		text += "; " + withoutPython["global"]
	case strings.Contains(text, " frozen "):
		text += "; lists and dictionaries outside of functions cannot change"
	}
	var trace []string
	for _, call := range failed.CallStack {
		if call.Pos.Filename() != "<builtin>" {
			trace = append(trace, fmt.Sprintf("  %s: in %s", call.Pos, call.Name))
		}
	}
	const maxCalls = 12
	if len(trace) > maxCalls {
		trace = append(trace[:maxCalls/2:maxCalls/2], append([]string{"  ..."}, trace[len(trace)-maxCalls/2:]...)...)
	}
	return fmt.Errorf("%s\n%s%s", games.Shorten(text, 500), strings.Join(trace, "\n"), printed)
}

func (i *instance) call(f starlark.Callable, state starlark.Value) (starlark.Value, error) {
	i.args[0] = state
	return starlark.Call(i.thread, f, i.args[:], nil)
}

// wrongResult returns the error for the result v of a function, which is not of the
// type want.
func wrongResult(function string, v starlark.Value, want string) error {
	hint := ""
	if v == starlark.None {
		hint = "; is a return missing?"
	}
	return fmt.Errorf("%s returned %s, expected %s%s", function, games.Echo(v.String()), want, hint)
}

func (i *instance) Start(ctx context.Context) (state string, err error) {
	err = i.run(ctx, "start", func() error {
		v, err := starlark.Call(i.thread, i.start, nil, nil)
		if err != nil {
			return err
		}
		var ok bool
		if state, ok = starlark.AsString(v); !ok {
			return wrongResult("start()", v, "a string, as in \"10:0\"")
		}
		return nil
	})
	return state, err
}

// each calls f for each state. If f returns an error, each adds the state to the
// error.
func (i *instance) each(states *protocol.Texts, f func(state starlark.String) error) error {
	for n := range states.Len() {
		i.pending.At(states.At(n), 0)
		state := starlark.String(states.At(n))
		i.thread.SetMaxExecutionSteps(i.thread.ExecutionSteps() + maxSteps)
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

// Draw implements protocol.Rules. The script may return a list of rows or a string.
func (i *instance) Draw(ctx context.Context, state string) (d protocol.Drawing, err error) {
	err = i.run(ctx, protocol.Draw, func() error {
		i.pending.At([]byte(state), 0)
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

// stringsOf converts an iterable of Starlark strings. The argument what describes
// the iterable in errors.
func stringsOf(what string, v starlark.Value) (texts []string, err error) {
	s, ok := v.(starlark.Iterable)
	if !ok {
		return nil, wrongResult(what, v, "a list of strings")
	}
	iterator := s.Iterate()
	defer iterator.Done()
	for x := v; iterator.Next(&x); {
		text, ok := starlark.AsString(x)
		if !ok {
			return nil, fmt.Errorf("%s returned a list that contains %s, expected a list of strings", what, games.Echo(x.String()))
		}
		if len(texts) > 1000 {
			return nil, fmt.Errorf("%s returned a list of more than 1000 strings", what)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (i *instance) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	err := i.run(ctx, protocol.Estimate, func() error {
		return i.each(states, func(state starlark.String) error {
			v, err := i.call(i.estimate, state)
			if err != nil {
				return err
			}
			f, ok := starlark.AsFloat(v)
			if !ok {
				return wrongResult("estimate(state)", v, "a number from -1 to 1")
			}
			dst = append(dst, float32(f))
			return nil
		})
	})
	return dst, err
}

func (i *instance) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	to.Reset()
	return i.run(ctx, protocol.Images, func() error {
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
