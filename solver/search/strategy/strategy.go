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
	// States are canonical and ascend; Moves are the moves there, as indexes
	// in the order of Expand.
	States []S
	Moves  []uint16
}

// Find makes a strategy for a player who gets score at least at root, as the deciders
// have to know; each works on a thread of its own. Of the moves that Look takes to be
// worth searching and that do, it takes one that leads to a position met before, else
// one that ends the game or is decided at sight, else the one whose proof took the
// fewest nodes, else the first that a decider confirms, the promising ones first.
// Progress, if not nil, is called from any thread.
func Find[S games.State](ctx context.Context, g games.Searcher[S], deciders []search.Decider[S], root S, mine bool, score int, progress func(states int64)) (*Strategy[S], error) {
	t := newTraversal[S]()
	var walkers []*walker[S]
	var visits []func(step[S]) error
	for _, decider := range deciders {
		w := newWalker(t, g, score)
		f := &finder[S]{walker: w, decider: decider}
		walkers = append(walkers, w)
		visits = append(visits, func(at step[S]) error {
			if progress != nil {
				progress(t.count.Load())
			}
			if at.mine {
				return f.choose(ctx, at.state)
			}
			return w.replies(at.state)
		})
	}
	root, _ = games.Canonical(games.Game[S](g), root)
	st := &Strategy[S]{Mine: mine, Score: score}
	if !walkers[0].decided(root, mine) {
		if err := t.run(ctx, step[S]{root, mine}, walkers, visits); err != nil {
			return nil, err
		}
	}
	t.seen[index(false)] = noteSet[S]{}
	st.States, st.Moves = t.seen[index(true)].sorted()
	for i := range st.Moves {
		st.Moves[i] -= chosen
	}
	return st, nil
}

// chosen is added to a move to make it the note of its position.
const chosen = unnoted + 1

// finder builds a strategy, on one thread.
type finder[S games.State] struct {
	*walker[S]
	decider search.Decider[S]
	moves   []candidate[S]
}

// candidate is a move that may do.
type candidate[S games.State] struct {
	state S // where it leads to
	move  int
	rank  int16
}

// choose finds the move of the player with the strategy at s, and visits the position
// that it leads to unless that is decided.
func (f *finder[S]) choose(ctx context.Context, s S) error {
	m, visit, err := f.best(ctx, s)
	if err != nil {
		return err
	}
	f.traversal.seen[index(true)].set(s, uint16(m.move+chosen))
	if visit && !f.decided(m.state, false) {
		f.push(m.state, false)
	}
	return nil
}

// lookLong is the work from which on it pays to look for a move that is decided at
// sight, in nodes. With 16 instead of 1 the proof of Breakthrough 6x5 with captures by
// alpha-beta has 17 % more moves and takes as long.
const lookLong = 1

// best finds the move. Visit is false if it leads to a position met before, or that is
// over.
func (f *finder[S]) best(ctx context.Context, s S) (best candidate[S], visit bool, err error) {
	f.consider(s)
	best.move = -1
	least := ^uint64(0)
	for _, m := range f.moves {
		if f.traversal.seen[index(false)].has(m.state) {
			return m, false, nil
		}
		if work, yes := f.decider.Below(m.state, 1-f.score); yes && work < least {
			best, least = m, work
		}
	}
	if least <= lookLong {
		return best, true, nil
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
			if f.decided(m.state, false) {
				return m, false, nil
			}
			open = append(open, m)
		}
	}
	if best.move < 0 {
		best, err = f.ask(ctx, s, open)
	}
	return best, true, err
}

// consider lists the moves at s that Look takes to be worth searching; all moves, if it
// plays out forced replies.
func (f *finder[S]) consider(s S) {
	f.game.Look(&f.node, s, f.score-1, f.score)
	children := f.expand(s)
	f.moves = f.moves[:0]
	for _, c := range f.node.Children {
		if i := slices.Index(children, c.State); i >= 0 && c.Plies == 1 {
			f.moves = append(f.moves, candidate[S]{c.State, i, c.Rank})
		}
	}
	if len(f.moves) < len(f.node.Children) {
		f.moves = f.moves[:0]
		for i, c := range children {
			f.moves = append(f.moves, candidate[S]{c, i, 0})
		}
	}
}

// ask returns the first of some moves at s that the decider confirms, the promising
// ones first.
func (f *finder[S]) ask(ctx context.Context, s S, moves []candidate[S]) (candidate[S], error) {
	slices.SortStableFunc(moves, func(a, b candidate[S]) int { return cmp.Compare(b.rank, a.rank) })
	for _, m := range moves {
		better, err := f.decider.AtLeast(ctx, m.state, 1-f.score)
		if err != nil {
			return m, err
		}
		if !better {
			return m, nil
		}
	}
	return candidate[S]{}, fmt.Errorf("%s: no move gets %d at %s, against what the search found", f.game.Info().Name, f.score,
		games.NotationOf(games.Game[S](f.game)).FormatState(s))
}
