package cluster

import (
	"cmp"
	"context"
	"errors"
	"os"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/solve"
)

// Prove computes the value of the start position by proof-number search and stores
// the proof in the data directory db, as [solve.Solve] does. Workers search the
// leaves of the proof tree as separate tasks. The value does not depend on the order
// in which tasks complete, but the strategy in the proof does. Prove returns the
// errors of Solve, and the errors of solve.Solve for searches. Results of completed
// tasks remain in the object store and are reused.
func Prove(ctx context.Context, db string, v games.Variant, o Options, so solve.Options) (*solve.Result, error) {
	o.Warn = fold(o.Warn)
	return games.ByState(v, proverOf[uint64], proverOf[[2]uint64], proverOf[[4]uint64])(ctx, db, o, so)
}

func proverOf[S games.State](g games.Game[S]) func(context.Context, string, Options, solve.Options) (*solve.Result, error) {
	return func(ctx context.Context, db string, o Options, so solve.Options) (*solve.Result, error) {
		id := ""
		r, err := solve.ProveBy(ctx, db, g, so, func(s games.Searcher[S]) (search.Engine[S], string, error) {
			if search.NewPath(g) != nil {
				return nil, "", games.BadInput("%s: %s, so a search cannot be divided into tasks; search on one machine", g.Info().Label(), g.Info().Repetition())
			}
			p, err := newProver(ctx, g, s, o, so)
			if err != nil {
				return nil, "", err
			}
			id = p.id
			return p, "proof-number search in tasks", nil
		})
		if err != nil || id == "" {
			return r, err
		}
		bucket, err := objectstore.Open(o.Store)
		if err != nil {
			return nil, err
		}
		objects, tasks := newJobStore(bucket, id), new(Job).graph()
		if err := objects.fill(ctx, tasks); err != nil {
			return r, err
		}
		return r, objects.finish(ctx, tasks)
	}
}

// prover is a search engine that distributes searches of the start position to
// workers. It searches all other positions locally, starting from the workers'
// results.
type prover[S games.State] struct {
	search.Engine[S]
	local  *dfpn.Search[S] // same value as Engine
	game   games.Searcher[S]
	start  S
	o      Options
	id     string
	bucket objectstore.Store
	queue  *queue
	worker *worker
	dir    string
	nodes  atomic.Int64 // nodes of all tasks for the current threshold
}

func newProver[S games.State](ctx context.Context, g games.Game[S], s games.Searcher[S], o Options, so solve.Options) (*prover[S], error) {
	o.SearchNodes = cmp.Or(o.SearchNodes, searchNodes)
	described, err := newJob(g, o.Program, shards.Sizes{}, o.SearchNodes)
	if err != nil {
		return nil, err
	}
	p := &prover[S]{game: s, o: o, id: described.ID()}
	p.start, _ = games.Canonical(games.Game[S](s), s.Start())
	if p.bucket, err = sharedStore(ctx, o.Store); err != nil {
		return nil, err
	}
	if _, err = writeJSON(ctx, p.bucket, p.id+"/job.json", described); err == nil {
		if p.queue, err = connect(ctx, o.Access, cmp.Or(o.Lease, DefaultLease), p.bucket, o.Program); err == nil {
			p.dir, err = os.MkdirTemp("", "zermelo-search-")
		}
	}
	if err != nil {
		return nil, errors.Join(err, p.disconnect())
	}
	p.worker = newWorker(p.queue, p.bucket, WorkerOptions{Threads: o.Threads, Memory: o.Memory, Dir: p.dir, Program: o.Program, Warn: o.Warn})
	p.worker.jobs[p.id] = &openedJob{store: newJobStore(p.bucket, p.id), game: g, search: true}
	p.local = dfpn.New(s, search.DivideMemory(cmp.Or(so.Cache, solve.DefaultCache)).Tables, search.Options{Threads: p.worker.Threads})
	p.Engine = p.local
	return p, nil
}

func (p *prover[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	if s != p.start {
		return p.local.AtLeast(ctx, s, threshold)
	}
	tree := dfpn.NewTree(p.game, s, threshold)
	objects := newJobStore(p.bucket, p.id)
	tasks := &proofTasks[S]{
		store: &view{jobStore: objects}, tree: tree, asked: threshold, limit: p.o.SearchNodes, nodes: &p.nodes,
		maxTasks: p.queue.maxTasks, made: map[shards.Task]*shards.Manifest{}, done: map[dfpn.Question[S]]int{}, running: map[int]bool{},
	}
	p.nodes.Store(0) // rescan adds the nodes of earlier tasks again
	c := newCoordinator(p.queue, objects, tasks, p.o.Warn)
	if err := c.runWith(ctx, p.worker, p.o.Threads > 0); err != nil {
		return false, err
	}
	p.local.Resume(tree.Answers())
	yes, _ := tree.Answer()
	return yes, nil
}

func (p *prover[S]) Nodes() uint64 { return p.local.Nodes() + uint64(p.nodes.Load()) }

func (p *prover[S]) Close() {
	p.local.Close()
	_ = p.disconnect() // results have been stored
}

func (p *prover[S]) disconnect() error {
	if p.queue != nil {
		p.queue.close()
	}
	return os.RemoveAll(p.dir)
}
