package cluster

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/shards"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

// Prove finds the value of the start position by a proof-number search whose leaves are tasks, and stores
// the proof in the data directory db, as build.Solve does. The value is that of any search; which
// strategies prove it depends on the order in which tasks end. Its errors are those of build.Solve for a
// search, and those of Solve. What is done is kept in the store: Prove goes on with it.
func Prove(ctx context.Context, db string, v games.Variant, o Options, how build.Options) (*build.Result, error) {
	o.Warn = orSilent(o.Warn)
	prove := games.ByState(v, proverOf[uint64], proverOf[[2]uint64], proverOf[[4]uint64])
	if o.Store != "" {
		return prove(ctx, db, o, how)
	}
	here := filepath.Dir(store.WorkDir(db, v.Info().Name+".tasks"))
	var err error
	if o.Store, err = FileURL(filepath.Join(here, "objects")); err != nil {
		return nil, err
	}
	r, err := prove(ctx, db, o, how)
	if err == nil {
		err = os.RemoveAll(here)
	}
	return r, err
}

func proverOf[S games.State](g games.Game[S]) func(context.Context, string, Options, build.Options) (*build.Result, error) {
	return func(ctx context.Context, db string, o Options, how build.Options) (*build.Result, error) {
		id := ""
		r, err := build.ProveBy(ctx, db, g, how, func(s games.Searcher[S]) (search.Engine[S], string, error) {
			if search.NewPath(g) != nil {
				return nil, "", games.BadInput("in %s %s, and tasks do not see on what line they search: search on one machine", g.Info().Label(), g.Info().Repetition())
			}
			p, err := newProver(ctx, g, s, o, how)
			if err != nil {
				return nil, "", err
			}
			id = p.id
			return p, "proof-number search in tasks", nil
		})
		if err != nil || id == "" {
			return r, err
		}
		bucket, err := makeBucket(ctx, o.Store)
		if err != nil {
			return nil, err
		}
		defer bucket.Close()
		objects, tasks := newJobStore(bucket, id), new(Job).graph()
		if err := objects.fill(ctx, tasks); err != nil {
			return r, err
		}
		return r, objects.finish(ctx, tasks)
	}
}

// prover asks workers about the start, and searches what else is asked by itself, with what they have found.
type prover[S games.State] struct {
	search.Engine[S]
	here   *dfpn.Search[S] // the same
	game   games.Searcher[S]
	start  S
	o      Options
	id     string
	bucket *bucket
	queue  *queue
	worker *worker
	dir    string
	nodes  atomic.Int64 // of tasks
}

func newProver[S games.State](ctx context.Context, g games.Game[S], s games.Searcher[S], o Options, how build.Options) (*prover[S], error) {
	o.SearchNodes = cmp.Or(o.SearchNodes, searchNodes)
	described, err := newJob(g, o.Program, shards.Sizes{}, o.SearchNodes)
	if err != nil {
		return nil, err
	}
	p := &prover[S]{game: s, o: o, id: described.ID()}
	p.start, _ = games.Canonical(games.Game[S](s), s.Start())
	if p.bucket, err = makeBucket(ctx, o.Store); err != nil {
		return nil, err
	}
	if _, err = writeJSON(ctx, p.bucket, p.id+"/job.json", described); err == nil {
		if p.queue, err = connect(ctx, o.Access, leaseOf(o.Lease)); err == nil {
			p.dir, err = os.MkdirTemp("", "zermelo-search-")
		}
	}
	if err != nil {
		return nil, errors.Join(err, p.disconnect())
	}
	p.worker = newWorker(p.queue, p.bucket, WorkerOptions{Threads: o.Threads, Memory: o.Memory, Dir: p.dir, Program: o.Program, Warn: o.Warn})
	p.worker.jobs[p.id] = &opened{store: newJobStore(p.bucket, p.id), game: g, search: true}
	p.here = dfpn.New(s, cmp.Or(how.Cache, build.DefaultCache), search.Options{Threads: p.worker.Threads})
	p.Engine = p.here
	return p, nil
}

// AtLeast implements search.Engine.
func (p *prover[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	if s != p.start {
		return p.here.AtLeast(ctx, s, threshold)
	}
	tree := dfpn.NewTree(p.game, s, threshold)
	objects := newJobStore(p.bucket, p.id)
	tasks := &proofTasks[S]{
		store: &view{jobStore: objects}, tree: tree, asked: threshold, limit: p.o.SearchNodes, nodes: &p.nodes,
		most: p.queue.threads, made: map[shards.Task]*shards.Manifest{}, done: map[dfpn.Question[S]]int{}, at: map[int]bool{},
	}
	p.nodes.Store(0) // it counts the tasks of earlier questions, too
	c := newCoordinator(p.queue, objects, tasks, p.o.Warn)
	if err := c.runWith(ctx, p.worker, p.o.URL == "" || p.o.Threads > 0); err != nil {
		return false, err
	}
	p.here.Resume(tree.Answers())
	yes, _ := tree.Answer()
	return yes, nil
}

// Nodes implements search.Engine.
func (p *prover[S]) Nodes() uint64 { return p.here.Nodes() + uint64(p.nodes.Load()) }

// Close implements search.Engine.
func (p *prover[S]) Close() {
	p.here.Close()
	_ = p.disconnect() // all is stored
}

func (p *prover[S]) disconnect() error {
	if p.queue != nil {
		p.queue.close()
	}
	return errors.Join(p.bucket.Close(), os.RemoveAll(p.dir))
}
