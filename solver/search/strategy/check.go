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
// met. What is wrong is returned as an error. Progress, if not nil, is called
// from any thread.
func (st *Strategy[S]) Check(ctx context.Context, g games.Searcher[S], root S, threads int, progress func(positions int64)) (positions int64, err error) {
	if len(st.States) != len(st.Moves) || !slices.IsSortedFunc(st.States, games.Compare[S]) {
		return 0, fmt.Errorf("the positions of the strategy are not in order")
	}
	t := newTraversal[S]()
	var used atomic.Int64
	var walkers []*walker[S]
	var visits []func(step[S]) error
	for range max(1, threads) {
		w := newWalker(t, g, st.Score)
		walkers = append(walkers, w)
		visits = append(visits, func(at step[S]) error {
			if progress != nil {
				progress(t.count.Load())
			}
			if !at.mine {
				return w.replies(at.state)
			}
			used.Add(1)
			return w.follow(st, at.state)
		})
	}
	root, _ = games.Canonical(games.Game[S](g), root)
	if !walkers[0].decided(root, st.Mine) {
		err = t.run(ctx, step[S]{root, st.Mine}, walkers, visits)
	}
	if unmet := int64(len(st.States)) - used.Load(); err == nil && unmet > 0 {
		err = fmt.Errorf("the strategy has moves at %d positions that it never meets", unmet)
	}
	return t.count.Load(), err
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
		if !w.traversal.seen[index(false)].has(c) && !w.decided(c, false) {
			w.push(c, false)
		}
	case over < w.score:
		return fmt.Errorf("the strategy ends with less than %d at %s", w.score, games.NotationOf(games.Game[S](w.game)).FormatState(s))
	}
	return nil
}
