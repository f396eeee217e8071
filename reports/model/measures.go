package model

import (
	"context"
	"errors"

	"zermelo/reports/book"
	"zermelo/reports/measure"
)

// Measure finds the measures of a solved game; see measure.Of for what it costs and
// for its errors.
func Measure(ctx context.Context, b book.Book) (*measure.Measures, error) {
	return b.Measure(ctx)
}

// Measure adds the measures of the game to its report, or says why it has none;
// explained adds what they mean.
func (r *Report) Measure(ctx context.Context, b book.Book, explained bool) error {
	m, err := Measure(ctx, b)
	var none *measure.NotMeasuredError
	if errors.As(err, &none) {
		r.NotMeasured = none.Why
		return nil
	}
	if err != nil {
		return err
	}
	r.Measures = m
	if explained {
		r.Explained = measure.Explain(m, r.Roles)
	}
	return nil
}
