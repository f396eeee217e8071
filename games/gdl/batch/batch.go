// Package batch evaluates packed states, network.Lanes at a time.
//
// An Evaluator computes the children, legal moves and payoffs of states.
// Evaluator.Explore visits all states of a small game. RandomPlays plays random
// games on a machine without packing its states.
package batch

import (
	"math/bits"
	"sync"
	"unsafe"

	"zermelo/games"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/statemachine"
)

// Wide and Widest are packed states larger than any games.State.
type (
	Wide   [16]uint64
	Widest [64]uint64
)

// State is the constraint for packed states.
type State interface {
	games.State | Wide | Widest
}

func wordCount[S State]() int {
	var s S
	return int(unsafe.Sizeof(s)) / 8
}

// Words returns the words of all states in order. The result shares the memory of
// states.
func Words[S State](states []S) []uint64 {
	if len(states) == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&states[0])), len(states)*wordCount[S]())
}

// Evaluator evaluates packed states. It is safe for concurrent use. In a state of n
// words, bit b is bit b%64 of word n-1-b/64, so the order of states is numeric.
type Evaluator[S State] struct {
	roles   int
	players int              // roles except random
	look    lookup           // computes the legal moves and whether the state is terminal
	score   *network.Program // computes the goals
	step    *network.Program // computes the next state
	// Slots of the state's bits in each program; -1 for unused bits.
	scoreState, stepState []int32
	does                  [][]int32             // by role and move: slot in step; -1 if step does not use it
	doesFrom, doesEnd     int32                 // the range of slots that includes all moves
	goals                 [][]statemachine.Goal // by role, in the order of the outputs of score
	pool                  sync.Pool             // of *scratch
}

// lookup computes the legal moves in a state, and whether the state is terminal.
type lookup struct {
	*network.Program
	state    []int32
	moves    []int // number of moves of each role
	terminal int   // index of the output; the outputs before it are the legal moves by role
}

type scratch struct {
	look, score, step []network.Block
	masks             [][]uint64 // by role: legal moves of each state, one bit per move, maskWords words per state
	over              network.Block
	lists             [games.MaxRoles][]int32
	// Pending joint moves: the parent, and a move for each role.
	parents []int32
	moves   [games.MaxRoles][]int32
}

// New returns an evaluator for a logic over packed states.
func New[S State](l *pack.Logic) *Evaluator[S] {
	b := &Evaluator[S]{roles: len(l.Legal), players: l.Players, goals: l.Goals}
	var lits []network.Lit
	for _, legal := range l.Legal {
		b.look.moves = append(b.look.moves, len(legal))
		lits = append(lits, legal...)
	}
	b.look.terminal = len(lits)
	b.look.Program = l.Compile(append(lits, l.Terminal))
	b.look.state = b.look.Inputs(l.State)
	lits = nil
	for _, goals := range l.Goals {
		for _, g := range goals {
			lits = append(lits, g.Holds)
		}
	}
	b.score = l.Compile(lits)
	b.scoreState = b.score.Inputs(l.State)
	b.step = l.Compile(l.NextState)
	b.stepState = b.step.Inputs(l.State)
	b.doesFrom, b.doesEnd = 1, 1
	for _, does := range l.Does {
		// Some moves have no slot: the second of two moves is the complement of the
		// first, an only move is not an input, and waiting follows from other moves.
		list := b.step.Inputs(does)
		for _, at := range list {
			if at >= 0 {
				if b.doesFrom == b.doesEnd {
					b.doesFrom, b.doesEnd = at, at
				}
				b.doesFrom, b.doesEnd = min(b.doesFrom, at), max(b.doesEnd, at+1)
			}
		}
		b.does = append(b.does, list)
	}
	b.pool.New = func() any { return b.newScratch() }
	return b
}

func (b *Evaluator[S]) newScratch() *scratch {
	s := &scratch{
		look: make([]network.Block, b.look.Slots), score: make([]network.Block, b.score.Slots), step: make([]network.Block, b.step.Slots),
	}
	for _, n := range b.look.moves {
		s.masks = append(s.masks, make([]uint64, network.Lanes*maskWords(n)))
	}
	return s
}

func maskWords(n int) int { return (n + 63) / 64 }

// spread writes n copies of a state to the slots of its bits, where n is at most
// network.Lanes.
func spread[S State](slots []network.Block, at []int32, state S, n int) {
	words := Words([]S{state})
	for b, slot := range at {
		if slot < 0 {
			continue
		}
		bit := -(words[len(words)-1-b/64] >> (b % 64) & 1)
		for w := 0; 64*w < n; w++ {
			slots[slot][w] = bit
		}
	}
}

// load writes at most network.Lanes states to the slots of their bits.
func load[S State](slots []network.Block, at []int32, states []S) {
	if len(states) == 1 {
		spread(slots, at, states[0], 1)
		return
	}
	width := wordCount[S]()
	all := Words(states)
	for w := 0; 64*w < len(states); w++ {
		for k := 0; 64*k < len(at); k++ {
			var m [64]uint64
			n := min(64, len(states)-64*w)
			for i := range n {
				m[i] = all[(64*w+i+1)*width-1-k]
			}
			network.TransposeRows(&m, n)
			for b, slot := range at[64*k : min(64*k+64, len(at))] {
				if slot >= 0 {
					slots[slot][w] = m[b]
				}
			}
		}
	}
}

// lookAt runs the lookup program on at most network.Lanes states and sets s.over.
func (b *Evaluator[S]) lookAt(s *scratch, states []S) {
	load(s.look, b.look.state, states)
	b.look.Run(s.look, len(states))
	for w := range s.over {
		s.over[w] = b.look.Output(b.look.terminal).Word(s.look, w)
	}
}

// findLegal sets s.masks and s.over for at most network.Lanes states.
func (b *Evaluator[S]) findLegal(s *scratch, states []S) {
	b.lookAt(s, states)
	output := 0
	for r, n := range b.look.moves {
		width := maskWords(n)
		for k := range width {
			for w := 0; 64*w < len(states); w++ {
				var m [64]uint64
				count := min(64, len(states)-64*w)
				b.look.Columns(&m, s.look, output+64*k, min(64, n-64*k), w, count)
				for i := range count {
					s.masks[r][(64*w+i)*width+k] = m[i]
				}
			}
		}
		output += n
	}
}

// countLegal sets counts to the number of joint moves of each state in word w.
// Terminal states have none. The moves of a role are counted in bit-sliced form: bit
// i of planes[p] is binary digit p of the count for state i.
func (b *Evaluator[S]) countLegal(counts []int32, s *scratch, w int) {
	for i := range counts {
		counts[i] = int32(^s.over[w] >> i & 1)
	}
	output := 0
	for _, n := range b.look.moves {
		var planes [32]uint64
		for range n {
			carry := b.look.Output(output).Word(s.look, w)
			output++
			for p := 0; carry != 0; p++ {
				planes[p], carry = planes[p]^carry, planes[p]&carry
			}
		}
		used := bits.Len(uint(n))
		for used > 0 && planes[used-1] == 0 {
			used--
		}
		for i := range counts {
			count := int32(0)
			for p, plane := range planes[:used] {
				count |= int32(plane>>i&1) << p
			}
			counts[i] *= count
		}
	}
}

// legal appends the legal moves of a role in state i, in ascending order. The total
// number of the role's moves is n.
func (s *scratch) legal(dst []int32, n, role, i int) []int32 {
	width := maskWords(n)
	for k, m := range s.masks[role][i*width : (i+1)*width] {
		for ; m != 0; m &= m - 1 {
			dst = append(dst, int32(64*k+bits.TrailingZeros64(m)))
		}
	}
	return dst
}

func (s *scratch) isOver(i int) bool { return s.over[i/64]>>(i%64)&1 == 1 }

// choices sets s.lists to the legal moves of each role in state i. It returns false
// if the state is terminal or a role has no legal move.
func (b *Evaluator[S]) choices(s *scratch, i int) bool {
	if s.isOver(i) {
		return false
	}
	for r := range b.roles {
		s.lists[r] = s.legal(s.lists[r][:0], b.look.moves[r], r, i)
		if len(s.lists[r]) == 0 {
			return false
		}
	}
	return true
}

// plies returns the number of joint moves that can be formed from s.lists.
func (b *Evaluator[S]) plies(s *scratch) int {
	n := 1
	for _, list := range s.lists[:b.roles] {
		n *= len(list)
	}
	return n
}
