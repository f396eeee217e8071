package model

import "zermelo/reports/book"

const (
	// openingMoves is how many moves of a position the opening tree shows at most.
	openingMoves = 8
	// openingSize is how many moves the tree has before it stops growing.
	openingSize = 600
)

// Opening is a move of the opening tree.
type Opening struct {
	Move  book.Move
	Mover int // the role that plays it, -1 where both choose at once
	// Replies are the moves after it, best first, and Left counts those left out.
	Replies []*Opening
	Left    int
	// OnlyMove says that only this one of several moves keeps the value.
	OnlyMove bool
}

// growOpenings grows the tree ply by ply, so that a tree that gets too large lacks
// its deepest moves.
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

// grow adds the moves of p, the position after the move.
func (o *Opening) grow(p *book.Position) {
	shown := min(len(p.Moves), openingMoves)
	for _, m := range p.Moves[:shown] {
		o.Replies = append(o.Replies, &Opening{Move: m, Mover: p.Mover, OnlyMove: m.Keeps == book.KeptYes && p.OnlyMove()})
	}
	o.Left = len(p.Moves) - shown
}
