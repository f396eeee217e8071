package search

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
)

// Check proves a strategy by the rules alone: it follows its moves and all
// replies from root, down to positions that are over or that Look decides at
// sight, and never searches. It returns how many positions it met. What is
// wrong is returned as an error.
func (st *Strategy[S]) Check(ctx context.Context, g games.Searcher[S], root S, progress func(positions int)) (positions int, err error) {
	if len(st.States) != len(st.Moves) || !slices.IsSortedFunc(st.States, games.Compare[S]) {
		return 0, fmt.Errorf("the positions of the strategy are not in order")
	}
	w := newWalker(g, st.Score)
	root, _ = games.Canonical(games.Game[S](g), root)
	w.push(root, st.Mine)
	used := 0
	for len(w.stack) > 0 {
		if err := ctx.Err(); err != nil {
			return positions, err
		}
		s, mine := w.pop()
		positions++
		if progress != nil {
			progress(positions)
		}
		if !mine {
			if err := w.replies(s); err != nil {
				return positions, err
			}
			continue
		}
		if w.sight(s).Low >= w.score {
			continue
		}
		at, found := slices.BinarySearchFunc(st.States, s, games.Compare[S])
		if !found {
			return positions, fmt.Errorf("the strategy has no move at %s", games.NotationOf(games.Game[S](g)).FormatState(s))
		}
		used++
		children, over := w.expand(s)
		move := int(st.Moves[at])
		switch {
		case move >= len(children):
			return positions, fmt.Errorf("the strategy has move %d of %d at %s", move, len(children), games.NotationOf(games.Game[S](g)).FormatState(s))
		case over[move] == nil:
			w.push(children[move], false)
		case *over[move] < w.score:
			return positions, fmt.Errorf("the strategy ends with less than %d at %s", w.score, games.NotationOf(games.Game[S](g)).FormatState(s))
		}
	}
	if used < len(st.States) {
		return positions, fmt.Errorf("the strategy has moves at %d positions that it never meets", len(st.States)-used)
	}
	return positions, nil
}
