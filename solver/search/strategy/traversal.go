package strategy

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/search"
)

// traversal visits all positions that a strategy can meet, layer by layer, so that
// each is met for the last time before it is visited. Within a layer they are sorted,
// which finds those that are the same, and several threads visit them. Without layers it
// follows one line of play after the other.
type traversal[S games.State] struct {
	game    games.Game[S]
	layers  games.Layered[S] // nil if there are none
	piles   *piles[S]
	waiting map[int32]*[2]pile[S] // by layer, and by whether the player with the strategy is to move
	chosen  pile[S]               // positions with their moves
	marks   []atomic.Uint64       // a bit for each of some positions that were chosen, see mark
	met     int64                 // positions that were visited and are not decided at sight
}

// markShare is the part of the memory that the marks take.
const markShare = 4

// mark marks a position. Another one may have the same mark.
func (t *traversal[S]) mark(s S) {
	word, bit := t.markOf(s)
	word.Or(bit)
}

// marked reports whether a position was marked, or perhaps another one.
func (t *traversal[S]) marked(s S) bool {
	word, bit := t.markOf(s)
	return word.Load()&bit != 0
}

func (t *traversal[S]) markOf(s S) (word *atomic.Uint64, bit uint64) {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	i, _ := bits.Mul64(h*0xd6e8feb86659fd93, uint64(len(t.marks)))
	return &t.marks[i], 1 << (h & 63)
}

// visitBatch is how many positions a thread visits at once.
const visitBatch = 64

func newTraversal[S games.State](g games.Game[S], room Room) (*traversal[S], error) {
	layers, _ := g.(games.Layered[S])
	if layers == nil && search.Repeats(g) {
		return nil, fmt.Errorf("%s: there are no strategies of games whose positions can come back", g.Info().Name)
	}
	p := newPiles[S](room)
	return &traversal[S]{game: g, marks: make([]atomic.Uint64, p.room.Bytes/markShare/8), layers: layers, piles: p, waiting: map[int32]*[2]pile[S]{}}, nil
}

// index is where a player's positions are kept in pairs.
func index(mine bool) int {
	if mine {
		return 1
	}
	return 0
}

// run visits positions with all walkers, beginning with those that they have found, until
// none is left, and calls progress, if it is not nil, now and then.
func (t *traversal[S]) run(ctx context.Context, walkers []*walker[S], progress func(met int64), visit func(w int, e noted[S], mine bool) error) error {
	if t.layers == nil {
		return t.runLines(ctx, walkers[0], progress, visit)
	}
	defer t.end()
	if err := t.take(walkers); err != nil {
		return err
	}
	for len(t.waiting) > 0 {
		first := int32(-1)
		for layer := range t.waiting {
			if first < 0 || layer < first {
				first = layer
			}
		}
		layer := t.waiting[first]
		delete(t.waiting, first)
		for i := range layer {
			err := t.piles.each(&layer[i], func(block []noted[S]) error {
				err := parallel.For(ctx, len(walkers), len(block), visitBatch, func(w, from, to int) error {
					for _, e := range block[from:to] {
						if err := visit(w, e, i == index(true)); err != nil {
							return err
						}
					}
					walkers[w].findLayers()
					return nil
				})
				if err != nil {
					return err
				}
				if err := t.take(walkers); err != nil {
					return err
				}
				if progress != nil {
					progress(t.met)
				}
				return nil
			})
			t.piles.remove(&layer[i])
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// take takes over what walkers have found.
func (t *traversal[S]) take(walkers []*walker[S]) error {
	for _, w := range walkers {
		if err := t.count(w); err != nil {
			return err
		}
		w.findLayers()
		for i, list := range w.found {
			for from, to := 0, 0; from < len(list); from = to {
				number := w.layers[i][from]
				for to < len(list) && w.layers[i][to] == number {
					to++
				}
				layer := t.waiting[number]
				if layer == nil {
					layer = new([2]pile[S])
					t.waiting[number] = layer
				}
				if err := t.piles.add(&layer[i], list[from:to]...); err != nil {
					return err
				}
			}
			w.found[i], w.layers[i] = list[:0], w.layers[i][:0]
		}
	}
	return nil
}

// count takes over the moves that a walker has chosen, and its count.
func (t *traversal[S]) count(w *walker[S]) error {
	t.met += w.met
	err := t.piles.add(&t.chosen, w.chosen...)
	w.met, w.chosen = 0, w.chosen[:0]
	return err
}

// linesBytes is what the positions that runLines has met take at most, about.
const linesBytes = 1 << 30

// runLines is run for a game without layers, by one walker. Play by the strategy must not come
// back to a position: the moves could put the end off for ever, though each of them is good. It
// returns a *search.RepeatError then.
func (t *traversal[S]) runLines(ctx context.Context, w *walker[S], progress func(met int64), visit func(w int, e noted[S], mine bool) error) error {
	type at struct {
		s    S
		mine bool
	}
	type step struct {
		at
		left bool // all that play leads to from here was visited
	}
	over := map[at]bool{} // of those met; false as long as they are on the line
	most := linesBytes / (32 * (games.Words[S]() + 1))
	var open []step
	for {
		for i, list := range w.found {
			for _, e := range list {
				open = append(open, step{at: at{e.State, i == index(true)}})
			}
			w.found[i] = list[:0]
		}
		if len(open) == 0 {
			return nil
		}
		now := open[len(open)-1]
		open = open[:len(open)-1]
		if now.left {
			over[now.at] = true
			continue
		}
		if done, met := over[now.at]; met {
			if !done {
				return search.NewRepeatError(t.game, now.s)
			}
			continue
		}
		if len(over) == most {
			return fmt.Errorf("%s: a strategy without layers has more than %d positions", t.game.Info().Name, most)
		}
		over[now.at] = false
		open = append(open, step{now.at, true})
		if err := visit(0, noted[S]{State: now.s}, now.mine); err != nil {
			return err
		}
		if err := t.count(w); err != nil {
			return err
		}
		if len(over)%visitBatch == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(t.met)
			}
		}
	}
}

// end gives back what waits.
func (t *traversal[S]) end() {
	for _, layer := range t.waiting {
		t.piles.remove(&layer[0])
		t.piles.remove(&layer[1])
	}
	clear(t.waiting)
}
