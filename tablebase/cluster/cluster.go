// Package cluster solves games with layers or tiers on several machines.
//
// Each solve is a job, which is divided into tasks by package shards. NATS
// JetStream distributes the tasks, and an object store stores their results. A solve
// can be resumed from the object store even if NATS loses its entire state. Solve
// coordinates a job and writes a table with the same contents and digest as a solve
// on a single machine. Work runs tasks.
package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/shards"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// Options configures Solve and Prove. Access.URL and Store are required.
type Options struct {
	Access
	Store          string       // address of the object store
	Threads        int          // number of concurrent tasks; if 0, all tasks are left to workers
	Memory         int64        // limit of this process in bytes; defaults to half of the free memory
	CountTerminals bool         // see job.Options
	Limit          int64        // maximum number of states; defaults to job.DefaultLimit
	Sizes          shards.Sizes // number of shards per layer; zero fields have defaults
	// TaskMemory is the memory in bytes that each task of a layer may use, at least
	// MinTaskMemory, the default. With more memory, large layers have fewer shards.
	TaskMemory int64
	// SearchNodes is the maximum number of nodes per task of Prove. With the
	// default, a task takes at least a tenth of a second.
	SearchNodes uint64
	Lease       time.Duration // see WorkerOptions
	Force       bool          // replace an existing table
	Tool        string        // version of the program, recorded in the table
	Program     string        // identifies the build; must be the same for all workers
	Warn        func(error)   // called with each non-fatal error; may be nil
	Progress    *job.Progress // may be nil
	// Totals, if not nil, is set to the total cost of the job.
	Totals *shards.Progress
}

// Default sizes. With 16 shards, each of four workers gets four shards.
const (
	defaultShards    = 16
	defaultMinStates = 1 << 17
	defaultMaxStates = MinTaskMemory / StateMemory
)

const (
	StateMemory   = 112                               // memory in bytes per state of a shard, with three children per state
	MinTaskMemory = job.MinMemory - job.ProgramMemory // minimum memory of a thread, in bytes
)

// NotLayeredError is returned by Solve for a game with chance and for a game with neither layers
// nor tiers.
type NotLayeredError struct {
	Label      string
	Stochastic bool // the game has chance
}

func (e *NotLayeredError) Error() string {
	if e.Stochastic {
		return e.Label + " has chance; solve it on one machine"
	}
	return fmt.Sprintf("%s has neither layers nor tiers; solve it on one machine", e.Label)
}

// Solve solves a game with layers or tiers, stores the table in the data directory
// db, and copies it to o.Store. The copy can be opened as a remote table; see
// [store.Remote]. Solve returns the errors of [solve.Solve] for tables, a
// [*NotLayeredError], [*HeldError], [*shards.ConflictError] or [*DeadTaskError], and
// the errors of NATS and the object store. Results of completed tasks remain in the
// object store and are reused.
func Solve(ctx context.Context, db string, v games.Variant, o Options) (*solve.Result, error) {
	r, err := makeTable(ctx, db, v, o)
	if err == nil {
		err = publish(ctx, db, v.Info().Name, o.Store)
	}
	return r, err
}

// makeTable is like Solve, but does not copy the table to o.Store.
func makeTable(ctx context.Context, db string, v games.Variant, o Options) (*solve.Result, error) {
	o.Progress, o.Warn = cmp.Or(o.Progress, new(job.Progress)), fold(o.Warn)
	return games.ByState(v, solver[uint64], solver[[2]uint64], solver[[4]uint64])(ctx, db, o)
}

func solver[S games.State](g games.Game[S]) func(context.Context, string, Options) (*solve.Result, error) {
	return func(ctx context.Context, db string, o Options) (*solve.Result, error) {
		to := store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn}
		var b solve.Builder
		var work func(context.Context) (*job.Solution, error)
		var err error
		tiered, numbered := g.(games.Tiered[S])
		switch {
		case g.Info().Stochastic:
			return nil, &NotLayeredError{g.Info().Label(), true}
		case isLayered(g):
			var layers *write.Builder[S]
			layers, err = write.Create(db, g, to)
			b, work = layers, func(ctx context.Context) (*job.Solution, error) { return solveLayers(ctx, g, layers, o) }
		case numbered:
			var tiers *write.TierBuilder[S]
			tiers, err = write.CreateTiers(db, tiered, to)
			b, work = tiers, func(ctx context.Context) (*job.Solution, error) { return solveTiers(ctx, tiered, tiers, o) }
		default:
			return nil, &NotLayeredError{Label: g.Info().Label()}
		}
		if errors.Is(err, store.ErrExists) {
			return solve.Stored(db, g)
		}
		if err != nil {
			return nil, err
		}
		inner, end := games.WithFailure(ctx, g)
		defer end()
		solution, err := work(inner)
		return solve.Complete(b, games.Failure(g), solution, err)
	}
}

func solveLayers[S games.State](ctx context.Context, g games.Game[S], b *write.Builder[S], o Options) (*job.Solution, error) {
	options := job.Options{Memory: o.Memory, Limit: o.Limit, CountTerminals: o.CountTerminals, Progress: o.Progress}
	plan, err := job.MakePlan[S](b.WorkDir(), any(g).(games.Layered[S]).Span(), options)
	if err != nil {
		return nil, err
	}
	o.Sizes.MaxCounted = plan.MaxCounted
	return coordinate(ctx, g, b.WorkDir(), plan, o, func(v *view, graph *shards.Graph, workers int, used checkpoint.Usage, repair repairer) (*job.Solution, error) {
		assembler, err := shards.NewWorker(g, v, b.WorkDir(), nil, options)
		if err != nil {
			return nil, err
		}
		return assembler.Assemble(ctx, graph, shards.Assembly[S]{
			Work: b.WorkDir(), Store: b, Options: options, Workers: workers, Used: used, Repair: repair,
		})
	})
}

type repairer func(*shards.DamagedError) error

// coordinate runs the tasks of a job and then calls assemble to combine their
// results. It writes scratch files to the directory work, which must exist.
func coordinate[S games.State](ctx context.Context, g games.Game[S], work string, plan job.Plan, o Options, assemble func(*view, *shards.Graph, int, checkpoint.Usage, repairer) (*job.Solution, error)) (s *job.Solution, err error) {
	limits := job.Options{Memory: o.Memory}
	bucket, err := sharedStore(ctx, o.Store)
	if err != nil {
		return nil, err
	}
	described, err := newJob(g, o.Program, o.sizes(), 0)
	if err != nil {
		return nil, err
	}
	local := o.Threads > 0
	w := newWorker(nil, bucket, WorkerOptions{Threads: o.Threads, Memory: limits.MemoryLimit(), Dir: work, Program: o.Program})
	if err := w.checkMemory(described); local && err != nil {
		return nil, games.BadInput("%v; use a smaller --task-memory, fewer --workers or more --memory", err)
	}
	id := described.ID()
	if _, err := writeJSON(ctx, bucket, id+"/job.json", described); err != nil {
		return nil, err
	}
	if _, err := readJob(ctx, bucket, id); err != nil {
		return nil, err
	}
	q, err := connect(ctx, o.Access, cmp.Or(o.Lease, DefaultLease), bucket, o.Program)
	if err != nil {
		return nil, err
	}
	defer q.close()
	w.queue = q

	objects := newJobStore(bucket, id)
	objects.repair = true
	if o.Threads > 0 {
		if err := objects.keepObjects(work); err != nil {
			return nil, err
		}
	}
	graph := described.graph()
	c := newCoordinator(q, objects, graphTasks{graph, objects, plan, o.Progress}, o.Warn)
	meter := checkpoint.NewMeter()
	w.jobs[id] = &openedJob{store: objects, game: g, sizes: described.Sizes, dir: filepath.Join(work, "tiers")}
	defer w.close()
	if err := c.runWith(ctx, w, local); err != nil {
		return nil, err
	}
	totals := graph.Progress()
	if err := objects.finish(ctx, graph); err != nil {
		return nil, err
	}
	if o.Totals != nil {
		*o.Totals = totals
	}
	used := meter.Total(checkpoint.Usage{})
	o.Progress.Enter(job.Storing, totals.Layers, totals.States)
	used.CPU = max(used.CPU, time.Duration(totals.CPU*1e9)) // CPU includes other machines and earlier runs
	repair := func(damage *shards.DamagedError) error {
		if err := c.damaged(ctx, damage, damage.Manifest); err != nil {
			return err
		}
		err := c.runWith(ctx, w, local)
		o.Progress.Enter(job.Storing, totals.Layers, totals.States)
		return err
	}
	return assemble(&view{jobStore: objects}, graph, w.Threads, used, repair)
}

// runWith runs the coordinator and, if local is set, the worker w.
func (c *coordinator) runWith(ctx context.Context, w *worker, local bool) error {
	if !local {
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

// sizes returns o.Sizes with zero fields set to their defaults.
func (o *Options) sizes() shards.Sizes {
	z := o.Sizes
	z.Shards = cmp.Or(z.Shards, defaultShards)
	z.MinStates = cmp.Or(z.MinStates, defaultMinStates)
	z.MaxStates = cmp.Or(z.MaxStates, o.TaskMemory/StateMemory, defaultMaxStates)
	return z
}
