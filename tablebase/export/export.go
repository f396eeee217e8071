// Package export writes the positions of a table as rows for other programs: Parquet, CSV
// and NumPy. Text writes a proof that a short program can check.
package export

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Options say which rows and columns to write. The zero value writes a row for each
// stored position, with all columns of the format.
type Options struct {
	// Columns are the names of the columns, in their order; nil means those that the
	// format has by default.
	Columns []string
	// Where is a condition that rows must meet; see Conditions. "" means none.
	Where string
	// Sample is how many rows to write, of those that meet the condition: those with the
	// least hashes of their canonical states. 0 means all. It takes 8 bytes a row.
	Sample int64
	// Split, if not zero, gives each row one of the Parts, in these proportions, by the
	// hash of its canonical state: all images of a position are in the same part.
	Split [3]int
	// Raw writes a row for each position that plays from the start can reach, in place of
	// those that are stored, each of which stands for its images. It takes memory for the
	// positions of a few layers.
	Raw bool
	// Workers is the number of goroutines that make rows; 0 means one on each processor.
	// What is written does not depend on it.
	Workers int
	// Memory is how much memory to use, in bytes; 0 means DefaultMemory. It sizes caches
	// and batches; the Go runtime's own limit is for the caller to set.
	Memory int64
	// Progress, if not nil, is called now and then with the positions dealt with, of how
	// many: 0 if that is unknown. It is called by one goroutine at a time.
	Progress func(done, total int64)
}

// DefaultMemory is the memory that an export uses by default, in bytes.
const DefaultMemory = 256 << 20

// Parts are the values of the column split: what a model learns from, what decides when
// it has learned enough, and what it is judged by.
func Parts() [3]string { return [3]string{"train", "validation", "test"} }

// Format writes rows in a file format.
type Format interface {
	// Numbers says that the format has columns of numbers only.
	Numbers() bool
	// Begin is called once, first.
	Begin(s *Schema) error
	// Write writes consecutive rows.
	Write(b *Batch) error
	// Close writes what is left. The caller closes the file.
	Close() error
}

// Summary says what was written. As JSON it has stable field names.
type Summary struct {
	Game    string   `json:"game"`
	Digest  string   `json:"digest"`
	Rows    int64    `json:"rows"`
	Columns []string `json:"columns,omitempty"`
	// Parts counts the rows by part, if they were split.
	Parts map[string]int64 `json:"split,omitempty"`
	// Seen is how many positions were looked at.
	Seen int64 `json:"positions"`
}

// Rows writes the positions of the table of a variant in the data directory db. Mistakes
// in the options are games.InputErrors; other errors are those of tablebase.Open, of the
// format, or that of the context.
func Rows(ctx context.Context, db string, v games.Variant, f Format, o Options) (Summary, error) {
	return games.ByState(v, rowsOf[uint64], rowsOf[[2]uint64], rowsOf[[4]uint64])(ctx, db, f, o)
}

func rowsOf[S games.State](g games.Game[S]) func(ctx context.Context, db string, f Format, o Options) (Summary, error) {
	return func(ctx context.Context, db string, f Format, o Options) (Summary, error) {
		t, err := tablebase.Open(db, g)
		if err != nil {
			return Summary{}, err
		}
		e, err := newExport(t, f.Numbers(), o)
		if err == nil {
			err = e.write(ctx, f)
		}
		if err = errors.Join(err, t.Close()); err != nil {
			return Summary{}, err
		}
		return e.summary, nil
	}
}

// export is what the workers of one export share.
type export[S games.State] struct {
	o         Options
	t         *tablebase.Table[S]
	game      games.Game[S]
	info      *games.Info
	canonizer games.Canonizer[S]
	notation  games.Notation[S]
	kind      value.Kind
	schema    *Schema
	where     condition // nil: all rows
	expands   bool      // moves are asked for
	most      uint64    // rows with greater hashes are left out
	sampling  bool      // hashes are wanted, not rows
	summary   Summary
}

func newExport[S games.State](t *tablebase.Table[S], numbers bool, o Options) (*export[S], error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	e := &export[S]{
		o: o, t: t, game: t.Game, info: t.Game.Info(), canonizer: games.CanonizerOf(t.Game), notation: games.NotationOf(t.Game),
		kind: t.Solution().Outcomes.Kind, most: ^uint64(0),
	}
	var err error
	if e.schema, err = schemaOf(t, numbers, o); err != nil {
		return nil, err
	}
	if o.Where != "" {
		if e.where, err = parseCondition(o.Where, o.Split != [3]int{}); err != nil {
			return nil, err
		}
	}
	e.expands = e.where != nil || t.Tiers != nil || slices.ContainsFunc(e.schema.Columns, func(c Column) bool {
		return c.Name == colMoves || c.Name == colKeeping || c.Name == colKeeps
	})
	t.CacheUpTo(o.Memory / 4)
	e.summary = Summary{Game: e.info.Name, Digest: fmt.Sprintf("%016x", t.Solution().Digest)}
	for _, c := range e.schema.Columns {
		e.summary.Columns = append(e.summary.Columns, c.Name)
	}
	if o.Split != [3]int{} {
		e.summary.Parts = map[string]int64{}
		for _, part := range Parts() {
			e.summary.Parts[part] = 0
		}
	}
	return e, nil
}

// write writes all rows. A sample takes a pass before, which finds the hashes.
func (e *export[S]) write(ctx context.Context, f Format) error {
	if e.o.Sample > 0 {
		least := leastHashes{most: int(e.o.Sample)}
		e.sampling = true
		if err := e.pass(ctx, func(b *Batch) error { least.add(b.hashes); return nil }); err != nil {
			return err
		}
		e.sampling, e.most, e.summary.Seen = false, least.last(), 0
	}
	if err := f.Begin(e.schema); err != nil {
		return err
	}
	err := e.pass(ctx, func(b *Batch) error {
		e.summary.Rows += int64(b.Rows)
		for part, n := range b.parts {
			if e.summary.Parts != nil {
				e.summary.Parts[Parts()[part]] += n
			}
		}
		return f.Write(b)
	})
	if err != nil {
		return err
	}
	return f.Close()
}

// ordered is a unit of work whose rows are to be written in its turn.
type ordered[S games.State] struct {
	unit unit[S]
	done chan *Batch
}

// pass makes the rows of all units and gives them to use in order. Few units are under way
// at the same time, so that memory is bounded.
func (e *export[S]) pass(ctx context.Context, use func(*Batch) error) error {
	group, ctx := errgroup.WithContext(ctx)
	work, turns := make(chan ordered[S]), make(chan ordered[S], 2*e.o.Workers)
	group.Go(func() error {
		defer close(work)
		defer close(turns)
		return e.units(ctx, func(u unit[S]) error {
			next := ordered[S]{u, make(chan *Batch, 1)}
			for _, to := range []chan ordered[S]{turns, work} {
				select {
				case to <- next:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	})
	for range e.o.Workers {
		group.Go(func() error {
			w := newWorker(e)
			for next := range work {
				b, err := w.rows(ctx, next.unit)
				if err != nil {
					return e.t.Named(err)
				}
				next.done <- b
			}
			return nil
		})
	}
	group.Go(func() error {
		for next := range turns {
			select {
			case b := <-next.done:
				e.summary.Seen += b.seen
				if e.o.Progress != nil {
					e.o.Progress(e.summary.Seen, e.total())
				}
				if err := use(b); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}

// total is how many positions a pass looks at; 0 if that is not known before.
func (e *export[S]) total() (n int64) {
	if e.o.Raw {
		return e.t.Solution().RawStates
	}
	for _, l := range e.t.Solution().Layers {
		n += l.Stored()
	}
	for _, tier := range e.t.Solution().Tiers {
		if !tier.AtSight {
			n += tier.Used
		}
	}
	return n
}
