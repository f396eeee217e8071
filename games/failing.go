package games

import (
	"context"
)

// Failing is implemented by games whose rules can fail, because they run outside the
// program or rest on an unproven assumption. After a failure, every state is
// terminal, so that computations end quickly. Their results are invalid.
type Failing interface {
	// Alive returns a context that is cancelled when the rules fail, with the error
	// as its cause.
	Alive() context.Context
}

// Failure returns the error that made the rules of v fail, or nil.
func Failure(v Variant) error {
	if f, ok := v.(Failing); ok {
		return context.Cause(f.Alive())
	}
	return nil
}

// WithFailure returns a copy of ctx that is also cancelled when the rules of v fail.
// The caller must call end to release resources.
func WithFailure(ctx context.Context, v Variant) (inner context.Context, end func()) {
	f, ok := v.(Failing)
	if !ok {
		return ctx, func() {}
	}
	inner, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(f.Alive(), func() { cancel(context.Cause(f.Alive())) })
	return inner, func() {
		stop()
		cancel(nil)
	}
}

// KnownParser is implemented by games with external rules. A server uses it to
// accept positions from clients without passing arbitrary text to the rules.
type KnownParser[S State] interface {
	// ParseKnown parses a position without calling the rules, and reports whether
	// the rules have been called for it before. The state is canonical if its
	// canonical state is known without a call. Errors are InputErrors.
	ParseKnown(text string) (s S, known bool, err error)
}
