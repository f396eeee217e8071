package reports

import (
	"context"
	"math/bits"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver"
)

// measuredLayer is a layer with the prospects of its states. States are found by
// hashing, with linear probing at half load at most. What is needed of a state
// lies together, as each look-up mostly waits for memory.
type measuredLayer[S games.State] struct {
	states []measuredState[S]
	// prospects are those of where the game is over, lost, drawn and won for role
	// 0, and then of the states that are not over.
	prospects []prospects
	slots     []int32 // number of the state plus 1; 0: empty
}

// measuredState is a state, twice the payoff of role 0 less the total, and the
// place of its prospects.
type measuredState[S games.State] struct {
	state S
	edge  int32
	place int32
}

// isOver is how many places are of positions where the game is over.
const isOver = 3

// newMeasuredLayer makes a layer with room for its states.
func newMeasuredLayer[S games.State](stats *solver.LayerStats) *measuredLayer[S] {
	l := &measuredLayer[S]{
		states:    make([]measuredState[S], 0, stats.States),
		prospects: make([]prospects, isOver, isOver+stats.States-stats.Terminals),
	}
	for place := range l.prospects {
		l.prospects[place].fixed = 1
	}
	l.prospects[0].wins[1], l.prospects[1].draws, l.prospects[2].wins[0] = 1, 1, 1
	return l
}

// add puts states with their values into the layer; total is the sum of payoffs.
func (l *measuredLayer[S]) add(states []S, values []solver.Value, total int) {
	for i, s := range states {
		edge := 2*values[i].Payoff() - total
		place := 1
		if edge != 0 {
			place = 2
			if edge < 0 {
				place = 0
			}
		}
		if values[i].Plies() > 0 {
			place = len(l.prospects)
			l.prospects = append(l.prospects, prospects{})
		}
		l.states = append(l.states, measuredState[S]{s, int32(edge), int32(place)})
	}
}

// index makes the states ready to be found.
func (l *measuredLayer[S]) index() {
	l.slots = make([]int32, 1<<bits.Len(uint(2*len(l.states))))
	for i := range l.states {
		at := hash(l.states[i].state) & uint64(len(l.slots)-1)
		for l.slots[at] != 0 {
			at = (at + 1) & uint64(len(l.slots)-1)
		}
		l.slots[at] = int32(i + 1)
	}
}

// find is a canonical state of the layer, with the roles exchanged on demand.
func (l *measuredLayer[S]) find(s S, swap bool) (o outlook, ok bool) {
	for at := hash(s) & uint64(len(l.slots)-1); ; at = (at + 1) & uint64(len(l.slots)-1) {
		i := l.slots[at] - 1
		if i < 0 {
			return o, false
		}
		found := &l.states[i]
		if found.state != s {
			continue
		}
		o = outlook{edge: found.edge, over: found.place < isOver, prospects: &l.prospects[found.place]}
		if swap {
			o.edge, o.swap = -o.edge, 1
		}
		return o, true
	}
}

// hash mixes the words of a state, by the finalizer of MurmurHash3.
func hash[S games.State](s S) uint64 {
	var h uint64
	for _, word := range games.Bits(&s) {
		h = (h ^ word) * 0xff51afd7ed558ccd
		h ^= h >> 33
	}
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// pieces hands out the range 0..n in pieces of grain to workers. Each call of
// work has the number of its worker.
func pieces(ctx context.Context, workers, n, grain int, work func(worker, from, to int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for worker := range min(workers, (n+grain-1)/grain) {
		group.Go(func() error {
			for {
				from := int(next.Add(int64(grain))) - grain
				if from >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(worker, from, min(from+grain, n)); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
