// Package export writes the positions of a table in Parquet, CSV or NumPy format.
// It also writes proofs as text that other programs can check easily.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/verify"
)

// Options selects rows and columns. The zero value selects all stored positions and the
// default columns of the format.
type Options struct {
	// Columns lists the names of the columns in order. If nil, it defaults to the
	// default columns of the format.
	Columns []string
	// Sample, if not 0, is the maximum number of rows. Rows writes the positions
	// whose canonical states have the smallest hashes. Sampling takes 8 bytes of
	// memory per row.
	Sample int64
	// Policy adds columns with the value and the probability of every move to the default
	// columns. A sample then has the same number of rows in each layer or tier, except that
	// small ones are complete.
	Policy bool
	// Split, if not zero, assigns rows to the three parts returned by Parts in the
	// given proportions. Symmetric positions are in the same part.
	Split [3]int
	// Raw writes a row for each reachable position, instead of one row for each
	// class of symmetric positions. It requires memory for the positions of several
	// layers.
	Raw     bool
	Workers int // number of goroutines; defaults to the number of processors
	// Memory determines the size of caches and batches, in bytes. It defaults to
	// DefaultMemory. It is not a limit for the Go runtime.
	Memory int64
	// Progress, if not nil, is called periodically with the number of positions
	// read and their total number, which is 0 if it is unknown. Calls are not
	// concurrent.
	Progress func(done, total int64)
}

// DefaultMemory is the default of Options.Memory in bytes.
const DefaultMemory = 256 << 20

// Parts returns the possible values of the split column.
func Parts() [3]string { return [3]string{"train", "validation", "test"} }

// Format writes rows in a file format.
type Format interface {
	// Numbers reports whether the format supports only numeric columns.
	Numbers() bool
	// Begin is called once, before the other methods.
	Begin(s *Schema) error
	Write(b *Batch) error // writes consecutive rows
	// Close writes buffered data. It does not close the underlying file.
	Close() error
}

// Summary describes the output of an export. Its JSON field names are stable.
type Summary struct {
	Game    string   `json:"game"`
	Digest  string   `json:"digest"`
	Rows    int64    `json:"rows"`              // number of rows, or of moves in a proof
	Columns []string `json:"columns,omitempty"` // names of the columns; empty for a proof
	// Parts is the number of rows of each part. It is nil unless the rows are split.
	Parts     map[string]int64 `json:"split,omitempty"`
	Positions int64            `json:"positions"` // number of positions read
	// Layers lists the layers or tiers in order, if the rows have the columns of a policy.
	Layers []Layer `json:"layers,omitempty"`
}

// Layer contains the numbers of positions and rows of a layer or tier.
type Layer struct {
	Name      string `json:"layer"`     // number of the layer, or name of the tier
	Positions int64  `json:"positions"` // number of positions read
	Rows      int64  `json:"rows"`      // number of rows written
}

// Rows writes the positions in a variant's table to f. The table is in the data
// directory db. Rows returns a [games.InputError] if the options are invalid, and
// the errors of [verify.Open] and of the format.
func Rows(ctx context.Context, db string, v games.Variant, f Format, o Options) (Summary, error) {
	return games.ByState(v, rowsOf[uint64], rowsOf[[2]uint64], rowsOf[[4]uint64])(ctx, db, f, o)
}

func rowsOf[S games.State](g games.Game[S]) func(ctx context.Context, db string, f Format, o Options) (Summary, error) {
	return func(ctx context.Context, db string, f Format, o Options) (Summary, error) {
		t, err := verify.Open(db, g)
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

type export[S games.State] struct {
	o         Options
	t         *tablebase.Table[S]
	game      games.Game[S]
	info      *games.Info
	canonizer games.Canonizer[S]
	notation  games.Notation[S]
	kind      value.Kind
	schema    *Schema
	expands   bool           // the columns require the children of positions
	maxHash   map[int]uint64 // by stratum; rows with larger hashes are skipped
	sampling  bool           // a pass that collects hashes instead of rows
	summary   Summary
}

func newExport[S games.State](t *tablebase.Table[S], numbers bool, o Options) (*export[S], error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	e := &export[S]{
		o: o, t: t, game: t.Game, info: t.Game.Info(), canonizer: games.CanonizerOf(t.Game), notation: games.NotationOf(t.Game),
		kind: t.Solution().Outcomes.Kind,
	}
	var err error
	if e.schema, err = schemaOf(t, numbers, o); err != nil {
		return nil, err
	}
	e.expands = t.Tiers != nil || slices.ContainsFunc(e.schema.Columns, func(c Column) bool {
		return c.Name == colMoves || c.Name == colKeeping || c.Name == colKeeps || strings.HasPrefix(c.Name, "move_")
	})
	t.SetCacheSize(o.Memory / 4)
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

// stratum returns the part of a sample that contains the rows of a layer or tier.
func (e *export[S]) stratum(layer int) int {
	if e.o.Policy {
		return layer
	}
	return 0
}

// sample collects the hashes of all rows and sets maxHash.
func (e *export[S]) sample(ctx context.Context) error {
	e.sampling = true
	quotas := map[int]int64{0: e.o.Sample}
	if e.o.Policy {
		sizes := map[int]int64{}
		if err := e.pass(ctx, func(b *Batch) error { sizes[b.layer] += int64(len(b.hashes)); return nil }); err != nil {
			return err
		}
		quotas = equalShares(sizes, e.o.Sample)
	}
	smallest := map[int]*smallestHashes{}
	for stratum, n := range quotas {
		smallest[stratum] = &smallestHashes{n: int(n)}
	}
	if err := e.pass(ctx, func(b *Batch) error { smallest[e.stratum(b.layer)].add(b.hashes); return nil }); err != nil {
		return err
	}
	e.sampling, e.maxHash = false, map[int]uint64{}
	for stratum, hashes := range smallest {
		e.maxHash[stratum] = hashes.max()
	}
	return nil
}

// write writes all rows. For a sample, it first collects the hashes of all rows.
func (e *export[S]) write(ctx context.Context, f Format) error {
	if e.o.Sample > 0 {
		if err := e.sample(ctx); err != nil {
			return err
		}
	}
	layers := map[int]*Layer{}
	if err := f.Begin(e.schema); err != nil {
		return err
	}
	err := e.pass(ctx, func(b *Batch) error {
		e.summary.Rows += int64(b.Rows)
		l := layers[b.layer]
		if l == nil {
			l = &Layer{Name: e.layerName(b.layer)}
			layers[b.layer] = l
		}
		l.Positions += b.positions
		l.Rows += int64(b.Rows)
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
	for _, n := range slices.Sorted(maps.Keys(layers)) {
		if e.o.Policy {
			e.summary.Layers = append(e.summary.Layers, *layers[n])
		}
	}
	return f.Close()
}

func (e *export[S]) layerName(layer int) string {
	if e.t.Tiers != nil && !e.o.Raw {
		return e.t.Tiers.Tiers[layer].Name
	}
	return strconv.Itoa(layer)
}

// ordered is a unit of work with a channel that receives its rows.
type ordered[S games.State] struct {
	unit unit[S]
	done chan *Batch
}

// pass computes the rows of all units concurrently and calls use with the batches
// in order. It limits the number of units in progress, to save memory.
func (e *export[S]) pass(ctx context.Context, use func(*Batch) error) error {
	e.summary.Positions = 0
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
				e.summary.Positions += b.positions
				if e.o.Progress != nil {
					e.o.Progress(e.summary.Positions, e.total())
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

// total returns the number of positions that a pass reads, or 0 if it is unknown.
func (e *export[S]) total() (n int64) {
	if e.o.Raw {
		return e.t.Solution().RawStates
	}
	for _, l := range e.t.Solution().Layers {
		n += l.Stored()
	}
	for _, tier := range e.t.Solution().Tiers {
		if !tier.Immediate {
			n += tier.Used
		}
	}
	return n
}
