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

// Find makes a strategy for a player who gets score at least at root,
// as the deciders have to know; each works on a thread of its own. Where several
// moves do, it takes one that ends the game or is decided at sight, else one
// that leads to a position met before, else the one whose proof took the fewest
// nodes, else the first that a decider confirms, the promising ones first. Progress,
// if not nil, is called from any thread.
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
	ranks   []candidate[S]
}

// candidate is a move that may do.
type candidate[S games.State] struct {
	state S
	move  int
	rank  int
}

// choose finds the move of the player with the strategy at s.
func (f *finder[S]) choose(ctx context.Context, s S) error {
	f.ranks = f.ranks[:0]
	for _, c := range f.sight(s).Children {
		if c.Plies == 1 {
			f.ranks = append(f.ranks, candidate[S]{state: c.State, rank: int(c.Rank) + 1<<15})
		}
	}
	promising := len(f.ranks)
	children, over := f.expand(s)
	known, least := -1, ^uint64(0)
	for i, c := range children {
		switch {
		case over[i] >= f.score, over[i] == open && f.decided(c, false):
			f.traversal.seen[index(true)].set(s, uint16(i+chosen))
			return nil
		case over[i] != open:
			continue
		}
		work, yes := f.decider.Below(c, 1-f.score)
		if f.traversal.seen[index(false)].has(c) {
			work, yes = 0, true
		}
		if yes && work < least {
			known, least = i, work
		}
		rank := 0
		for _, p := range f.ranks[:promising] {
			if p.state == c {
				rank = p.rank
			}
		}
		f.ranks = append(f.ranks, candidate[S]{c, i, rank})
	}
	if known < 0 {
		var err error
		if known, err = f.ask(ctx, s, f.ranks[promising:]); err != nil {
			return err
		}
	}
	f.traversal.seen[index(true)].set(s, uint16(known+chosen))
	f.push(children[known], false)
	return nil
}

// ask returns the first move that the decider confirms.
func (f *finder[S]) ask(ctx context.Context, s S, moves []candidate[S]) (int, error) {
	slices.SortStableFunc(moves, func(a, b candidate[S]) int { return cmp.Compare(b.rank, a.rank) })
	for _, m := range moves {
		better, err := f.decider.AtLeast(ctx, m.state, 1-f.score)
		if err != nil {
			return 0, err
		}
		if !better {
			return m.move, nil
		}
	}
	return 0, fmt.Errorf("%s: no move gets %d at %s, against what the search found", f.game.Info().Name, f.score, games.NotationOf(games.Game[S](f.game)).FormatState(s))
}
