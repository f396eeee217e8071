package search

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
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

// Judge finds out whether the score of a canonical position, seen by the player
// to move, is at least threshold.
type Judge[S games.State] interface {
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
}

// AtLeast implements Judge.
func (a *AlphaBeta[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	a.begin()
	score, err := a.window(ctx, s, threshold-1, threshold)
	return score >= threshold, err
}

// FindStrategy makes a strategy for a player who gets score at least at root,
// as judge has to know. Where several moves do, it takes one that ends the game
// or is decided at sight, else one that leads to a position met before, else
// the first that judge confirms, the promising ones first.
func FindStrategy[S games.State](ctx context.Context, g games.Searcher[S], judge Judge[S], root S, mine bool, score int, progress func(states int)) (*Strategy[S], error) {
	f := &finder[S]{walker: newWalker(g, score), judge: judge, moves: map[S]uint16{}}
	root, _ = games.Canonical(games.Game[S](g), root)
	f.push(root, mine)
	for len(f.stack) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, mine := f.pop()
		var err error
		if mine {
			err = f.choose(ctx, s)
		} else {
			err = f.walker.replies(s)
		}
		if err != nil {
			return nil, err
		}
		if progress != nil {
			progress(len(f.moves))
		}
	}
	st := &Strategy[S]{Mine: mine, Score: score}
	for s := range f.moves {
		st.States = append(st.States, s)
	}
	slices.SortFunc(st.States, games.Compare[S])
	for _, s := range st.States {
		st.Moves = append(st.Moves, f.moves[s])
	}
	return st, nil
}

// finder builds a strategy.
type finder[S games.State] struct {
	*walker[S]
	judge Judge[S]
	moves map[S]uint16
}

// choose finds the move of the player with the strategy at s.
func (f *finder[S]) choose(ctx context.Context, s S) error {
	if f.sight(s).Low >= f.score {
		return nil
	}
	order := f.order(s)
	children, over := f.expand(s)
	quick, known := -1, -1
	for i, c := range children {
		switch {
		case over[i] != nil && *over[i] >= f.score, over[i] == nil && f.sight(c).High <= -f.score:
			quick = i
		case over[i] == nil && f.met(c, false):
			known = i
		}
		if quick >= 0 {
			break
		}
	}
	if quick < 0 {
		quick = known
	}
	if quick < 0 {
		// Nothing at sight: ask.
		ranked := make([]int, 0, len(children))
		for i := range children {
			if over[i] == nil {
				ranked = append(ranked, i)
			}
		}
		slices.SortStableFunc(ranked, func(i, j int) int { return order[children[j]] - order[children[i]] })
		for _, i := range ranked {
			better, err := f.judge.AtLeast(ctx, children[i], 1-f.score)
			if err != nil {
				return err
			}
			if !better {
				quick = i
				break
			}
		}
	}
	if quick < 0 {
		return fmt.Errorf("%s: no move gets %d at %s, against what the search found", f.game.Info().Name, f.score, games.NotationOf(games.Game[S](f.game)).FormatState(s))
	}
	f.moves[s] = uint16(quick)
	if over[quick] == nil {
		f.push(children[quick], false)
	}
	return nil
}

// order ranks the children of s as Look does; those that it leaves out get 0.
func (f *finder[S]) order(s S) map[S]int {
	rank := map[S]int{}
	for _, c := range f.node.Children {
		if c.Plies == 1 {
			rank[c.State] = int(c.Rank) + 1<<15
		}
	}
	return rank
}
