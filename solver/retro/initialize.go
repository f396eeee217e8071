package retro

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// The first pass over a tier visits every position once: it values terminal
// positions and those whose children are all in lower tiers. For all others it notes
// what the lower tiers say and how many children the tier itself has, those that are the
// same up to symmetry counted once, if not count.go does so later.
//
// Where all children in lower tiers are lost for the mover, the loss is at least
// as late as they make it. A cell remembers up to 63 plies. If it is later, they
// count as one more child, which is won by the opponent in the round of the last
// of them.
//
// Where the lower tiers do not fit into memory at once the pass is made for one
// window of them after the other. A position that may still be lost then has one
// more child that counts, which stands for what is in the windows to come.

// initialize makes the first pass from a cell on, until due says to pause. It returns
// the cell where it has to go on.
func (t *tierWork[S]) initialize(ctx context.Context, from int, due func() bool, prog *job.Progress) (int, error) {
	reached, err := t.batches(ctx, from, due, func(w *tierWorker[S], first, n int) error {
		prog.Done.Add(int64(n) / 2 / t.windows)
		return w.initializeBatch(first, n)
	})
	for _, w := range t.workers {
		t.counts.Merge(&w.counts)
		w.counts = job.TierStats{}
		for round, list := range w.held {
			t.held = extend(t.held, round)
			t.held[round] = append(t.held[round], list...)
		}
		w.held = nil
	}
	return reached, err
}

// initializeBatch makes the first pass over n indexes.
func (w *tierWorker[S]) initializeBatch(first, n int) error {
	w.unrankRange(w.game, w.number, w.base+uint64(first), n)
	w.fresh = slices.Grow(w.fresh[:0], n)[:n]
	clear(w.fresh)
	if w.late {
		w.children, w.ends, w.own = w.split.ExpandLower(w.children[:0], w.ends[:0], w.own[:0], w.states)
		w.slots = w.game.Rank(w.slots[:0], w.children)
	} else {
		w.expand(w.game)
	}
	if w.first {
		w.counts.Positions += w.weigh(w.game)
		w.counts.Moves += int64(len(w.children))
		if w.late {
			for _, n := range w.own {
				w.counts.Moves += int64(n)
			}
		}
	} else if err := w.cells.read(w.fresh, first); err != nil {
		return err
	}
	w.terminal, w.terminalAt = w.terminal[:0], w.terminalAt[:0]
	from := int32(0)
	for i, end := range w.ends {
		place := w.places[i]
		if from == end && (!w.late || w.own[i] == 0) {
			w.terminal, w.terminalAt = append(w.terminal, w.states[i]), append(w.terminalAt, w.places[i])
			continue
		}
		cell, err := w.initialCell(first+int(place), w.fresh[place], w.slots[from:end])
		if err != nil {
			return err
		}
		w.fresh[place] = cell
		from = end
	}
	if w.first {
		w.end()
	}
	return w.cells.pieces(n, first, true, func(at int, cells []value.Cell) {
		copy(cells, w.fresh[at:])
		w.frontier.markAll(cells, first+at, 0)
	})
}

// lowerPart is the cells of a lower tier that are in memory, those from index
// first on. A tier of size 0 is none of the lower ones.
type lowerPart struct {
	cells       []value.Cell
	first, size uint64
}

// bound is what the children that are known so far allow the player to move.
type bound struct {
	own     int  // children in the tier itself, different ones, and what counts as one
	win     int  // plies of the shortest win through lower tiers, 0 if there is none
	longest int  // plies of the longest loss through them, 0 likewise
	draw    bool // one of them is drawn
}

// initialCell is the value of the cell at an index as far as it follows from its
// children in this window of the lower tiers, and from what is known from
// earlier ones.
func (w *tierWorker[S]) initialCell(at int, known value.Cell, children []games.Slot) (value.Cell, error) {
	var p bound
	best := noChild
	w.distinct.begin(len(children))
	for _, c := range children {
		tier, index := c.Tier(), c.Index()
		if tier == w.number {
			if index >= w.size {
				return 0, w.broken(w.base+uint64(at), "a child has an index beyond the size")
			}
			if w.distinct.add(c) {
				p.own++
			}
			continue
		}
		if tier >= len(w.lower) || index >= w.lower[tier].size {
			return 0, w.broken(w.base+uint64(at), "a child is in none of the tiers that are listed as lower, or beyond its size")
		}
		lower := &w.lower[tier]
		if index -= lower.first; index >= uint64(len(lower.cells)) {
			continue // in another window
		}
		cell := lower.cells[index]
		if cell == value.Unused {
			return 0, w.broken(w.base+uint64(at), "a child has an unused index")
		}
		best = min(best, preference(cell))
	}
	p.prefer(best)
	if !w.first {
		p.add(known)
	}
	return w.cellOf(at, p)
}

// Children in lower tiers are compared by numbers, the best for the player who moves
// there least, as branches on their outcomes would be mispredicted: a loss is its
// remoteness, a win the complement of its remoteness in 16 bits, a draw between them.
const (
	drawChild = uint32(1 << 14)
	noChild   = uint32(1 << 16)
)

// preference is the number of the value of a child.
func preference(c value.Cell) uint32 {
	const flip = 0xffff<<48 | uint64(drawChild)<<16 // of wins, losses, draws, from high to low
	return uint32(c>>2) ^ uint32(flip>>(c&3*16))&0xffff
}

// prefer takes over the best of some children.
func (p *bound) prefer(best uint32) {
	switch {
	case best < drawChild:
		p.win = int(best) + 1
	case best == drawChild:
		p.draw = true
	case best < noChild:
		p.longest = int(noChild - best)
	}
}

// add adds what earlier windows said.
func (p *bound) add(known value.Cell) {
	switch {
	case known.IsWin():
		if p.win == 0 || known.Remoteness() < p.win {
			p.win = known.Remoteness()
		}
	case known == safe:
		p.draw = true
	default:
		p.own = children(known) - 1 // without the one for windows to come
		p.longest = max(p.longest, late(known))
	}
}

// cellOf is the value of the cell at an index with a bound.
func (w *tierWorker[S]) cellOf(at int, p bound) (value.Cell, error) {
	if p.win > value.MaxCellRemoteness || p.longest > value.MaxCellRemoteness {
		return 0, w.tooLong()
	}
	if !w.last || w.late {
		p.own++
	}
	switch {
	case p.win > 0:
		return value.Win(p.win), nil
	case p.draw && p.own == 0:
		return value.Draw, nil
	case p.draw:
		return safe, nil
	case p.own == 0:
		return value.Loss(p.longest), nil
	}
	if p.longest > maxLate {
		w.held = extend(w.held, p.longest-1)
		w.held[p.longest-1] = append(w.held[p.longest-1], uint32(at))
		p.own, p.longest = p.own+1, 0
	}
	return w.open(at, p.own, p.longest)
}

// open is an undecided cell at an index; see open.
func (w *tierWorker[S]) open(at, n, late int) (value.Cell, error) {
	if n > maxOpen {
		return 0, fmt.Errorf("index %d of tier %s has %d children in its tier, more than %d", w.base+uint64(at), w.game.Tiers()[w.number].Name, n, maxOpen)
	}
	return open(n, late), nil
}

// end values the terminal positions of a batch.
func (w *tierWorker[S]) end() {
	w.counts.Terminals += int64(len(w.terminal))
	w.payoffs = w.game.Payoffs(w.payoffs[:0], w.terminal)
	w.movers = w.game.Movers(w.movers[:0], w.terminal)
	total := w.game.Info().Total
	for i, p := range w.payoffs {
		at := w.terminalAt[i]
		switch twice := 2 * int(p[w.movers[i]]); {
		case twice > total:
			w.fresh[at] = value.Win(0)
		case twice < total:
			w.fresh[at] = value.Loss(0)
		default:
			w.fresh[at] = value.Draw
		}
	}
}

// extend makes room for an element of a list of lists.
func extend(lists [][]uint32, at int) [][]uint32 {
	for len(lists) <= at {
		lists = append(lists, nil)
	}
	return lists
}
