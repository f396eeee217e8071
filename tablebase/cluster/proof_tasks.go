package cluster

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/shards"
)

// proofTasks is the schedule of the question whether the start scores at least so much. The top of the proof
// tree is here; a task searches a leaf.
type proofTasks[S games.State] struct {
	store *view
	tree  *dfpn.Tree[S]
	asked int                           // see question
	limit uint64                        // nodes of a task
	most  func(ctx context.Context) int // tasks at work
	nodes *atomic.Int64                 // of all tasks

	made      map[shards.Task]*shards.Manifest
	fresh     []*shards.Manifest       // not in the tree
	questions []question               // by number
	done      map[dfpn.Question[S]]int // their numbers
	at        map[int]bool             // at work
	known     int                      // objects of answers
	shared    int                      // answers in them
}

// shareAt is how many answers the store gets at a time, and mostShared how many at most: each task takes
// them over.
const (
	shareAt    = 1 << 10
	mostShared = 1 << 18
)

// Add implements schedule.
func (p *proofTasks[S]) Add(m *shards.Manifest) error {
	if known := p.made[m.Task]; known != nil {
		if !known.Same(m) {
			return &shards.ConflictError{One: known, Other: m}
		}
		return nil
	}
	p.made[m.Task] = m
	p.fresh = append(p.fresh, m)
	p.nodes.Add(m.States)
	return nil
}

// Made implements schedule.
func (p *proofTasks[S]) Made(t shards.Task) *shards.Manifest { return p.made[t] }

// Forget implements schedule.
func (p *proofTasks[S]) Forget(t shards.Task) {
	p.nodes.Add(-p.made[t].States)
	delete(p.made, t)
	p.at[t.Shard] = true
}

// rescan implements schedule. Questions without results are not asked again.
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
		exists, err := p.store.bucket.Exists(ctx, p.store.knownName(p.known))
		if err != nil {
			return err
		}
		if !exists {
			break
		}
		p.known++
	}
	slices.SortFunc(p.fresh, func(a, b *shards.Manifest) int { return a.Shard - b.Shard })
	return nil
}

// takeIn gives the tree what tasks have found. An error about an object leaves the others for later.
func (p *proofTasks[S]) takeIn(ctx context.Context) error {
	for len(p.fresh) > 0 {
		number := p.fresh[0].Shard
		if number >= len(p.questions) {
			return fmt.Errorf("%s is of no question: the store has lost %s", p.store.madeName(p.fresh[0].Task), p.store.questionName(number))
		}
		p.fresh = p.fresh[1:]
		q := p.questions[number]
		delete(p.at, number)
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

// next implements schedule.
func (p *proofTasks[S]) next(ctx context.Context) ([]shards.Task, error) {
	if err := p.takeIn(ctx); err != nil {
		return nil, err
	}
	if err := p.share(ctx); err != nil {
		return nil, err
	}
	for most := p.most(ctx); len(p.at) < most; {
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
			err = fmt.Errorf("write %s: another coordinator has written it: see that there is one, and run the same command again", name)
		}
		if err != nil {
			return nil, err
		}
		p.at[len(p.questions)] = true
		p.questions = append(p.questions, q)
	}
	var tasks []shards.Task
	if _, done := p.tree.Answer(); !done {
		for number := range p.at {
			tasks = append(tasks, searchTask(number))
		}
	}
	return tasks, nil
}

// share stores answers for later tasks to begin with.
func (p *proofTasks[S]) share(ctx context.Context) error {
	news := p.tree.Answers()[p.shared:]
	if len(news) < shareAt || p.shared >= mostShared {
		return nil
	}
	data, err := encodeNotes(news)
	if err == nil {
		err = p.store.Create(ctx, p.store.knownName(p.known), func(to io.Writer) error {
			_, err := to.Write(data)
			return err
		})
	}
	p.shared += len(news)
	p.known++
	return err
}

// tell implements schedule: the nodes are all there is to tell.
func (p *proofTasks[S]) tell() {}
