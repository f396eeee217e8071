package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/loops"
	"zermelo/solver/stochastic"
	"zermelo/solver/value"
)

// chanceProof proves the values of the states on cycles, or leading to cycles, in a game with
// chance. Exact values follow from exact values only, so there are two proofs.
type chanceProof[S games.State] struct {
	*verifier[S]
	open     map[int32]int32 // by index of the state; a position of exact or a node of bounds
	exact    *loops.Game
	outcomes []value.Outcome // of the positions of exact
	bounds   *stochastic.Graph
	known    map[value.Value]uint32 // nodes of bounds for values proven otherwise

	low, high []int64 // of the nodes of bounds
}

// proveChance verifies the values of the given states.
func (v *verification[S]) proveChance(ctx context.Context, open map[int32]int32) error {
	t, info := v.t, v.t.Game.Info()
	if info.GeneralSum || info.Simultaneous {
		return fmt.Errorf("verify %s: positions repeat, which requires players who move in turn for a constant sum", info.Label())
	}
	endless, err := endlessPayoffs(info)
	if err != nil {
		return fmt.Errorf("verify %s: %w", info.Label(), err)
	}
	outcomes := &t.Solution().Outcomes
	p := &chanceProof[S]{
		verifier: &verifier[S]{v: v, state: newStateVerifier(t, 0)}, open: open, known: map[value.Value]uint32{},
		exact:  &loops.Game{Kind: value.Simultaneous, Roles: 2, Stochastic: true, Endless: endless},
		bounds: &stochastic.Graph{Total: int64(info.Total) << outcomes.Bits, Endless: int64(endless[0]) << outcomes.Bits},
	}
	indexes := slices.Sorted(maps.Keys(open))
	values := make(map[int32]value.Value, len(open))
	err = p.each(indexes, func(_ int, index int32, v value.Value) { values[index] = v })
	if err != nil {
		return err
	}
	var exact, bounded []int32
	for _, index := range indexes {
		if outcomes.Bounded(values[index]) {
			open[index] = int32(len(bounded))
			bounded = append(bounded, index)
		} else {
			open[index] = int32(len(exact))
			exact = append(exact, index)
		}
	}
	for _, index := range bounded {
		x := outcomes.Bounds(values[index])
		p.low, p.high = append(p.low, x.Low), append(p.high, x.High)
	}
	err = errors.Join(
		p.each(exact, func(i int, _ int32, v value.Value) { p.addExact(i, v, outcomes) }),
		p.each(bounded, func(i int, _ int32, _ value.Value) { p.addNode(i, outcomes) }),
	)
	if err != nil {
		return err
	}
	p.addKnown()
	list := exact
	at, wrong, err := p.exact.Prove(ctx, p.outcomes)
	if at < 0 && err == nil {
		list = bounded
		at, wrong, err = p.bounds.Prove(ctx, p.low, p.high)
	}
	if at < 0 || err != nil {
		return err
	}
	s, err := t.State(0, int64(list[at]))
	if err == nil {
		v.wrong(s, "the position can repeat and its value is not proven: %s", wrong)
	}
	return err
}

// each expands the given states in chunks and calls visit for each of them, with its position in
// the chunk.
func (p *chanceProof[S]) each(indexes []int32, visit func(i int, index int32, v value.Value)) error {
	for from := 0; from < len(indexes); from += job.BlockStates {
		chunk := indexes[from:min(from+job.BlockStates, len(indexes))]
		states := make([]S, len(chunk))
		for i, index := range chunk {
			var err error
			if states[i], err = p.v.t.State(0, int64(index)); err != nil {
				return err
			}
		}
		values, _, err := p.v.t.Values(nil, nil, states, make([]int32, len(states)))
		if err = errors.Join(err, p.expand(states)); err != nil {
			return err
		}
		for i, index := range chunk {
			visit(i, index, values[i])
		}
	}
	return nil
}

// links returns the positions of state i's children in p.lookup, and its weights.
func (p *chanceProof[S]) links(i int) (first, end int, odds []uint32) {
	if i > 0 {
		first = int(p.ends[i-1])
	}
	if end = int(p.ends[i]); p.stages.Movers[i] == games.Chance {
		odds = p.stages.Odds(i, end-first)
	}
	return first, end, odds
}

// addExact adds state i of the chunk to p.exact.
func (p *chanceProof[S]) addExact(i int, v value.Value, outcomes *value.Outcomes) {
	first, end, odds := p.links(i)
	at := loops.Position{Shape: slices.Clone(p.stages.Shape(i)), Odds: slices.Clone(odds)}
	for k := first; k < end; k++ {
		child, swapped := p.lookup.Values[k], p.lookup.Swaps[k]
		n, open := p.open[int32(p.lookup.Indexes[k])]
		open = open && !outcomes.Bounded(child) // otherwise the value is wrong, which inner reports
		c := loops.Child{Index: n, Known: !open, Swapped: swapped}
		if c.Known {
			c.Index = int32(len(p.exact.Known))
			o := outcomes.Of(child)
			if swapped {
				o = o.Swapped()
			}
			p.exact.Known = append(p.exact.Known, o)
		}
		at.Children = append(at.Children, c)
	}
	p.exact.Positions, p.outcomes = append(p.exact.Positions, at), append(p.outcomes, outcomes.Of(v))
}

// addNode adds state i of the chunk to p.bounds. Children that are proven otherwise become nodes
// with given bounds.
func (p *chanceProof[S]) addNode(i int, outcomes *value.Outcomes) {
	first, end, odds := p.links(i)
	piece := p.piece()
	for k := first; k < end; k++ {
		child := p.lookup.Values[k]
		n, open := p.open[int32(p.lookup.Indexes[k])]
		node := uint32(n)
		if !open || !outcomes.Bounded(child) {
			known, met := p.known[child]
			if !met {
				known = uint32(len(p.low))
				p.known[child] = known
				x := outcomes.Bounds(child)
				p.low, p.high = append(p.low, x.Low), append(p.high, x.High)
			}
			node = known
		}
		link, weight := node<<1, uint32(1)
		if p.lookup.Swaps[k] {
			link++
		}
		if odds != nil {
			weight = odds[k-first]
		}
		piece.Links, piece.Odds = append(piece.Links, link), append(piece.Odds, weight)
	}
	piece.Ends = append(piece.Ends, int32(len(piece.Links)))
	mover := value.Chooser(p.stages.Movers[i], p.stages.Shape(i), end-first)
	if odds != nil {
		mover = int(games.Chance)
	}
	p.bounds.Movers = append(p.bounds.Movers, int8(mover))
}

// piece returns the piece of the next node of p.bounds.
func (p *chanceProof[S]) piece() *stochastic.Piece {
	if len(p.bounds.Movers)%stochastic.PieceNodes == 0 {
		p.bounds.Pieces = append(p.bounds.Pieces, stochastic.Piece{})
	}
	return &p.bounds.Pieces[len(p.bounds.Pieces)-1]
}

// addKnown adds the nodes with given bounds, which have no links.
func (p *chanceProof[S]) addKnown() {
	for len(p.bounds.Movers) < len(p.low) {
		piece := p.piece()
		piece.Ends = append(piece.Ends, int32(len(piece.Links)))
		p.bounds.Movers = append(p.bounds.Movers, 0)
	}
}
