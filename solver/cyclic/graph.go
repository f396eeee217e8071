package cyclic

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/stochastic"
	"zermelo/solver/value"
)

const (
	pieceStates = stochastic.PieceNodes // number of states per unit of work
	maxStates   = 1<<31 - 1             // maximum number of states that links can address
)

func (c *solver[S]) shapeLen() int { return max(1, len(c.game.Info().Roles)-1) }

func (c *solver[S]) shape(at uint32) []int32 {
	each := uint32(c.shapeLen())
	return c.shapes[at*each : (at+1)*each]
}

// link links all states to their children and parents. For each state, it sets c.left
// to twice the number of children, plus 1 if role 1 is to move in an alternating game.
func (c *solver[S]) link(ctx context.Context) error {
	if len(c.states) > maxStates {
		return fmt.Errorf("too many states to link: %s (the maximum is %s)", job.Count(int64(len(c.states))), job.Count(maxStates))
	}
	c.prog.Enter(job.Linking, 0, int64(len(c.states)))
	c.prog.States.Store(int64(len(c.states)))
	for i := range c.values {
		c.values[i] = value.Value(i) // makes Lookup return indexes
	}
	from := &layered.Solved[S]{
		States: runs.Column[S]{N: len(c.states), Mem: c.states},
		Values: runs.Column[value.Value]{N: len(c.states), Mem: c.values},
	}
	linkers := make([]*linker[S], c.plan.Workers)
	for w := range linkers {
		linkers[w] = &linker[S]{
			solver:   c,
			Expander: layered.Expander[S]{Game: c.game, Canonizer: games.CanonizerOf(c.game), Span: 1},
		}
	}
	if c.kind != value.Alternating {
		c.shapes, c.choosers = make([]int32, len(c.states)*c.shapeLen()), make([]int8, len(c.states))
	}
	c.pieces = make([]stochastic.Piece, (len(c.states)+pieceStates-1)/pieceStates)
	var links atomic.Int64
	err := parallel.For(ctx, c.plan.Workers, len(c.states), pieceStates, func(w, first, last int) error {
		list, err := linkers[w].link(first, last, from)
		c.pieces[first/pieceStates] = list
		c.prog.Done.Add(int64(last - first))
		return cmp.Or(c.checkMemory(links.Add(int64(len(list.Links))), 0), err)
	})
	if err != nil {
		return err
	}
	for _, l := range linkers {
		c.swapped = c.swapped || l.swapped
	}
	return c.linkParents(ctx, links.Load())
}

// checkMemory returns an error if the states, the given number of links, and the
// given number of additional bytes do not fit in memory.
func (c *solver[S]) checkMemory(links, more int64) error {
	n := int64(len(c.states))
	bytes := stateBytes(c.game)*n + plyBytes*links + more
	if bytes <= c.memory {
		return nil
	}
	return &job.TooLargeError{
		Sizes: []int64{n}, Found: n, Estimate: float64(n), Memory: true, Limit: int64(float64(n) * float64(c.memory) / float64(bytes)),
	}
}

type linker[S games.State] struct {
	*solver[S]
	layered.Expander[S]
	layered.ValueFinder[S]
	games.Stages[S]
	indexes []value.Value
	swapped bool
}

// link returns the links from the states first..last to their children.
func (l *linker[S]) link(first, last int, from *layered.Solved[S]) (stochastic.Piece, error) {
	states := l.solver.states[first:last]
	l.Expand(states)
	l.Find(l.solver.game, states, l.Expander.Ends)
	l.indexes = layered.Resize(l.indexes, len(l.Children))
	if _, err := l.Lookup(l.indexes, l.Children, nil, 0, from); err != nil {
		return stochastic.Piece{}, err
	}
	list := stochastic.Piece{Links: make([]uint32, len(l.Children)), Ends: slices.Clone(l.Expander.Ends)}
	if l.solver.game.Info().Stochastic {
		list.Odds = slices.Repeat([]uint32{1}, len(l.Children))
	}
	for i, at := range l.indexes {
		list.Links[i] = uint32(at) << 1
		if l.Swaps[i] {
			list.Links[i]++
			l.swapped = true
		}
	}
	begin := int32(0)
	for i, end := range list.Ends {
		n := int(end - begin)
		if l.Movers[i] == games.Chance && n > 0 {
			copy(list.Odds[begin:end], l.Odds(i, n))
		}
		begin = end
		mover := value.Chooser(l.Movers[i], l.Shape(i), n)
		if l.choosers != nil {
			copy(l.shapes[(first+i)*l.shapeLen():], l.Shape(i))
			if l.choosers[first+i] = int8(mover); l.Movers[i] == games.Chance {
				l.choosers[first+i] = games.Chance
			}
			mover = 0
		}
		l.left[first+i] = uint32(n)<<1 | uint32(max(0, mover))
	}
	return list, nil
}

// linkParents sets c.parents and c.ends. The parents of state i are
// c.parents[c.ends[i-1]:c.ends[i]].
func (c *solver[S]) linkParents(ctx context.Context, links int64) error {
	// Count the parents of each state, then fill each list from its end. When
	// the lists are full, starts holds their first indexes.
	starts := make([]uint64, len(c.states))
	each := func(visit func(child, parent uint32)) error {
		return parallel.For(ctx, c.plan.Workers, len(c.pieces), 1, func(_, piece, _ int) error {
			list, begin := &c.pieces[piece], int32(0)
			for i, end := range list.Ends {
				for _, l := range list.Links[begin:end] {
					visit(l>>1, uint32(piece*pieceStates+i)<<1|l&1)
				}
				begin = end
			}
			return nil
		})
	}
	if err := each(func(child, _ uint32) { atomic.AddUint64(&starts[child], 1) }); err != nil {
		return err
	}
	sum := uint64(0)
	for i, n := range starts {
		sum += n
		starts[i] = sum
	}
	c.parents = make([]uint32, links)
	if err := each(func(child, parent uint32) { c.parents[atomic.AddUint64(&starts[child], ^uint64(0))] = parent }); err != nil {
		return err
	}
	c.ends = append(starts[1:len(starts):len(starts)], sum)
	return nil
}
