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
	node      games.Node[S]
	found     []step[S] // to be visited later
	// Buffers of expand.
	one             []S
	children, below []S
	ends            []int32
	swaps           []bool
	payoffs         []games.Payoff
	over            []int
}

func newWalker[S games.State](t *traversal[S], g games.Searcher[S], score int) *walker[S] {
	return &walker[S]{traversal: t, game: g, canon: games.CanonizerOf(games.Game[S](g)), score: score, one: make([]S, 1)}
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

// sight is what can be seen of a position that is not over.
func (w *walker[S]) sight(s S) *games.Node[S] {
	w.game.Look(&w.node, s, w.score-1, w.score)
	if w.node.Low < w.score && w.node.High > -w.score {
		// The other side of the window.
		low, high := w.node.Low, w.node.High
		w.game.Look(&w.node, s, -w.score, 1-w.score)
		w.node.Low, w.node.High = max(low, w.node.Low), min(high, w.node.High)
	}
	return &w.node
}

// decided reports whether the player with the strategy gets enough at a
// position at sight.
func (w *walker[S]) decided(s S, mine bool) bool {
	n := w.sight(s)
	if mine {
		return n.Low >= w.score
	}
	return n.High <= -w.score
}

// open is the score of a child where the game goes on.
const open = -1 << 30

// expand returns the canonical children of s, and for each where the game is
// over the score of the player to move at s, else open. They are valid until
// the next call.
func (w *walker[S]) expand(s S) (children []S, over []int) {
	w.one[0] = s
	w.children, w.ends = w.game.Expand(w.children[:0], w.ends[:0], w.one)
	n := len(w.children)
	w.below, w.ends = w.game.Expand(w.below[:0], w.ends[:0], w.children)
	w.over = w.over[:0]
	mover, from := -1, int32(0)
	for i, end := range w.ends {
		score := open
		if end == from {
			if mover < 0 {
				mover = games.Mover[S](w.game, s)
			}
			w.payoffs = w.game.Payoffs(w.payoffs[:0], w.children[i:i+1])
			score = search.ScoreOf(w.game.Info().Total, w.payoffs[0][mover])
		}
		w.over = append(w.over, score)
		from = end
	}
	for len(w.swaps) < n {
		w.swaps = append(w.swaps, false)
	}
	w.canon.Canonize(w.children, w.swaps[:n])
	return w.children, w.over
}

// replies visits all positions that the other player can move to from s.
func (w *walker[S]) replies(s S) error {
	children, over := w.expand(s)
	for i, c := range children {
		switch {
		case over[i] == open:
			if !w.decided(c, true) {
				w.push(c, true)
			}
		case -over[i] < w.score:
			return fmt.Errorf("%s: a reply at %s ends with less than %d for the player with the strategy", w.game.Info().Name,
				games.NotationOf(games.Game[S](w.game)).FormatState(s), w.score)
		}
	}
	return nil
}
