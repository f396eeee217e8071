package batch

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// Expand appends the children of each state in src; see games.Game.
func (b *Evaluator[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for states := range slices.Chunk(src, network.Lanes) {
		b.findLegal(s, states)
		count := int32(len(dst))
		for i := range states {
			if b.choices(s, i) {
				plies := b.plies(s)
				for at := 0; at < plies; {
					n := min(plies-at, network.Lanes-len(s.parents))
					b.addPlies(s, int32(i), at, n)
					if at += n; len(s.parents) == network.Lanes {
						dst = b.advance(dst, s, states)
					}
				}
				count += int32(plies)
			}
			ends = append(ends, count)
		}
		dst = b.advance(dst, s, states)
	}
	return dst, ends
}

// CountMoves appends the number of children of each state in src.
func (b *Evaluator[S]) CountMoves(dst []int32, src []S) []int32 {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for states := range slices.Chunk(src, network.Lanes) {
		b.lookAt(s, states)
		for w := 0; 64*w < len(states); w++ {
			from := len(dst)
			dst = append(dst, make([]int32, min(64, len(states)-64*w))...)
			b.countLegal(dst[from:], s, w)
		}
	}
	return dst
}

// addPlies adds n joint moves of a state to the pending ones, starting with joint
// move number at. The move of the last role varies fastest.
func (b *Evaluator[S]) addPlies(s *scratch, state int32, at, n int) {
	for range n {
		s.parents = append(s.parents, state)
	}
	step := 1
	for r := b.roles - 1; r >= 0; r-- {
		list, moves := s.lists[r], s.moves[r]
		move, left := at/step%len(list), step-at%step
		for range n {
			moves = append(moves, list[move])
			if left--; left == 0 {
				left = step
				if move++; move == len(list) {
					move = 0
				}
			}
		}
		s.moves[r] = moves
		step *= len(list)
	}
}

// advance appends the child for each pending joint move and clears these moves.
func (b *Evaluator[S]) advance(dst []S, s *scratch, states []S) []S {
	if len(s.parents) == 0 {
		return dst
	}
	// The children overwrite their parents.
	from := len(dst)
	for _, parent := range s.parents {
		dst = append(dst, states[parent])
	}
	children := dst[from:]
	// The range also contains slots of the state, which are set next.
	clear(s.step[b.doesFrom:b.doesEnd])
	if len(states) == 1 {
		spread(s.step, b.stepState, states[0], len(children))
	} else {
		load(s.step, b.stepState, children)
	}
	for r, does := range b.does {
		for i, move := range s.moves[r] {
			if slot := does[move]; slot >= 0 {
				s.step[slot][i/64] |= 1 << (i % 64)
			}
		}
		s.moves[r] = s.moves[r][:0]
	}
	b.step.Run(s.step, len(children))
	width := wordCount[S]()
	all := Words(children)
	for k := range width {
		for w := 0; 64*w < len(children); w++ {
			var m [64]uint64
			n := min(64, len(children)-64*w)
			b.step.Columns(&m, s.step, 64*k, min(64, len(b.stepState)-64*k), w, n)
			for i := range n {
				all[(64*w+i+1)*width-1-k] = m[i]
			}
		}
	}
	s.parents = s.parents[:0]
	return dst
}

// Mixed is appended to movers if random and a player both have several legal moves.
const Mixed int8 = -3

// Stages appends the role to move in each state to movers. It also appends, to rows,
// the numbers of legal moves of all players except the last, or of the only player. The
// role to move is the only role with several legal moves; for random, it is games.Chance.
// If there is none, it is a player whose move is not a wait. Stages appends games.Both
// only if atOnce is true. If the play has ended, it appends zeros.
func (b *Evaluator[S]) Stages(movers []int8, rows []int32, src []S, waits func(role int, move int32) bool, atOnce bool) ([]int8, []int32) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for states := range slices.Chunk(src, network.Lanes) {
		b.findLegal(s, states)
		for i := range states {
			mover, lists := int8(0), s.lists[:b.players]
			going := b.choices(s, i)
			if going {
				choosers, active := 0, 0
				chooser, last := 0, b.players-1 // last role with a choice, and last role whose only move is not a wait
				for r, list := range lists {
					switch {
					case len(list) > 1:
						chooser, choosers = r, choosers+1
					case !waits(r, list[0]):
						last, active = r, active+1
					}
				}
				switch {
				case b.isRandom(s) && choosers > 0:
					mover = Mixed
				case b.isRandom(s):
					mover = games.Chance
				case choosers == 1:
					mover = int8(chooser)
				case atOnce && (choosers > 1 || active > 1):
					mover = games.Both
				default:
					mover = int8(last)
				}
			}
			movers = append(movers, mover)
			for _, list := range lists[:max(1, b.players-1)] {
				n := int32(0)
				if going {
					n = int32(len(list))
				}
				rows = append(rows, n)
			}
		}
	}
	return movers, rows
}

// isRandom reports whether random has several legal moves in s.lists.
func (b *Evaluator[S]) isRandom(s *scratch) bool {
	return b.players < b.roles && len(s.lists[b.players]) > 1
}

// Payoffs calls give for each goal that holds in a state in src. The arguments are
// the state's index, the role and the goal's value.
func (b *Evaluator[S]) Payoffs(src []S, give func(i, role, value int)) {
	s := b.pool.Get().(*scratch)
	defer b.pool.Put(s)
	for from := 0; from < len(src); from += network.Lanes {
		states := src[from:min(from+network.Lanes, len(src))]
		load(s.score, b.scoreState, states)
		b.score.Run(s.score, len(states))
		output := 0
		for r, goals := range b.goals {
			for _, g := range goals {
				for w := 0; 64*w < len(states); w++ {
					m := b.score.Output(output).Word(s.score, w)
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

// Moves returns the legal moves of each role in a state, or nil lists if the play
// has ended.
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
