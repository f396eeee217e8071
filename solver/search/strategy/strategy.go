// Package strategy proves the value of a game's start position: it makes of what a
// search has found one move for each position that a player can meet, and checks such
// strategies by the rules, without a search.
package strategy

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

// Strategy proves that a player gets a certain score at least: it names one
// move for each position where the player can be to move, whatever the other
// does. Positions that are over, or that Look decides at sight, need none.
type Strategy[S games.State] struct {
	// Mine says that the player with the strategy moves first at the root.
	Mine bool
	// Score is what the player gets at least, as a score for this player.
	Score int
	// States are canonical and ascend; Moves are the moves there, as indexes in the order
	// of Expand. Of a strategy that Find or FindClaimed has made they are nil until Load.
	States []S
	Moves  []uint16
	// Lengths, of a strategy in a proof with lengths, are bounds of the plies to the end;
	// see Proven.
	Lengths []uint16

	found *traversal[S] // has what is not loaded; or nil
}

// Each gives the positions with their moves and lengths, 0 if there are none, to emit in
// order, a block at a time.
func (st *Strategy[S]) Each(emit func(states []S, moves, lengths []uint16) error) error {
	if st.found == nil {
		lengths := st.Lengths
		if lengths == nil {
			lengths = make([]uint16, len(st.States))
		}
		return emit(st.States, st.Moves, lengths)
	}
	var states []S
	var moves, lengths []uint16
	return st.found.piles.each(&st.found.chosen, func(block []noted[S]) error {
		states, moves, lengths = states[:0], moves[:0], lengths[:0]
		for _, e := range block {
			states, moves, lengths = append(states, e.State), append(moves, uint16(e.Place)), append(lengths, uint16(e.Place>>lengthShift))
		}
		return emit(states, moves, lengths)
	})
}

// lengthShift is where the length is in the note of a position that is chosen.
const lengthShift = 16

// Load brings all moves into memory.
func (st *Strategy[S]) Load() error {
	if st.found == nil {
		return nil
	}
	var states []S
	var moves, lengths []uint16
	err := st.Each(func(s []S, m, l []uint16) error {
		states, moves, lengths = append(states, s...), append(moves, m...), append(lengths, l...)
		return nil
	})
	if err == nil {
		st.Close()
		st.States, st.Moves, st.Lengths = states, moves, lengths
	}
	return err
}

// Close gives back what Find has left in memory and in files.
func (st *Strategy[S]) Close() {
	if st.found != nil {
		st.found.piles.remove(&st.found.chosen)
		st.found = nil
	}
}

// Find makes a strategy for a player who gets score at least at root, as the deciders
// have to know; each works on a thread of its own. Of the moves that Look takes to be
// worth searching and that do, it takes one that leads to a position that is chosen
// before, else the one whose proof took the fewest nodes, else one that ends the game or
// is decided at sight, else the first that a decider confirms, the promising ones first.
// What does not fit the room goes to files. Progress, if not nil, is called now and then
// with the number of positions met.
func Find[S games.State](ctx context.Context, g games.Searcher[S], deciders []search.Decider[S], root S, mine bool, score int, room Room, progress func(states int64)) (*Strategy[S], error) {
	t, err := newTraversal[S](g, room)
	if err != nil {
		return nil, err
	}
	var walkers []*walker[S]
	var finders []*finder[S]
	for _, decider := range deciders {
		walkers = append(walkers, newWalker(t, g, score))
		finders = append(finders, &finder[S]{walker: walkers[len(walkers)-1], decider: decider})
	}
	root, _ = games.Canonical(games.Game[S](g), root)
	walkers[0].push(root, mine)
	err = t.run(ctx, walkers, progress, func(w int, e noted[S], mine bool) error {
		if mine {
			return finders[w].choose(ctx, e.State)
		}
		return finders[w].answers(e.State)
	})
	return t.strategy(mine, score, err)
}

// FindClaimed makes a strategy with Lengths, whose positions come with claims: first makes
// those of the start, and choose, called once for each position with the least number
// claimed there, finds its move and its length and makes the claims that these rest on, all
// of canonical positions where the player is to move. What does not fit the room goes to
// files. Progress is called now and then with the number of positions.
func FindClaimed[S games.State](ctx context.Context, g games.Game[S], mine bool, score int, room Room, progress func(states int64),
	first func(claim func(s S, number uint16)), choose func(s S, claimed uint16) (move, length uint16, err error),
) (*Strategy[S], error) {
	t, err := newTraversal(g, room)
	if err != nil {
		return nil, err
	}
	if t.layers == nil {
		return nil, fmt.Errorf("%s: there are no lengths in strategies of games without layers", g.Info().Name)
	}
	w := &walker[S]{traversal: t}
	first(func(s S, number uint16) { w.claim(s, true, uint32(number)) })
	err = t.run(ctx, []*walker[S]{w}, progress, func(_ int, e noted[S], _ bool) error {
		w.met++
		move, length, err := choose(e.State, uint16(e.Place))
		w.chosen = append(w.chosen, noted[S]{State: e.State, Place: uint32(length)<<lengthShift | uint32(move)})
		return err
	})
	return t.strategy(mine, score, err)
}

// strategy is what was chosen, if there was no error.
func (t *traversal[S]) strategy(mine bool, score int, err error) (*Strategy[S], error) {
	if err != nil {
		t.piles.remove(&t.chosen)
		return nil, err
	}
	return &Strategy[S]{Mine: mine, Score: score, found: t}, nil
}

// finder builds a strategy, on one thread.
type finder[S games.State] struct {
	*walker[S]
	decider search.Decider[S]
	moves   []candidate[S]
	states  []S
	works   []uint64
}

// candidate is a move that may do.
type candidate[S games.State] struct {
	state  S   // where it leads to
	move   int // in the order of Expand
	number int16
	rank   int16
	again  bool // the player moves again there
}

// choose finds the move of the player with the strategy at s, if s is not decided, and
// visits the position that it leads to.
func (f *finder[S]) choose(ctx context.Context, s S) error {
	if f.decided(s, true) {
		return nil
	}
	f.met++
	m, visit, err := f.best(ctx, s)
	if err != nil {
		return err
	}
	f.chosen = append(f.chosen, noted[S]{State: s, Place: uint32(m.move)})
	if visit {
		f.traversal.mark(m.state)
		f.push(m.state, m.again)
	}
	return nil
}

// best finds the move. Visit is false if it leads to a position that is over or decided
// at sight.
func (f *finder[S]) best(ctx context.Context, s S) (best candidate[S], visit bool, err error) {
	sure := f.consider(s)
	if sure && len(f.moves) == 1 {
		return f.moves[0], true, nil
	}
	f.findWorks(f.moves)
	least, hint := -1, f.decider.Hint(s)
	for i, work := range f.works {
		switch {
		case work > 0 && f.traversal.marked(f.moves[i].state):
			return f.moves[i], true, nil
		case work > 0 && (least < 0 || work < f.works[least]):
			least = i
		case work == 0 && hint >= 0 && f.moves[i].number == hint && sure && f.decided(f.moves[i].state, f.moves[i].again):
			// The search kept nothing of it, as it saw what Look sees.
			return f.moves[i], false, nil
		}
	}
	if least >= 0 {
		return f.moves[least], true, nil
	}
	f.fresh = f.fresh[:0]
	for _, m := range f.moves {
		f.fresh = append(f.fresh, m.move)
	}
	open := f.moves[:0]
	for i, over := range f.endings(s, f.fresh...) {
		switch m := f.moves[i]; {
		case over >= f.score:
			return m, false, nil
		case over == unfinished:
			if f.decided(m.state, m.again) {
				return m, false, nil
			}
			open = append(open, m)
		}
	}
	best, err = f.ask(ctx, s, open)
	return best, true, err
}

// findWorks finds for each of some moves about how many nodes it took to prove, 0 if it is not proven.
func (f *finder[S]) findWorks(moves []candidate[S]) {
	f.states = f.states[:0]
	for _, m := range moves {
		f.states = append(f.states, m.state)
	}
	f.works = f.decider.Below(f.states, 1-f.score, f.works[:0])
	for i, m := range moves {
		if m.again {
			f.works[i] = 0
			if yes, known := f.decider.Known(m.state, f.score); yes && known {
				f.works[i] = 1
			}
		}
	}
}

// consider lists the moves at s that Look, which has been asked, takes to be worth
// searching; all moves, if it does not tell where they lead. It reports whether none
// of them ends the game.
func (f *finder[S]) consider(s S) (sure bool) {
	children := f.expand(s)
	f.moves = f.moves[:0]
	for _, c := range f.node.Children {
		state := c.State
		if c.Turns > 1 {
			if !f.node.Complete {
				break
			}
			state = f.node.Forced
		}
		again := c.Turns == 0
		for i, child := range children { // two can be the same with the players exchanged
			if child == state && f.again(i) == again {
				f.moves = append(f.moves, candidate[S]{state, i, c.Move & (1<<search.MoveBits - 1), c.Rank, again})
				break
			}
		}
		if c.Turns > 1 {
			return len(f.moves) == 1
		}
	}
	if sure = len(f.moves) == len(f.node.Children) && len(f.moves) > 0; !sure {
		f.moves = f.moves[:0]
		for i, c := range children {
			f.moves = append(f.moves, candidate[S]{c, i, -1, 0, f.again(i)})
		}
	}
	return sure
}

// answers visits the positions that the other player can move to from s, if s is not
// decided. Those that Look leaves out are decided, where it says so.
func (f *finder[S]) answers(s S) error {
	if f.decided(s, false) {
		return nil
	}
	f.met++
	n := &f.node
	if !n.Complete {
		return f.replies(s)
	}
	for _, c := range n.Children {
		if c.Turns > 1 {
			f.push(n.Forced, true)
			break
		}
		f.push(c.State, c.Turns == 1)
	}
	return nil
}

// ask returns the first of some moves at s that the decider confirms, the promising
// ones first. A decider that is asked about s itself searches the good move, where a bad one may
// take far longer.
func (f *finder[S]) ask(ctx context.Context, s S, moves []candidate[S]) (candidate[S], error) {
	if len(moves) > 1 {
		if _, err := f.decider.AtLeast(ctx, s, f.score); err != nil {
			return moves[0], err
		}
		f.findWorks(moves)
		if i := slices.IndexFunc(f.works, func(work uint64) bool { return work > 0 }); i >= 0 {
			return moves[i], nil
		}
	}
	slices.SortStableFunc(moves, func(a, b candidate[S]) int { return cmp.Compare(b.rank, a.rank) })
	for _, m := range moves {
		threshold := 1 - f.score
		if m.again {
			threshold = f.score
		}
		yes, err := f.decider.AtLeast(ctx, m.state, threshold)
		if err != nil || yes == m.again {
			return m, err
		}
	}
	return candidate[S]{}, fmt.Errorf("%s: no move gets %d at %s, against what the search found", f.game.Info().Name, f.score,
		games.NotationOf(games.Game[S](f.game)).FormatState(s))
}
