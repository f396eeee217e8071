package batch

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// Expand appends the children of each state to dst and their ends to ends; see
// games.Game.
func (b *Evaluator[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for len(src) > 0 {
		states := src[:min(network.Lanes, len(src))]
		src = src[len(states):]
		b.findLegal(s, states)
		count := int32(len(dst))
		for i := range states {
			if b.choices(s, i) {
				for _, row := range s.lists[0] {
					for _, column := range s.lists[1] {
						s.pairs = append(s.pairs, pair{int32(i), [games.MaxRoles]int32{row, column}})
						if len(s.pairs) == network.Lanes {
							dst = b.advance(dst, s, states)
						}
					}
				}
				count += int32(len(s.lists[0]) * len(s.lists[1]))
			}
			ends = append(ends, count)
		}
		dst = b.advance(dst, s, states)
	}
	return dst, ends
}

// advance appends the next state of each pair and removes the pairs.
func (b *Evaluator[S]) advance(dst []S, s *scratch, states []S) []S {
	if len(s.pairs) == 0 {
		return dst
	}
	// The children's place first holds their parents.
	from := len(dst)
	for i := range s.pairs {
		dst = append(dst, states[s.pairs[i].state])
	}
	children := dst[from:]
	// Among the slots of the moves are some of the state.
	clear(s.step[b.doesFrom:b.doesEnd])
	load(s.step, b.stepState, children)
	for r, does := range b.does {
		for i := range s.pairs {
			if slot := does[s.pairs[i].moves[r]]; slot >= 0 {
				s.step[slot][i/64] |= 1 << (i % 64)
			}
		}
	}
	b.step.Run(s.step)
	width := wordCount[S]()
	all := Words(children)
	for k := range width {
		for w := 0; 64*w < len(children); w++ {
			var m [64]uint64
			for i := range max(0, min(64, len(b.stepState)-64*k)) {
				m[i] = signal(s.step, b.step.Output(64*k+i), w)
			}
			network.Transpose(&m)
			for i := range min(64, len(children)-64*w) {
				all[(64*w+i+1)*width-1-k] = m[i]
			}
		}
	}
	s.pairs = s.pairs[:0]
	return dst
}

// Stages appends who plays in each state, by the legal moves: the role that has
// several, or where each has one, the role whose move is not one of waiting. It also
// appends how many moves role 0 has. Where the play is over, both are 0.
func (b *Evaluator[S]) Stages(movers []int8, rows []int32, src []S, waits func(role int, move int32) bool) ([]int8, []int32) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for len(src) > 0 {
		states := src[:min(network.Lanes, len(src))]
		src = src[len(states):]
		b.findLegal(s, states)
		for i := range states {
			mover, n, lists := int8(0), 0, &s.lists
			if b.choices(s, i) {
				n = len(lists[0])
				switch {
				case b.roles == 1:
				case n > 1 && len(lists[1]) > 1:
					mover = games.Both
				case n > 1:
				case len(lists[1]) > 1 || waits(0, lists[0][0]):
					mover = 1
				case !waits(1, lists[1][0]):
					mover = games.Both
				}
			}
			movers, rows = append(movers, mover), append(rows, int32(n))
		}
	}
	return movers, rows
}

// Payoffs calls give with the value of each goal that holds for each state.
func (b *Evaluator[S]) Payoffs(src []S, give func(i, role, value int)) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for from := 0; from < len(src); from += network.Lanes {
		states := src[from:min(from+network.Lanes, len(src))]
		load(s.score, b.scoreState, states)
		b.score.Run(s.score)
		output := 0
		for r, goals := range b.goals {
			for _, g := range goals {
				for w := 0; 64*w < len(states); w++ {
					m := signal(s.score, b.score.Output(output), w)
					if n := len(states) - 64*w; n < 64 {
						m &= 1<<n - 1
					}
					for ; m != 0; m &= m - 1 {
						give(from+64*w+bits.TrailingZeros64(m), r, g.Value)
					}
				}
				output++
			}
		}
	}
}

// Moves are the legal moves of each role in one state, nil if the play is over
// there.
func (b *Evaluator[S]) Moves(state S) [games.MaxRoles][]int32 {
	var lists [games.MaxRoles][]int32
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	b.findLegal(s, []S{state})
	if b.choices(s, 0) {
		for r := range lists {
			lists[r] = slices.Clone(s.lists[r])
		}
	}
	return lists
}
