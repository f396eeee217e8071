package search

import (
	"context"
	"sync/atomic"
)

// haltAfter sets halt when the context ends. The function that it returns is to
// be called once, when the search is over: after it, halt is left alone, so that
// a context that ends late cannot stop the next search.
func haltAfter(ctx context.Context, halt *atomic.Bool) (end func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	set := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		halt.Store(true)
		close(set)
	})
	return func() {
		if !stop() {
			<-set
		}
	}
}
