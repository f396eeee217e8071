package model

import (
	"cmp"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/solver/job"
)

const (
	// DefaultDepth is how many plies the opening tree of a report goes unless
	// another depth is asked for.
	DefaultDepth = 3
	// MaxDepth is how many plies it can go.
	MaxDepth = 8
	// openingMoves is how many moves of a position the opening tree shows at
	// most, openingSize how many moves it has in all before it stops growing.
	openingMoves = 8
	openingSize  = 600
	// criticalPositions is how many critical positions are shown.
	criticalPositions = 3
)

// PictureSet holds the positions that a report with pictures shows, besides those
// in the Report.
type PictureSet struct {
	// Firsts are the boards after each move of the start, in the same order.
	Firsts []games.Drawing
	// Critical are positions with many moves of which only one keeps the value,
	// each of another layer, those with most moves first.
	Critical []*book.Position
	// Tense are positions where much is lost by showing one's moves, or by playing
	// each for himself; none where players take turns in a contest.
	HighStakes []*book.Position
	// Openings are the first moves with what may follow, best first.
	Openings []*Opening
	// OpeningsLeft is how many first moves are not among them.
	OpeningsLeft int
}

// Opening is a move of the opening tree.
type Opening struct {
	Move  book.Move
	Mover int // the role that plays it, -1 where both choose at once
	// Replies are moves after it, best first, and Left how many there are that
	// are not shown.
	Replies []*Opening
	Left    int
	// OnlyMove says that of several moves this is the only one that keeps the
	// value.
	OnlyMove bool
}

// NewPictureSet looks up the positions that the report shows besides its own, and
// the opening tree to a depth in plies, 0 to MaxDepth. A proof, which tells
// little of other play, has no tree.
func NewPictureSet(b book.Book, r *Report, depth int) (*PictureSet, error) {
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
	if g.HighStakes, err = b.HighStakes(criticalPositions); err != nil {
		return nil, fmt.Errorf("positions with much at stake: %w", err)
	}
	if !r.Searched() {
		if err := g.growOpenings(b, r.Start, depth); err != nil {
			return nil, fmt.Errorf("opening tree: %w", err)
		}
	}
	return g, nil
}

// findCritical looks up the critical positions of the layers.
func (g *PictureSet) findCritical(b book.Book) error {
	layers := slices.Clone(b.Solution().Layers)
	slices.SortStableFunc(layers, func(x, y job.LayerStats) int { return cmp.Compare(y.CriticalMoves, x.CriticalMoves) })
	for _, l := range layers {
		if l.Critical == nil || len(g.Critical) == criticalPositions {
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

// growOpenings grows the tree ply by ply, so that what is left out is deepest.
func (g *PictureSet) growOpenings(b book.Book, from *book.Position, depth int) error {
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

// grow adds the moves of the position after the move.
func (o *Opening) grow(p *book.Position) {
	shown := min(len(p.Moves), openingMoves)
	for _, m := range p.Moves[:shown] {
		o.Replies = append(o.Replies, &Opening{Move: m, Mover: p.Mover, OnlyMove: m.Keeps == book.KeptYes && p.OnlyMove()})
	}
	o.Left = len(p.Moves) - shown
}
