package solver

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"zermelo/games"
)

// tierWork is a tier while it is being solved. Its cells are divided into
// ranges, each with a lock. A worker that finds a change to a cell puts it into
// a buffer of the cell's range, and makes all changes of a buffer at once when
// it is full. So locks are taken once for thousands of changes, cells need no
// atomic operations, and memory is read range by range.
//
// The order in which changes are made does not matter: a count goes down by
// one, a win found in this round is the same win whoever finds it first.
type tierWork[S games.State] struct {
	game   games.Tiered[S]
	number int
	cells  []Cell
	lower  [][]Cell // cells of other tiers, by number, while they are needed
	agenda *agenda
	graph  *reverseGraph // instead of games.Retro
	shift  int           // log2 of the cells of a range
	locks  []sync.Mutex  // by range
	held   [][]uint32    // by round: indexes whose children in lower tiers are all won by then, where a cell cannot tell
	hands  []*tierHand[S]
	counts tierCounts
}

// tierCounts is what is counted while positions are looked at.
type tierCounts struct{ used, terminals, positions, moves int64 }

func (c *tierCounts) add(o tierCounts) {
	c.used += o.used
	c.terminals += o.terminals
	c.positions += o.positions
	c.moves += o.moves
}

// tierHand is what one worker owns.
type tierHand[S games.State] struct {
	*tierWork[S]
	retro  games.Retro[S]
	round  int      // the round that the changes belong to
	coming []uint64 // the bitmap of the round after it

	// Buffers of changes by range, back to back, and how full they are. A
	// change is an offset into the range, times two, plus 1 for a parent of a
	// lost position.
	changes []uint32
	fill    []int32
	room    int32

	indexes      []uint64
	states       []S
	used         []bool
	places       []int32
	children     []S // or parents
	ends         []int32
	slots        []games.Slot
	terminal     []S
	terminalAt   []int32
	payoffs      []games.Payoff
	movers       []int32
	weights      []int32
	distinct     distinct
	losses, wins []uint64 // positions of this round, until there are enough for a call
	held         [][]uint32
	counts       tierCounts
	decided      int64
}

const (
	batch     = 1024 // positions a call of the game in the first pass
	maxRanges = 512

	// roundBatch is the positions a call in the rounds: fewer, so that a worker
	// is not left with many of them when a short round is over.
	roundBatch = 256
)

// newTierWork makes room for a tier.
func newTierWork[S games.State](g games.Tiered[S], number int, size uint64, workers int) *tierWork[S] {
	t := &tierWork[S]{
		game: g, number: number, cells: make([]Cell, size), agenda: newAgenda(int(size)),
		shift: max(bits.Len(wordCells-1), bits.Len64(size)-bits.Len(maxRanges-1)),
	}
	t.locks = make([]sync.Mutex, (size>>t.shift)+1)
	retro, _ := any(g).(games.Retro[S])
	// A buffer has a change for each cache line of its range.
	room := int32(max(256, 1<<t.shift/32))
	for range workers {
		t.hands = append(t.hands, &tierHand[S]{
			tierWork: t, retro: retro, room: room, fill: make([]int32, len(t.locks)),
			changes: make([]uint32, len(t.locks)*int(room)),
		})
	}
	return t
}

// tierBytes is the memory that a tier of the given size takes while its rounds
// are gone through, without the reverse graph.
func tierBytes(size uint64, workers int) int64 {
	return int64(2*size + size/8*uint64(workers) + size/64)
}

// grain is how many words of bits a worker takes at once.
func (t *tierWork[S]) grain() int {
	return min(max(1, t.agenda.words/(32*len(t.hands))), 16)
}

// change notes that the cell at an index has a child that is decided: lost, or
// won for the opponent.
func (h *tierHand[S]) change(index uint64, lost uint32) error {
	k := index >> h.shift
	n := h.fill[k]
	h.changes[int(k)*int(h.room)+int(n)] = uint32(index&(1<<h.shift-1))<<1 | lost
	h.fill[k] = n + 1
	if n+1 < h.room {
		return nil
	}
	return h.apply(int(k))
}

// apply makes the changes to the cells of a range.
func (h *tierHand[S]) apply(k int) error {
	base := k << h.shift
	cells := h.cells[base:min(base+1<<h.shift, len(h.cells))]
	changes := h.changes[k*int(h.room):][:h.fill[k]]
	h.fill[k] = 0
	win, loss := Win(h.round+1), Loss(h.round+1)
	h.locks[k].Lock()
	defer h.locks[k].Unlock()
	for _, c := range changes {
		at := c >> 1
		switch cell := cells[at]; {
		case c&1 != 0:
			if cell.improves(h.round + 1) {
				cells[at] = win
				mark(h.coming, base+int(at))
			}
		case cell.isOpen():
			switch late := cell.late(); {
			case cell == Unused:
				return h.broken(uint64(base)+uint64(at), "it is a parent, but unused")
			case cell.children() > 1:
				cells[at] = cell - open(1, 0)
			case late > h.round+1:
				cells[at] = Loss(late)
				mark(h.agenda.round(late), base+int(at))
			default:
				cells[at] = loss
				mark(h.coming, base+int(at))
			}
		}
	}
	return nil
}

// flush makes all changes that are left in buffers.
func (h *tierHand[S]) flush() error {
	for k, n := range h.fill {
		if n > 0 {
			if err := h.apply(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// broken is the error of an index of the tier where the game breaks its
// contract.
func (t *tierWork[S]) broken(index uint64, what string) error {
	return fmt.Errorf("index %d of tier %s: %s: the game breaks its contract", index, t.game.Tiers()[t.number].Name, what)
}

// each calls work for every worker at once.
func (t *tierWork[S]) each(ctx context.Context, work func(h *tierHand[S]) error) error {
	return parallel(ctx, len(t.hands), len(t.hands), 1, func(_, from, _ int) error { return work(t.hands[from]) })
}
