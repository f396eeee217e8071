package strategy

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"zermelo/games"
)

// Check proves a strategy with several threads: it follows its moves and all
// replies from root by the rules, down to positions that are over or that Look
// decides at sight, which is believed, and never searches. It returns how many positions it
// met. What is wrong is returned as an error. Progress, if not nil, is called now and
// then.
func (st *Strategy[S]) Check(ctx context.Context, g games.Searcher[S], root S, threads int, room Room, progress func(positions int64)) (positions int64, err error) {
	if err := st.Load(); err != nil {
		return 0, err
	}
	if len(st.States) != len(st.Moves) || !slices.IsSortedFunc(st.States, games.Compare[S]) {
		return 0, fmt.Errorf("the positions of the strategy are not in order")
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
	walkers[0].push(root, st.Mine)
	err = t.run(ctx, walkers, progress, func(i int, e noted[S], mine bool) error {
		w, s := walkers[i], e.State
		switch {
		case w.decided(s, mine):
			return nil
		case !mine:
			w.met++
			return w.replies(s)
		}
		w.met++
		used.Add(1)
		return w.follow(st, s)
	})
	if unmet := int64(len(st.States)) - used.Load(); err == nil && unmet > 0 {
		err = fmt.Errorf("the strategy has moves at %d positions that it never meets", unmet)
	}
	return t.met, err
}

// follow visits the position that the strategy's move leads to.
func (w *walker[S]) follow(st *Strategy[S], s S) error {
	at, found := slices.BinarySearchFunc(st.States, s, games.Compare[S])
	if !found {
		return fmt.Errorf("the strategy has no move at %s", games.NotationOf(games.Game[S](w.game)).FormatState(s))
	}
	children := w.expand(s)
	move := int(st.Moves[at])
	if move >= len(children) {
		return fmt.Errorf("the strategy has move %d of %d at %s", move, len(children), games.NotationOf(games.Game[S](w.game)).FormatState(s))
	}
	switch c, over := children[move], w.endings(s, move)[0]; {
	case over == unfinished:
		w.push(c, w.again(move))
	case over < w.score:
		return fmt.Errorf("the strategy ends with less than %d at %s", w.score, games.NotationOf(games.Game[S](w.game)).FormatState(s))
	}
	return nil
}
