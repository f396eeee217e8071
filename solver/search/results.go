package search

import (
	"iter"
	"maps"

	"zermelo/games"
)

// Results stores search results by canonical position. When it is full, it
// keeps the most expensive results. It is not safe for concurrent use.
type Results[S games.State] struct {
	limit   int
	minWork uint8 // minimum Bounds.Work accepted by Add
	byState map[S]Bounds
}

// NewResults returns an empty set of at most limit results.
func NewResults[S games.State](limit int) *Results[S] {
	return &Results[S]{limit: limit, byState: map[S]Bounds{}}
}

// Len returns the number of results.
func (r *Results[S]) Len() int { return len(r.byState) }

// All returns an iterator over the results in unspecified order.
func (r *Results[S]) All() iter.Seq2[S, Bounds] { return maps.All(r.byState) }

// Add narrows the bounds of a position and reports whether they have changed. If the
// set exceeds its limit, Add drops all results with the lowest Bounds.Work.
func (r *Results[S]) Add(s S, b Bounds) bool {
	if b.Work < r.minWork {
		return false
	}
	old, ok := r.byState[s]
	if ok {
		b.Low, b.High, b.Work = max(b.Low, old.Low), min(b.High, old.High), max(b.Work, old.Work)
		if b.Low == old.Low && b.High == old.High {
			return false
		}
	}
	b.Move = -1
	r.byState[s] = b
	for len(r.byState) > r.limit {
		r.minWork++
		maps.DeleteFunc(r.byState, func(_ S, b Bounds) bool { return b.Work < r.minWork })
	}
	return true
}

// Clear removes all results.
func (r *Results[S]) Clear() { r.minWork, r.byState = 0, map[S]Bounds{} }
