package games

import "context"

// Failing is the power of games whose rules are answered from outside, or rest on what is
// not proven, and can fail. From
// then on every state is terminal, so that all work comes to an end soon; what it has
// found is worth nothing.
type Failing interface {
	// Alive is a context that ends when the rules fail, with the error as its cause.
	Alive() context.Context
}

// Failure is why the rules of a variant have failed, nil as long as they have not.
func Failure(v Variant) error {
	if f, ok := v.(Failing); ok {
		return context.Cause(f.Alive())
	}
	return nil
}

// WithFailure is a context that also ends when the rules of a variant fail. Call end when
// it is no longer needed.
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
