package strategy

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"zermelo/games"
)

// Check verifies a strategy with several threads. Starting at root, it follows the
// strategy's moves and all replies according to the rules, until it reaches
// positions that are terminal or decided by Look. It trusts Look. The result is the
// number of positions visited, or an error if the strategy is wrong. It calls
// progress, if not nil, periodically.
func (st *Strategy[S]) Check(ctx context.Context, g games.Searcher[S], root S, threads int, room Room, progress func(positions int64)) (positions int64, err error) {
	if err := st.Load(); err != nil {
		return 0, err
	}
	if len(st.States) != len(st.Moves) || !slices.IsSortedFunc(st.States, games.Compare[S]) {
		return 0, fmt.Errorf("strategy: positions are not sorted")
	}
	t, err := newTraversal[S](g, room)
	if err != nil {
		return 0, err
	}
	var walkers []*walker[S]
	for range max(1, threads) {
		walkers = append(walkers, newWalker(t, g, st.Score))
	}
	var used atomic.Int64
	root, _ = games.Canonical(games.Game[S](g), root)
	walkers[0].push(root, st.MovesFirst)
	err = t.run(ctx, walkers, progress, func(i int, e item[S], mine bool) error {
		w, s := walkers[i], e.State
		switch {
		case w.decided(s, mine):
			return nil
		case !mine:
			w.visited++
			return w.replies(s)
		}
		w.visited++
		used.Add(1)
		return w.followMove(st, s)
	})
	if unused := int64(len(st.States)) - used.Load(); err == nil && unused > 0 {
		err = fmt.Errorf("the strategy has moves at %d unreachable positions", unused)
	}
	return t.visited, err
}

func (w *walker[S]) followMove(st *Strategy[S], s S) error {
	at, found := slices.BinarySearchFunc(st.States, s, games.Compare[S])
	if !found {
		return fmt.Errorf("the strategy has no move at %s", w.format(s))
	}
	children := w.expand(s)
	move := int(st.Moves[at])
	if move >= len(children) {
		return fmt.Errorf("the strategy selects move %d of %d at %s", move, len(children), w.format(s))
	}
	switch c, score := children[move], w.terminalScores(s, move)[0]; {
	case score == nonTerminal:
		w.push(c, w.sameMover(move))
	case score < w.score:
		return fmt.Errorf("the strategy scores less than %d at %s", w.score, w.format(s))
	}
	return nil
}
