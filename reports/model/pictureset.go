package model

import (
	"cmp"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver/job"
)

const (
	// DefaultDepth and MaxDepth are depths of the opening tree, in plies.
	DefaultDepth = 3
	MaxDepth     = 8
	// maxExamples is the greatest number of critical positions, and of positions with
	// high stakes.
	maxExamples = 3
)

// PictureSet holds the positions that a report with pictures shows beside those in
// the Report.
type PictureSet struct {
	// Firsts are the boards after each move of the start, in the same order.
	Firsts []games.Drawing
	// Critical are positions with many moves of which only one keeps the value, at
	// most one of a layer, those with the most moves first.
	Critical []*solved.Position
	// HighStakes are positions with the greatest stakes; see solved.Stakes.
	HighStakes []*solved.Position
	// Openings are the first moves with the moves after them, best first, and
	// OpeningsLeft counts the first moves that are left out.
	Openings     []*Opening
	OpeningsLeft int
}

// NewPictureSet looks up the positions for a report with pictures. The opening tree
// has a depth of 0 to MaxDepth plies; a report without a table has none, as few of
// its values would be proven.
func NewPictureSet(b solved.Game, r *Report, depth int) (*PictureSet, error) {
	if depth < 0 || depth > MaxDepth {
		return nil, games.BadInput("a depth of %d: the opening tree can have 0 to %d plies", depth, MaxDepth)
	}
	g := &PictureSet{}
	for _, m := range r.Start.Moves {
		d, err := b.Draw(m.Child)
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", m.Child, err)
		}
		g.Firsts = append(g.Firsts, d)
	}
	if err := g.findCritical(b); err != nil {
		return nil, fmt.Errorf("critical positions: %w", err)
	}
	var err error
	if g.HighStakes, err = b.HighStakes(maxExamples); err != nil {
		return nil, fmt.Errorf("positions with much at stake: %w", err)
	}
	if !r.Searched() {
		if err := g.growOpenings(b, r.Start, depth); err != nil {
			return nil, fmt.Errorf("opening tree: %w", err)
		}
	}
	return g, nil
}

func (g *PictureSet) findCritical(b solved.Game) error {
	layers := slices.Clone(b.Solution().Layers)
	slices.SortStableFunc(layers, func(x, y job.LayerStats) int { return cmp.Compare(y.CriticalMoves, x.CriticalMoves) })
	for _, l := range layers {
		if l.Critical == nil || len(g.Critical) == maxExamples {
			break
		}
		p, err := b.Packed(l.Critical)
		if err != nil {
			return err
		}
		g.Critical = append(g.Critical, p)
	}
	return nil
}

const (
	// openingMoves is how many moves of a position the opening tree shows at most.
	openingMoves = 8
	// openingSize is how many moves the tree has before it stops growing.
	openingSize = 600
)

// Opening is a move of the opening tree.
type Opening struct {
	Move  solved.Move
	Mover int // the role that plays it, -1 where both choose at once
	// Replies are the moves after it, best first, and Left counts those left out.
	Replies []*Opening
	Left    int
	// OnlyMove says that only this one of several moves keeps the value.
	OnlyMove bool
}

// growOpenings grows the tree ply by ply, so that a tree that gets too large lacks
// its deepest moves.
func (g *PictureSet) growOpenings(b solved.Game, from *solved.Position, depth int) error {
	if depth == 0 || from.Terminal {
		return nil
	}
	level := []*Opening{{}}
	root := level[0]
	root.grow(from)
	size := len(root.Replies)
	for level = root.Replies; depth > 1 && len(level) > 0; depth-- {
		var next []*Opening
		for _, o := range level {
			if size >= openingSize {
				break
			}
			p, err := b.Position(o.Move.Child)
			if err != nil {
				return err
			}
			o.grow(p)
			size += len(o.Replies)
			next = append(next, o.Replies...)
		}
		level = next
	}
	g.Openings, g.OpeningsLeft = root.Replies, root.Left
	return nil
}

// grow adds the moves of p, the position after the move.
func (o *Opening) grow(p *solved.Position) {
	shown := min(len(p.Moves), openingMoves)
	for _, m := range p.Moves[:shown] {
		o.Replies = append(o.Replies, &Opening{Move: m, Mover: p.Mover, OnlyMove: m.Keeps == solved.KeptYes && p.OnlyMove()})
	}
	o.Left = len(p.Moves) - shown
}
