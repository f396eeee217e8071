package strategy

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search"
)

// traversal visits with several threads all positions that a strategy can
// meet. Positions that Look decides at sight for the player with the strategy
// are not visited.
type traversal[S games.State] struct {
	seen  [2]noteSet[S] // positions met, by whether the player with the strategy is to move
	count atomic.Int64  // of them

	mu      sync.Mutex
	wake    sync.Cond
	stack   []step[S] // to be visited
	working int       // threads that visit a position
	failed  bool
}

type step[S games.State] struct {
	state S
	mine  bool
}

func newTraversal[S games.State]() *traversal[S] {
	t := &traversal[S]{}
	t.wake.L = &t.mu
	return t
}

// walker is one thread of a traversal. It knows the rules, and nothing of searching.
type walker[S games.State] struct {
	traversal *traversal[S]
	game      games.Searcher[S]
	canon     games.Canonizer[S]
	score     int
	oneWindow bool // one question tells all scores apart
	node      games.Node[S]
	found     []step[S] // to be visited later
	// Buffers of expand and endings.
	one, played, children []S
	below                 []S
	ends                  []int32
	swaps                 []bool
	payoffs               []games.Payoff
	fresh                 []int
	scores                []int
}

func newWalker[S games.State](t *traversal[S], g games.Searcher[S], score int) *walker[S] {
	return &walker[S]{
		traversal: t, game: g, canon: games.CanonizerOf(games.Game[S](g)), score: score,
		oneWindow: search.WinOrLose(g.Info()), one: make([]S, 1),
	}
}

// index is where a player's positions are kept in pairs.
func index(mine bool) int {
	if mine {
		return 1
	}
	return 0
}

// unnoted is the note of a position of which nothing is known but that it was met.
const unnoted = 1

// push visits a canonical position later, unless it was met before.
func (w *walker[S]) push(s S, mine bool) {
	if w.traversal.seen[index(mine)].add(s, unnoted) {
		w.found = append(w.found, step[S]{s, mine})
		w.traversal.count.Add(1)
	}
}

// run visits positions with all walkers, beginning with root, until none is
// left. Each calls its visit.
func (t *traversal[S]) run(ctx context.Context, root step[S], walkers []*walker[S], visit []func(step[S]) error) error {
	walkers[0].push(root.state, root.mine)
	t.stack = append(t.stack, walkers[0].found...)
	walkers[0].found = walkers[0].found[:0]
	group, gctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(gctx, func() { t.finish(nil, true) })()
	for i, w := range walkers {
		group.Go(func() error {
			for {
				at, ok := t.next()
				if !ok {
					return gctx.Err()
				}
				err := visit[i](at)
				t.finish(w, err != nil)
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// next takes the position that was found last: those near each other in the
// game are visited near each other in time. It waits while others may find
// more, and reports false at the end.
func (t *traversal[S]) next() (step[S], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.stack) == 0 && t.working > 0 && !t.failed {
		t.wake.Wait()
	}
	if len(t.stack) == 0 || t.failed {
		return step[S]{}, false
	}
	last := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	t.working++
	return last, true
}

// finish hands over what a walker has found, or says that all is to end.
func (t *traversal[S]) finish(w *walker[S], failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = t.failed || failed
	if w != nil {
		t.working--
		t.stack = append(t.stack, w.found...)
		w.found = w.found[:0]
	}
	if failed || len(t.stack) > 0 || t.working == 0 {
		t.wake.Broadcast()
	}
}

// decided reports whether the player with the strategy gets enough at a position at
// sight, by what Look says when it is asked about the score of either player.
func (w *walker[S]) decided(s S, mine bool) bool {
	alpha := w.score - 1
	if !mine {
		alpha = -w.score
	}
	for range 2 {
		w.game.Look(&w.node, s, alpha, alpha+1)
		if mine && w.node.Low >= w.score || !mine && w.node.High <= -w.score {
			return true
		}
		if w.oneWindow {
			break
		}
		alpha = -1 - alpha
	}
	return false
}

// expand returns the canonical children of s, until the next call.
func (w *walker[S]) expand(s S) []S {
	w.one[0] = s
	w.played, w.ends = w.game.Expand(w.played[:0], w.ends[:0], w.one)
	w.children = append(w.children[:0], w.played...)
	for len(w.swaps) < len(w.children) {
		w.swaps = append(w.swaps, false)
	}
	w.canon.Canonize(w.children, w.swaps[:len(w.children)])
	return w.children
}

// unfinished is the score of a child where the game goes on.
const unfinished = -1 << 30

// endings returns for some of the children that expand found the score of the player
// to move at s if the game is over there, else unfinished. It is valid until the next call.
func (w *walker[S]) endings(s S, which ...int) []int {
	w.below, w.scores = w.below[:0], w.scores[:0]
	for _, i := range which {
		w.below = append(w.below, w.played[i])
	}
	n := len(which)
	w.below, w.ends = w.game.Expand(w.below, w.ends[:0], w.below[:n])
	from := int32(n)
	for i, end := range w.ends {
		score := unfinished
		if end == from {
			w.payoffs = w.game.Payoffs(w.payoffs[:0], w.below[i:i+1])
			score = search.ScoreOf(w.game.Info().Total, w.payoffs[0][games.Mover[S](w.game, s)])
		}
		w.scores = append(w.scores, score)
		from = end
	}
	return w.scores
}

// all numbers the children that expand has found.
func (w *walker[S]) all() []int {
	w.fresh = w.fresh[:0]
	for i := range w.children {
		w.fresh = append(w.fresh, i)
	}
	return w.fresh
}

// replies visits all positions that the other player can move to from s.
func (w *walker[S]) replies(s S) error {
	w.fresh = w.fresh[:0]
	for i, c := range w.expand(s) {
		if !w.traversal.seen[index(true)].has(c) {
			w.fresh = append(w.fresh, i)
		}
	}
	for i, over := range w.endings(s, w.fresh...) {
		switch c := w.children[w.fresh[i]]; {
		case over == unfinished:
			if !w.decided(c, true) {
				w.push(c, true)
			}
		case -over < w.score:
			return fmt.Errorf("%s: a reply at %s ends with less than %d for the player with the strategy", w.game.Info().Name,
				games.NotationOf(games.Game[S](w.game)).FormatState(s), w.score)
		}
	}
	return nil
}
