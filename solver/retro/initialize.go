package retro

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// The first pass visits each position of a tier once. It sets the values of
// terminal positions and of positions whose children are all in lower tiers.
// For any other position, it records the result of the children in lower tiers
// and the number of distinct children within the tier, unless count.go counts
// them later.
//
// If the opponent wins in all children in lower tiers, these children delay the
// loss: it takes at least as long as the slowest of them. A cell can store a
// delay of up to 63 plies. A longer delay is represented by an additional
// child, which the opponent wins in the round of the slowest child.
//
// If the lower tiers do not fit into memory, they are divided into windows and
// the pass is repeated for each window. In all windows but the last, a position
// that can still be lost has an additional child that represents the remaining
// windows.

// initialize makes the first pass, starting at cell from, until due returns true. It
// returns the first cell that was not processed.
func (t *tierWork[S]) initialize(ctx context.Context, from int, due func() bool, prog *job.Progress) (int, error) {
	reached, err := t.batches(ctx, from, due, func(w *tierWorker[S], first, n int) error {
		prog.Done.Add(int64(n) / 2 / t.windows)
		return w.initializeBatch(first, n)
	})
	for _, w := range t.workers {
		t.counts.Merge(&w.counts)
		w.counts = job.TierStats{}
		for round, list := range w.delayed {
			t.delayed = extend(t.delayed, round)
			t.delayed[round] = append(t.delayed[round], list...)
		}
		w.delayed = nil
	}
	return reached, err
}

func (w *tierWorker[S]) initializeBatch(first, n int) error {
	w.unrankRange(w.game, w.number, w.base+uint64(first), n)
	w.newCells = slices.Grow(w.newCells[:0], n)[:n]
	clear(w.newCells)
	if w.deferCount {
		w.children, w.ends, w.own = w.split.ExpandLower(w.children[:0], w.ends[:0], w.own[:0], w.states)
		w.slots = w.game.Rank(w.slots[:0], w.children)
	} else {
		w.expand(w.game)
	}
	if w.first {
		w.counts.Positions += w.countPositions(w.game)
		w.counts.Moves += int64(len(w.children))
		if w.deferCount {
			for _, n := range w.own {
				w.counts.Moves += int64(n)
			}
		}
	} else if err := w.cells.read(w.newCells, first); err != nil {
		return err
	}
	w.terminal, w.terminalAt = w.terminal[:0], w.terminalAt[:0]
	from := int32(0)
	for i, end := range w.ends {
		place := w.places[i]
		if from == end && (!w.deferCount || w.own[i] == 0) {
			w.terminal, w.terminalAt = append(w.terminal, w.states[i]), append(w.terminalAt, w.places[i])
			continue
		}
		cell, err := w.initialCell(first+int(place), w.newCells[place], w.slots[from:end])
		if err != nil {
			return err
		}
		w.newCells[place] = cell
		from = end
	}
	if w.first {
		w.valueTerminals()
	}
	return w.cells.eachRange(n, first, true, func(at int, cells []value.Cell) error {
		copy(cells, w.newCells[at:])
		w.frontier.markAll(cells, first+at, 0)
		return nil
	})
}

// lowerPart holds the cells of a lower tier that are in memory. The field first is
// the index of the first such cell. The field size is the size of the whole tier, or
// 0 if the tier is not a lower tier.
type lowerPart struct {
	cells       []value.Cell
	first, size uint64
}

// childBound summarizes some children, as seen by the player to move in the parent.
type childBound struct {
	own     int  // number of distinct children within the tier, plus placeholders
	win     int  // plies of the shortest win through lower tiers; 0 if none
	longest int  // plies of the longest loss through lower tiers; 0 if none
	draw    bool // some child is drawn
}

// initialCell returns the cell at an index, given the children and the result of
// earlier windows. Of the lower tiers, it considers only the current window.
func (w *tierWorker[S]) initialCell(at int, known value.Cell, children []games.Slot) (value.Cell, error) {
	var p childBound
	best := noChild
	w.distinct.begin(len(children))
	for _, c := range children {
		tier, index := c.Tier(), c.Index()
		if tier == w.number {
			if index >= w.size {
				return 0, w.contractError(w.base+uint64(at), "child index exceeds the size of the tier")
			}
			if w.distinct.add(c) {
				p.own++
			}
			continue
		}
		if tier >= len(w.lower) || index >= w.lower[tier].size {
			return 0, w.contractError(w.base+uint64(at), "child is not in a lower tier")
		}
		lower := &w.lower[tier]
		if index -= lower.first; index >= uint64(len(lower.cells)) {
			continue // in another window
		}
		cell := lower.cells[index]
		if cell == value.Unused {
			return 0, w.contractError(w.base+uint64(at), "child index is unused")
		}
		best = min(best, preference(cell))
	}
	p.addLower(best)
	if !w.first {
		p.add(known)
	}
	return w.cellOf(at, p)
}

// Children in lower tiers are compared as integers to avoid mispredicted
// branches. The least integer is best for the player to move at the parent. A
// lost child is represented by its remoteness, a won child by the 16-bit
// complement of its remoteness, and a drawn child by a value in between.
const (
	drawChild = uint32(1 << 14)
	noChild   = uint32(1 << 16)
)

func preference(c value.Cell) uint32 {
	const flip = 0xffff<<48 | uint64(drawChild)<<16 // for wins, losses and draws, from high to low bits
	return uint32(c>>2) ^ uint32(flip>>(c&3*16))&0xffff
}

// addLower adds the best of the children in lower tiers.
func (p *childBound) addLower(best uint32) {
	switch {
	case best < drawChild:
		p.win = int(best) + 1
	case best == drawChild:
		p.draw = true
	case best < noChild:
		p.longest = int(noChild - best)
	}
}

// add adds the result of earlier windows.
func (p *childBound) add(known value.Cell) {
	switch {
	case known.IsWin():
		if p.win == 0 || known.Remoteness() < p.win {
			p.win = known.Remoteness()
		}
	case known == safe:
		p.draw = true
	default:
		p.own = children(known) - 1 // without the placeholder for the remaining windows
		p.longest = max(p.longest, late(known))
	}
}

func (w *tierWorker[S]) cellOf(at int, p childBound) (value.Cell, error) {
	if p.win > value.MaxCellRemoteness || p.longest > value.MaxCellRemoteness {
		return 0, w.tooLongError()
	}
	if !w.last || w.deferCount {
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
		w.delayed = extend(w.delayed, p.longest-1)
		w.delayed[p.longest-1] = append(w.delayed[p.longest-1], uint32(at))
		p.own, p.longest = p.own+1, 0
	}
	return w.open(at, p.own, p.longest)
}

// open is like the function open, but returns an error if n exceeds maxOpen.
func (w *tierWorker[S]) open(at, n, late int) (value.Cell, error) {
	if n > maxOpen {
		return 0, fmt.Errorf("tier %s: index %d has %d children in its tier; the maximum is %d", w.game.Tiers()[w.number].Name, w.base+uint64(at), n, maxOpen)
	}
	return open(n, late), nil
}

func (w *tierWorker[S]) valueTerminals() {
	w.counts.Terminals += int64(len(w.terminal))
	w.payoffs = w.game.Payoffs(w.payoffs[:0], w.terminal)
	w.movers = w.game.Movers(w.movers[:0], w.terminal)
	total := w.game.Info().Total
	for i, p := range w.payoffs {
		at := w.terminalAt[i]
		switch twice := 2 * int(p[w.movers[i]]); {
		case twice > total:
			w.newCells[at] = value.Win(0)
		case twice < total:
			w.newCells[at] = value.Loss(0)
		default:
			w.newCells[at] = value.Draw
		}
	}
}

func extend(lists [][]uint32, at int) [][]uint32 {
	for len(lists) <= at {
		lists = append(lists, nil)
	}
	return lists
}
