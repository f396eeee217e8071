package retro

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// The first pass over a tier looks at every position once: it values terminal
// positions and those whose children are all in lower tiers, and notes for all
// others what the lower tiers say and how many children the tier itself has,
// children that are the same up to symmetry counted once.
//
// Where all children in lower tiers are lost for the mover, the loss is at least
// as late as they make it. A cell remembers up to 63 plies. If it is later, they
// count as one more child, which is won by the opponent in the round of the last
// of them. (Lists of such rounds for all positions took 4 bytes an index.)
//
// Where the lower tiers do not fit into memory at once the pass is made for one
// window of them after the other. A position that may still be lost then has one
// more child that counts, which stands for what is in the windows to come.

// look makes the first pass from a cell on, until due says to pause. It returns
// the cell where it has to go on.
func (t *tierWork[S]) look(ctx context.Context, from int, due func() bool, prog *job.Progress) (int, error) {
	pieces := parallel.Handout{From: from, N: t.cells.n, Grain: t.grain(), Due: due}
	err := parallel.Together(ctx, len(t.hands), func(ctx context.Context, w int) error {
		for from, to, ok := pieces.Take(ctx); ok; from, to, ok = pieces.Take(ctx) {
			for ; from < to; from += batch {
				if err := t.hands[w].lookAt(from, min(batch, to-from)); err != nil {
					return err
				}
				prog.Done.Add(int64(min(batch, to-from)) / 2 / t.windows)
			}
		}
		return nil
	})
	for _, h := range t.hands {
		t.counts.add(h.counts)
		h.counts = tierCounts{}
		for round, list := range h.held {
			t.held = extend(t.held, round)
			t.held[round] = append(t.held[round], list...)
		}
		h.held = nil
	}
	return pieces.Reached(), cmp.Or(err, ctx.Err())
}

// lookAt looks at n indexes.
func (h *tierHand[S]) lookAt(first, n int) error {
	h.unrank(first, n)
	h.fresh = slices.Grow(h.fresh[:0], n)[:n]
	clear(h.fresh)
	if h.first {
		h.count()
	} else if err := h.cells.read(h.fresh, first); err != nil {
		return err
	}
	h.children, h.ends = h.game.Expand(h.children[:0], h.ends[:0], h.states)
	if h.first {
		h.counts.moves += int64(len(h.children))
	}
	h.slots = h.game.Rank(h.slots[:0], h.children)
	h.terminal, h.terminalAt = h.terminal[:0], h.terminalAt[:0]
	from := int32(0)
	for i, end := range h.ends {
		place := h.places[i]
		if from == end {
			h.terminal, h.terminalAt = append(h.terminal, h.states[i]), append(h.terminalAt, h.places[i])
			continue
		}
		cell, err := h.judge(first+int(place), h.fresh[place], h.slots[from:end])
		if err != nil {
			return err
		}
		h.fresh[place] = cell
		from = end
	}
	if h.first {
		h.end()
	}
	return h.cells.pieces(n, first, true, func(at int, cells []value.Cell) {
		copy(cells, h.fresh[at:])
		h.agenda.markAll(cells, first+at, 0)
	})
}

// count counts the positions of a batch.
func (h *tierHand[S]) count() {
	h.weights = h.game.Weights(h.weights[:0], h.states)
	for _, w := range h.weights {
		h.counts.positions += int64(w)
	}
	h.counts.used += int64(len(h.states))
}

// unrank fills states with the positions of n indexes, and places with where
// among the indexes they are.
func (h *tierHand[S]) unrank(first, n int) {
	h.indexes = h.indexes[:0]
	for i := range n {
		h.indexes = append(h.indexes, uint64(first+i))
	}
	h.states, h.used = h.game.Unrank(h.states[:0], h.used[:0], h.number, h.indexes)
	h.places = h.places[:0]
	for i, used := range h.used {
		if used {
			h.states[len(h.places)] = h.states[i]
			h.places = append(h.places, int32(i))
		}
	}
	h.states = h.states[:len(h.places)]
}

// lowerPart is the cells of a lower tier that are in memory, those from index
// first on. A tier of size 0 is none of the lower ones.
type lowerPart struct {
	cells       []value.Cell
	first, size uint64
}

// prospect is what the children of a position let its mover hope for.
type prospect struct {
	own     int  // children in the tier itself, different ones, and what counts as one
	win     int  // plies of the shortest win through lower tiers, 0 if there is none
	longest int  // plies of the longest loss through them, 0 likewise
	draw    bool // one of them is drawn
}

// judge is the value of the cell at an index as far as it follows from its
// children in this window of the lower tiers, and from what is known from
// earlier ones.
func (h *tierHand[S]) judge(at int, known value.Cell, children []games.Slot) (value.Cell, error) {
	var p prospect
	h.distinct.begin(len(children))
	for _, c := range children {
		tier, index := c.Tier(), c.Index()
		if tier == h.number {
			if index >= uint64(h.cells.n) {
				return 0, h.broken(uint64(at), "a child has an index beyond the size")
			}
			if h.distinct.add(c) {
				p.own++
			}
			continue
		}
		if tier >= len(h.lower) || index >= h.lower[tier].size {
			return 0, h.broken(uint64(at), "a child is in none of the tiers that are listed as lower, or beyond its size")
		}
		lower := &h.lower[tier]
		if index -= lower.first; index >= uint64(len(lower.cells)) {
			continue // in another window
		}
		switch cell := lower.cells[index]; {
		case cell.IsLoss():
			if p.win == 0 || cell.Remoteness() < p.win {
				p.win = cell.Remoteness() + 1
			}
		case cell.IsWin():
			p.longest = max(p.longest, cell.Remoteness()+1)
		case cell == value.Draw:
			p.draw = true
		default:
			return 0, h.broken(uint64(at), "a child has an unused index")
		}
	}
	if !h.first {
		p.recall(known)
	}
	return h.decideFrom(at, p)
}

// recall adds what earlier windows said.
func (p *prospect) recall(known value.Cell) {
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

// decideFrom is the value of the cell at an index with a prospect.
func (h *tierHand[S]) decideFrom(at int, p prospect) (value.Cell, error) {
	if p.win > value.MaxCellRemoteness || p.longest > value.MaxCellRemoteness {
		return 0, h.tooLong()
	}
	if !h.last {
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
		h.held = extend(h.held, p.longest-1)
		h.held[p.longest-1] = append(h.held[p.longest-1], uint32(at))
		p.own, p.longest = p.own+1, 0
	}
	if p.own > maxOpen {
		return 0, fmt.Errorf("index %d of tier %s has %d children in its tier, more than %d", at, h.game.Tiers()[h.number].Name, p.own, maxOpen)
	}
	return open(p.own, p.longest), nil
}

// end values the terminal positions of a batch.
func (h *tierHand[S]) end() {
	h.counts.terminals += int64(len(h.terminal))
	h.payoffs = h.game.Payoffs(h.payoffs[:0], h.terminal)
	h.movers = h.game.Movers(h.movers[:0], h.terminal)
	total := h.game.Info().Total
	for i, p := range h.payoffs {
		at := h.terminalAt[i]
		switch twice := 2 * int(p[h.movers[i]]); {
		case twice > total:
			h.fresh[at] = value.Win(0)
		case twice < total:
			h.fresh[at] = value.Loss(0)
		default:
			h.fresh[at] = value.Draw
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
