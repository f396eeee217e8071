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
	DefaultDepth = 3 // default depth of the opening tree in plies
	maxExamples  = 3 // maximum number of positions in Critical and in HighStakes
)

// PictureSet holds the additional positions that a report with pictures shows.
type PictureSet struct {
	Firsts []games.Drawing // after each move in the start position
	// Critical holds positions where only one of many moves keeps the value: at most one per
	// layer, by descending number of moves.
	Critical   []*solved.Position
	HighStakes []*solved.Position // see solved.Stakes
	// Openings is the opening tree, best moves first. OpeningsLeft is the number of omitted first
	// moves.
	Openings     []*Opening
	OpeningsLeft int
}

// NewPictureSet looks up the positions for a report with pictures. depth is the depth of the
// opening tree in plies. If there is no table, the opening tree is omitted, because
// most of its values would not be proven.
func NewPictureSet(b solved.Game, r *Report, depth int) (*PictureSet, error) {
	g := &PictureSet{}
	for _, m := range r.Start.Moves {
		d, err := b.Draw(m.Child)
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", m.Child, err)
		}
		g.Firsts = append(g.Firsts, d)
	}
	if err := g.findCritical(b); err != nil {
		return nil, fmt.Errorf("find critical positions: %w", err)
	}
	if !r.Info.Stochastic { // with chance, stakes are unknown
		var err error
		if g.HighStakes, err = b.HighStakes(maxExamples); err != nil {
			return nil, fmt.Errorf("find positions with high stakes: %w", err)
		}
	}
	if !r.Searched() {
		if err := g.growOpenings(b, r.Start, depth); err != nil {
			return nil, fmt.Errorf("build opening tree: %w", err)
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
	openingMoves = 8   // maximum number of moves per position in the opening tree
	openingSize  = 600 // number of moves at which the opening tree stops growing
)

// Opening is a move in the opening tree.
type Opening struct {
	Move   solved.Move
	Mover  int  // role making the move, or -1 if both roles choose simultaneously or the move is random
	Random bool // the move is random
	// Replies holds the next moves, best first. Left is the number of omitted replies.
	Replies  []*Opening
	Left     int
	OnlyMove bool // this is the only one of several moves that keeps the value
}

// growOpenings grows the opening tree breadth-first, up to its maximum size.
func (g *PictureSet) growOpenings(b solved.Game, from *solved.Position, depth int) error {
	if depth == 0 || from.Terminal {
		return nil
	}
	root := &Opening{}
	root.grow(from)
	size := len(root.Replies)
	for level := root.Replies; depth > 1 && len(level) > 0; depth-- {
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

func (o *Opening) grow(p *solved.Position) {
	shown := min(len(p.Moves), openingMoves)
	for _, m := range p.Moves[:shown] {
		o.Replies = append(o.Replies, &Opening{Move: m, Mover: p.Mover, Random: p.Random, OnlyMove: m.Keeps == solved.KeptYes && p.OnlyMove()})
	}
	o.Left = len(p.Moves) - shown
}
