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

// traversal visits all positions that can arise under a strategy. In a layered game
// it proceeds layer by layer, so that all notes on a position are known before the
// position is visited. Several threads visit the sorted positions of a layer. In a
// game without layers, the traversal is depth-first.
type traversal[S games.State] struct {
	game      games.Game[S]
	layers    games.Layered[S] // nil if the game has no layers
	spillSets *spillSets[S]
	pending   map[int32]*[2]spillSet[S] // positions to visit, by layer and index(mine)
	chosen    spillSet[S]               // positions with their chosen moves
	marks     []atomic.Uint64           // Bloom filter of chosen positions; see mark
	visited   int64                     // number of visited positions that Look does not decide
}

const markShare = 4 // inverse of the fraction of memory used for marks

func (t *traversal[S]) mark(s S) {
	word, bit := t.markBit(s)
	word.Or(bit)
}

// marked reports whether a position may have been marked.
func (t *traversal[S]) marked(s S) bool {
	word, bit := t.markBit(s)
	return word.Load()&bit != 0
}

func (t *traversal[S]) markBit(s S) (word *atomic.Uint64, bit uint64) {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	i, _ := bits.Mul64(h*0xd6e8feb86659fd93, uint64(len(t.marks)))
	return &t.marks[i], 1 << (h & 63)
}

const visitBatch = 64 // number of positions per unit of work

func newTraversal[S games.State](g games.Game[S], room Room) (*traversal[S], error) {
	layers, _ := g.(games.Layered[S])
	if layers == nil && search.Repeats(g) {
		return nil, fmt.Errorf("%s: strategies are not supported if positions can repeat", g.Info().Name)
	}
	p := newSpillSets[S](room)
	return &traversal[S]{game: g, marks: make([]atomic.Uint64, p.room.Bytes/markShare/8), layers: layers, spillSets: p, pending: map[int32]*[2]spillSet[S]{}}, nil
}

func index(mine bool) int {
	if mine {
		return 1
	}
	return 0
}

// run visits the positions found by the walkers, including those found during visits,
// until none are left. It calls progress, if not nil, periodically.
func (t *traversal[S]) run(ctx context.Context, walkers []*walker[S], progress func(visited int64), visit func(w int, e item[S], mine bool) error) error {
	if t.layers == nil {
		return t.runLines(ctx, walkers[0], progress, visit)
	}
	defer t.release()
	if err := t.collect(walkers); err != nil {
		return err
	}
	for len(t.pending) > 0 {
		first := int32(-1)
		for layer := range t.pending {
			if first < 0 || layer < first {
				first = layer
			}
		}
		layer := t.pending[first]
		delete(t.pending, first)
		for i := range layer {
			err := t.spillSets.each(&layer[i], func(block []item[S]) error {
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
				if err := t.collect(walkers); err != nil {
					return err
				}
				if progress != nil {
					progress(t.visited)
				}
				return nil
			})
			t.spillSets.remove(&layer[i])
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// collect transfers the positions and moves found by the walkers to the traversal.
func (t *traversal[S]) collect(walkers []*walker[S]) error {
	for _, w := range walkers {
		if err := t.collectMoves(w); err != nil {
			return err
		}
		w.findLayers()
		for i, list := range w.found {
			for from, to := 0, 0; from < len(list); from = to {
				number := w.layers[i][from]
				for to < len(list) && w.layers[i][to] == number {
					to++
				}
				layer := t.pending[number]
				if layer == nil {
					layer = new([2]spillSet[S])
					t.pending[number] = layer
				}
				if err := t.spillSets.add(&layer[i], list[from:to]...); err != nil {
					return err
				}
			}
			w.found[i], w.layers[i] = list[:0], w.layers[i][:0]
		}
	}
	return nil
}

// collectMoves transfers a walker's chosen moves and its number of visited positions
// to the traversal.
func (t *traversal[S]) collectMoves(w *walker[S]) error {
	t.visited += w.visited
	err := t.spillSets.add(&t.chosen, w.chosen...)
	w.visited, w.chosen = 0, w.chosen[:0]
	return err
}

const maxLineBytes = 1 << 30 // memory limit for the positions visited by runLines

// runLines is the variant of run for games without layers. It uses a single walker.
// It returns a *search.RepeatError if a position repeats, because the strategy's
// moves could then postpone the end of the game forever.
func (t *traversal[S]) runLines(ctx context.Context, w *walker[S], progress func(visited int64), visit func(w int, e item[S], mine bool) error) error {
	type at struct {
		s    S
		mine bool
	}
	type step struct {
		at
		exit bool // all successors have been visited
	}
	finished := map[at]bool{} // visited positions; false while on the current line
	limit := maxLineBytes / (32 * (games.Words[S]() + 1))
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
		if now.exit {
			finished[now.at] = true
			continue
		}
		if done, visited := finished[now.at]; visited {
			if !done {
				return search.NewRepeatError(t.game, now.s)
			}
			continue
		}
		if len(finished) == limit {
			return fmt.Errorf("%s: strategy exceeds %d positions, the limit for games without layers", t.game.Info().Name, limit)
		}
		finished[now.at] = false
		open = append(open, step{now.at, true})
		if err := visit(0, item[S]{State: now.s}, now.mine); err != nil {
			return err
		}
		if err := t.collectMoves(w); err != nil {
			return err
		}
		if len(finished)%visitBatch == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(t.visited)
			}
		}
	}
}

func (t *traversal[S]) release() {
	for _, layer := range t.pending {
		t.spillSets.remove(&layer[0])
		t.spillSets.remove(&layer[1])
	}
	clear(t.pending)
}
