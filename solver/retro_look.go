package solver

import (
	"context"
	"fmt"

	"zermelo/games"
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

// look makes the first pass from a word of cells on, until due says to pause. It
// returns the word where it has to go on.
func (t *tierWork[S]) look(ctx context.Context, from int, due func() bool, prog *Progress) (int, error) {
	reached, err := parallelUntil(ctx, len(t.hands), from, t.agenda.words, t.grain(), due, func(w, from, to int) error {
		h := t.hands[w]
		last := min(to*wordCells, len(t.cells))
		for first := from * wordCells; first < last; first += batch {
			n := min(batch, last-first)
			if err := h.lookAt(first, n); err != nil {
				return err
			}
			prog.done.Add(int64(n / 2))
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
	return reached, err
}

// lookAt looks at n indexes.
func (h *tierHand[S]) lookAt(first, n int) error {
	h.unrank(first, n)
	h.weights = h.game.Weights(h.weights[:0], h.states)
	for _, w := range h.weights {
		h.counts.positions += int64(w)
	}
	h.counts.used += int64(len(h.states))
	h.children, h.ends = h.game.Expand(h.children[:0], h.ends[:0], h.states)
	h.counts.moves += int64(len(h.children))
	h.slots = h.game.Rank(h.slots[:0], h.children)
	h.terminal, h.terminalAt = h.terminal[:0], h.terminalAt[:0]
	from := int32(0)
	for i, end := range h.ends {
		at := first + int(h.places[i])
		if from == end {
			h.terminal, h.terminalAt = append(h.terminal, h.states[i]), append(h.terminalAt, h.places[i])
			continue
		}
		cell, err := h.judge(at, h.slots[from:end])
		if err != nil {
			return err
		}
		h.cells[at] = cell
		from = end
	}
	return h.end(first)
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

// judge is the first value of the cell at an index, from its children.
func (h *tierHand[S]) judge(at int, children []games.Slot) (Cell, error) {
	h.distinct.begin(len(children))
	own, win, longest, draw := 0, 0, 0, false
	for _, c := range children {
		tier := c.Tier()
		if tier == h.number {
			if c.Index() >= uint64(len(h.cells)) {
				return 0, h.broken(uint64(at), "a child has an index beyond the size")
			}
			if h.distinct.add(c) {
				own++
			}
			continue
		}
		if tier >= len(h.lower) || c.Index() >= uint64(len(h.lower[tier])) {
			return 0, h.broken(uint64(at), "a child is in none of the tiers that are listed as lower, or beyond its size")
		}
		switch cell := h.lower[tier][c.Index()]; {
		case cell.IsLoss():
			if win == 0 || cell.Remoteness() < win {
				win = cell.Remoteness() + 1
			}
		case cell.IsWin():
			longest = max(longest, cell.Remoteness()+1)
		case cell == Draw:
			draw = true
		default:
			return 0, h.broken(uint64(at), "a child has an unused index")
		}
	}
	switch {
	case own >= maxOpen:
		return 0, fmt.Errorf("index %d of tier %s has %d children in its tier, more than %d", at, h.game.Tiers()[h.number].Name, own, maxOpen-1)
	case win > MaxCellRemoteness || longest > MaxCellRemoteness:
		return 0, h.tooLong()
	case win > 0:
		mark(h.agenda.round(win), at)
		return Win(win), nil
	case draw && own == 0:
		return Draw, nil
	case draw:
		return safe, nil
	case own == 0:
		mark(h.agenda.round(longest), at)
		return Loss(longest), nil
	case longest > maxLate:
		h.held = extend(h.held, longest-1)
		h.held[longest-1] = append(h.held[longest-1], uint32(at))
		return open(own+1, 0), nil
	}
	return open(own, longest), nil
}

// end values the terminal positions among those from first on.
func (h *tierHand[S]) end(first int) error {
	h.counts.terminals += int64(len(h.terminal))
	h.payoffs = h.game.Payoffs(h.payoffs[:0], h.terminal)
	h.movers = h.game.Movers(h.movers[:0], h.terminal)
	total := h.game.Info().Total
	for i, p := range h.payoffs {
		at := first + int(h.terminalAt[i])
		switch twice := 2 * int(p[h.movers[i]]); {
		case twice > total:
			h.cells[at] = Win(0)
		case twice < total:
			h.cells[at] = Loss(0)
		default:
			h.cells[at] = Draw
			continue
		}
		mark(h.agenda.round(0), at)
	}
	return nil
}

// extend makes room for an element of a list of lists.
func extend(lists [][]uint32, at int) [][]uint32 {
	for len(lists) <= at {
		lists = append(lists, nil)
	}
	return lists
}
