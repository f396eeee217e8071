// Package cluster solves games with layers or tiers on many machines, or on one in the same way.
//
// A solve is a job. Its tasks, those of package shards, are handed out by NATS JetStream; their objects and
// manifests are in an object store, and are the truth: a solve goes on from them when NATS has lost all.
// Solve coordinates a job and makes an ordinary table of the result, with the digest of a plain solve. Work
// does tasks. Without addresses both are in this process, with a store in the table's folder.
package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/shards"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// Options of Solve. The zero value solves in this process, on all cores.
type Options struct {
	Access
	Store string // the address of the object store; "": a folder beside the table
	// Threads is how many tasks are done at once in this process; 0: one for each processor, or none where
	// there is a URL.
	Threads int
	// Memory is what this process uses, in bytes; 0: half of what is free.
	Memory int64
	// CountTerminals is that of job.Options.
	CountTerminals bool
	// Limit is how many states to enumerate at most; 0: job.DefaultLimit.
	Limit int64
	// Sizes says how layers are divided; 0 stands for defaults.
	Sizes shards.Sizes
	// SearchNodes is how many nodes a task of Prove searches; 0 for a tenth of a second or more.
	SearchNodes uint64
	Lease       time.Duration // see WorkerOptions
	Force       bool          // replaces a table
	Tool        string        // the version of the program, for the table
	Program     string        // tells programs apart; workers must have the same
	Warn        func(error)   // may be nil
	Progress    *job.Progress // may be nil
	// Far, if not nil, is set to what the job has taken.
	Far *shards.Far
}

// Sizes by default: with 16 shards four workers have four each. A shard of defaultMost states with three
// children each takes 60 MB.
const (
	defaultShards = 16
	defaultLeast  = 1 << 17
	defaultMost   = 1 << 19
)

// NotLayeredError says that a game is solved on one machine only.
type NotLayeredError struct{ Label string }

func (e *NotLayeredError) Error() string {
	return fmt.Sprintf("positions of %s can repeat, or are not proven not to, and have no numbers: such games are solved on one machine", e.Label)
}

// Solve solves a game with layers or tiers and stores the table in the data directory db, and in o.Store if that is given,
// where it can be asked: see store.Remote. Its errors are those of
// build.Solve for a table, *NotLayeredError, *HeldError, *shards.ConflictError, *DeadTaskError, and those of
// NATS and the store. What is done is kept: Solve goes on with it.
func Solve(ctx context.Context, db string, v games.Variant, o Options) (*build.Result, error) {
	r, err := makeTable(ctx, db, v, o)
	if err == nil && o.Store != "" {
		err = publish(ctx, db, v.Info().Name, o.Store)
	}
	return r, err
}

// makeTable is Solve without a table in o.Store.
func makeTable(ctx context.Context, db string, v games.Variant, o Options) (*build.Result, error) {
	o.Progress, o.Warn = cmp.Or(o.Progress, new(job.Progress)), orSilent(o.Warn)
	return games.ByState(v, solver[uint64], solver[[2]uint64], solver[[4]uint64])(ctx, db, o)
}

func orSilent(warn func(error)) func(error) {
	if warn == nil {
		return func(error) {}
	}
	return warn
}

func solver[S games.State](g games.Game[S]) func(context.Context, string, Options) (*build.Result, error) {
	return func(ctx context.Context, db string, o Options) (*build.Result, error) {
		to := store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn}
		var b build.Builder
		var work func(context.Context) (*job.Solution, error)
		var err error
		tiered, numbered := g.(games.Tiered[S])
		switch {
		case isLayered(g):
			var layers *write.Builder[S]
			layers, err = write.Create(db, g, to)
			b, work = layers, func(ctx context.Context) (*job.Solution, error) { return solve(ctx, g, layers, o) }
		case numbered:
			var tiers *write.TierBuilder[S]
			tiers, err = write.CreateTiers(db, tiered, to)
			b, work = tiers, func(ctx context.Context) (*job.Solution, error) { return solveTiers(ctx, tiered, tiers, o) }
		default:
			return nil, &NotLayeredError{g.Info().Label()}
		}
		if errors.Is(err, store.ErrExists) {
			return build.Stored(db, g)
		}
		if err != nil {
			return nil, err
		}
		inner, end := games.WithFailure(ctx, g)
		defer end()
		solution, err := work(inner)
		return build.Complete(b, games.Failure(g), solution, err)
	}
}

// solve coordinates the job of a game and gives the values to the builder.
func solve[S games.State](ctx context.Context, g games.Game[S], b *write.Builder[S], o Options) (*job.Solution, error) {
	how := job.Options{Memory: o.Memory, Limit: o.Limit, CountTerminals: o.CountTerminals, Progress: o.Progress}
	plan, err := job.MakePlan[S](b.WorkDir(), any(g).(games.Layered[S]).Span(), how)
	if err != nil {
		return nil, err
	}
	o.Sizes.Ended = plan.Counted
	return coordinate(ctx, g, b.WorkDir(), plan, o, func(v *view, graph *shards.Graph, workers int, used checkpoint.Usage, repair repairer) (*job.Solution, error) {
		assembler, err := shards.NewWorker(g, v, b.WorkDir(), nil, how)
		if err != nil {
			return nil, err
		}
		return assembler.Assemble(ctx, graph, b.WorkDir(), b, how, workers, used, repair)
	})
}

// repairer has a damaged object made again.
type repairer func(*shards.DamagedError) error

// coordinate has the tasks of a job done. Assemble makes the solution of what they have left. Scratch files go to
// the existing folder work.
func coordinate[S games.State](ctx context.Context, g games.Game[S], work string, plan job.Plan, o Options, assemble func(*view, *shards.Graph, int, checkpoint.Usage, repairer) (*job.Solution, error)) (s *job.Solution, err error) {
	how := job.Options{Memory: o.Memory}
	if o.Store == "" {
		if o.Store, err = FileURL(filepath.Join(work, "objects")); err != nil {
			return nil, err
		}
	}
	bucket, err := makeBucket(ctx, o.Store)
	if err != nil {
		return nil, err
	}
	defer bucket.Close()
	described, err := newJob(g, o.Program, o.sizes(), 0)
	if err != nil {
		return nil, err
	}
	id := described.ID()
	if _, err := writeJSON(ctx, bucket, id+"/job.json", described); err != nil {
		return nil, err
	}
	q, err := connect(ctx, o.Access, leaseOf(o.Lease))
	if err != nil {
		return nil, err
	}
	defer q.close()

	objects := newJobStore(bucket, id)
	graph := described.graph()
	c := newCoordinator(q, objects, graphTasks{graph, objects, plan, o.Progress}, o.Warn)
	meter := checkpoint.NewMeter()
	w := newWorker(q, bucket, WorkerOptions{Threads: o.Threads, Memory: how.MemoryLimit(), Dir: work, Program: o.Program})
	w.jobs[id] = &opened{store: objects, game: g, sizes: described.Sizes, dir: filepath.Join(work, "tiers")}
	defer w.close()
	works := o.URL == "" || o.Threads > 0
	if err := c.runWith(ctx, w, works); err != nil {
		return nil, err
	}
	far := graph.Far()
	if err := objects.finish(ctx, graph); err != nil {
		return nil, err
	}
	if o.Far != nil {
		*o.Far = far
	}
	used := meter.Total(checkpoint.Usage{})
	o.Progress.Enter(job.Storing, far.Layers, far.States)
	used.CPU = max(used.CPU, time.Duration(far.CPU*1e9)) // other machines did tasks, or earlier runs
	repair := func(damage *shards.DamagedError) error {
		if err := c.damaged(ctx, damage, damage.Manifest); err != nil {
			return err
		}
		err := c.runWith(ctx, w, works)
		o.Progress.Enter(job.Storing, far.Layers, far.States)
		return err
	}
	return assemble(&view{jobStore: objects}, graph, w.Threads, used, repair)
}

// runWith coordinates while workers of this process, if there are any, do tasks.
func (c *coordinator) runWith(ctx context.Context, w *worker, works bool) error {
	if !works {
		return c.run(ctx)
	}
	inner, end := context.WithCancel(ctx)
	failed := make(chan error, 1)
	go func() {
		failed <- w.run(inner, nil)
		end()
	}()
	err := c.run(inner)
	end()
	return cmp.Or(<-failed, err)
}

// sizes are how layers are divided.
func (o *Options) sizes() shards.Sizes {
	z := o.Sizes
	if o.URL == "" { // nobody else works: more shards would have more children in common
		z.Shards = cmp.Or(z.Shards, 4*runtime.GOMAXPROCS(0))
	}
	z.Shards, z.Least = cmp.Or(z.Shards, defaultShards), cmp.Or(z.Least, defaultLeast)
	z.Most = cmp.Or(z.Most, defaultMost)
	return z
}
