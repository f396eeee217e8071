package cluster

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/shards"
)

// proofTasks is the schedule of a search that decides whether the score of the start
// position is at least a threshold. Each task searches a leaf of the proof tree.
type proofTasks[S games.State] struct {
	store    *view
	tree     *dfpn.Tree[S]
	asked    int                           // threshold; see question
	limit    uint64                        // maximum number of nodes per task
	maxTasks func(ctx context.Context) int // limits the number of concurrent tasks
	nodes    *atomic.Int64                 // total over all tasks

	made      map[shards.Task]*shards.Manifest
	unapplied []*shards.Manifest       // results that have not been added to the tree
	questions []question               // indexed by number
	done      map[dfpn.Question[S]]int // numbers of the answered questions
	running   map[int]bool             // numbers of the running questions
	known     int                      // number of objects with answers in the store
	shared    int                      // number of answers in these objects
}

const (
	shareBatch = 1 << 10 // minimum number of new answers to store in an object
	// maxShared limits the number of shared answers, because each task loads all of
	// them.
	maxShared = 1 << 18
)

func (p *proofTasks[S]) Add(m *shards.Manifest) error {
	if known := p.made[m.Task]; known != nil {
		if !known.Same(m) {
			return &shards.ConflictError{One: known, Other: m}
		}
		return nil
	}
	p.made[m.Task] = m
	p.unapplied = append(p.unapplied, m)
	p.nodes.Add(m.States)
	return nil
}

func (p *proofTasks[S]) Manifest(t shards.Task) *shards.Manifest { return p.made[t] }

func (p *proofTasks[S]) Remove(t shards.Task) {
	p.nodes.Add(-p.made[t].States)
	delete(p.made, t)
	p.running[t.Shard] = true
}

// rescan loads the stored results and questions. It does not restart questions that
// have no results.
func (p *proofTasks[S]) rescan(ctx context.Context) error {
	made, err := p.store.scan(ctx)
	if err != nil {
		return err
	}
	for _, m := range made {
		if err := p.Add(m); err != nil {
			return err
		}
	}
	for {
		var q question
		err := readJSON(ctx, p.store.bucket, p.store.questionName(len(p.questions)), &q)
		if missing(err) {
			break
		}
		if err != nil {
			return err
		}
		p.questions = append(p.questions, q)
	}
	for {
		_, err := p.store.bucket.Stat(ctx, p.store.knownName(p.known))
		if missing(err) {
			break
		}
		if err != nil {
			return err
		}
		p.known++
	}
	slices.SortFunc(p.unapplied, func(a, b *shards.Manifest) int { return a.Shard - b.Shard })
	return nil
}

// apply adds the results in p.unapplied to the tree.
func (p *proofTasks[S]) apply(ctx context.Context) error {
	for len(p.unapplied) > 0 {
		number := p.unapplied[0].Shard
		if number >= len(p.questions) {
			return fmt.Errorf("%s: question %s is missing from the store", p.store.madeName(p.unapplied[0].Task), p.store.questionName(number))
		}
		p.unapplied = p.unapplied[1:]
		q := p.questions[number]
		delete(p.running, number)
		if q.Asked != p.asked {
			continue
		}
		list, err := snapshot[S](ctx, p.store, number)
		if err != nil {
			return err
		}
		about := dfpn.Question[S]{State: stateOf[S](q.State), Threshold: int8(q.Threshold)}
		p.done[about] = number
		p.tree.Done(about, list)
	}
	return nil
}

func (p *proofTasks[S]) next(ctx context.Context) (tasks []shards.Task, fresh bool, err error) {
	if err := cmp.Or(p.apply(ctx), p.share(ctx)); err != nil {
		return nil, false, err
	}
	for limit := p.maxTasks(ctx); len(p.running) < limit; {
		about, above, ok := p.tree.Next()
		if !ok {
			break
		}
		q := question{
			Asked: p.asked, State: games.Bits(&about.State), Threshold: int(about.Threshold), Nodes: p.limit, After: -1, Known: p.known,
		}
		if number, ok := p.done[above]; ok {
			q.After = number
		}
		name := p.store.questionName(len(p.questions))
		fresh, err := writeJSON(ctx, p.store.bucket, name, q)
		if err == nil && !fresh {
			err = fmt.Errorf("%s: written by another coordinator; stop it and run the same command again", name)
		}
		if err != nil {
			return nil, false, err
		}
		p.running[len(p.questions)] = true
		p.questions = append(p.questions, q)
	}
	if _, done := p.tree.Answer(); !done {
		for number := range p.running {
			tasks = append(tasks, searchTask(number))
		}
	}
	return tasks, true, nil
}

// share stores new answers from the tree, so that later tasks can start from them.
func (p *proofTasks[S]) share(ctx context.Context) error {
	answers := p.tree.Answers()[p.shared:]
	if len(answers) < shareBatch || p.shared >= maxShared {
		return nil
	}
	data, err := encodeNotes(answers)
	if err == nil {
		err = p.store.Create(ctx, p.store.knownName(p.known), func(to io.Writer) error {
			_, err := to.Write(data)
			return err
		})
	}
	p.shared += len(answers)
	p.known++
	return err
}

// updateProgress does nothing, because Add updates the number of nodes.
func (p *proofTasks[S]) updateProgress() {}
