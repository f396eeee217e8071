package solve

import (
	"context"
	"errors"
	"time"

	"zermelo/solver/machine"
)

const (
	// lengthPatience is the processor time after which a search for the length of a
	// win is compared with building a table, which contains all lengths.
	lengthPatience = 10 * time.Second
	// quickTable is the maximum forecast processor time of a table that replaces a
	// search for the length of a win.
	quickTable = 10 * time.Minute
)

// errTableSooner cancels a search for a length because building a table is faster.
var errTableSooner = errors.New("building a table is faster")

// watchLengths watches a search for the length of a win. When the search has used
// as much processor time as the forecast for a table, watchLengths cancels the
// search with the cause errTableSooner. If the forecast exceeds quickTable or the
// table does not fit into memory, watchLengths reports the forecast and returns.
func (v typed[S]) watchLengths(ctx context.Context, db string, o Options, end context.CancelCauseFunc) {
	began, patience := machine.CPUTime(), o.patience
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for f := (*Forecast)(nil); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch {
		case machine.CPUTime()-began < patience:
			continue
		case f != nil:
			o.tell(Choice{Method: Table, Forecast: f, Lengths: true})
			end(errTableSooner)
			return
		}
		var err error
		if f, err = v.estimate(ctx, nil, smallForecast(o.Memory)); err != nil {
			return // ctx is cancelled
		}
		c := v.lengthsBy(f, db, o)
		if c.Method != Table {
			o.tell(c)
			return
		}
		patience = max(patience, time.Duration(bounded(1e9*f.Seconds)))
	}
}

// lengthsBy decides whether to search for the length of a win or to build a table.
func (v typed[S]) lengthsBy(f *Forecast, db string, o Options) Choice {
	c := Choice{Method: Table, Forecast: f, Lengths: true}
	if large := v.tooLarge(f, db, o); large != nil {
		c.TooLarge = large
	}
	inMemory := o
	inMemory.Method = Auto
	if f.Seconds > quickTable.Seconds() || v.tooLarge(f, db, inMemory) != nil {
		c.Method = o.Method
	}
	return c
}
