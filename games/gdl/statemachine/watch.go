package statemachine

import (
	"slices"

	"zermelo/games/gdl/network"
)

// watching describes the outputs that a Play tracks. Most of these outputs are
// members of sets.
//
// The legal moves of a role often have a condition in common, the guard, such as the
// role's turn. The guard is not part of the tracked outputs; it is evaluated when
// the moves are listed. Otherwise, all moves would change whenever the turn passes.
type watching struct {
	*network.Tracking
	set      []int32          // by output: its set, or -1
	member   []int32          // by output: its number within the set
	sizes    []int            // by set
	moves    [][]guardedMoves // by role
	goals    []int            // by role: index of the output of its first goal
	terminal int
}

// guardedMoves is a set of moves that are legal if the output guard holds.
type guardedMoves struct{ set, guard int }

// differing is the set of fluents whose next value differs from the current one.
const differing = 0

func (l *Logic) watch() *watching {
	w := &watching{}
	var lits []network.Lit
	add := func(lit network.Lit, set, member int) int {
		lits = append(lits, lit)
		w.set, w.member = append(w.set, int32(set)), append(w.member, int32(member))
		return len(lits) - 1
	}
	for f, next := range l.Next {
		add(next, differing, f)
	}
	w.sizes = []int{len(l.Next)}
	for _, legal := range l.Legal {
		guard := l.guard(legal)
		w.moves = append(w.moves, []guardedMoves{
			{len(w.sizes), add(guard, -1, 0)},
			{len(w.sizes) + 1, add(network.True, -1, 0)},
		})
		for m, lit := range legal {
			if rest, ok := l.without(lit, guard); ok {
				add(rest, len(w.sizes), m)
			} else {
				add(lit, len(w.sizes)+1, m)
			}
		}
		w.sizes = append(w.sizes, len(legal), len(legal))
	}
	for _, goals := range l.Goals {
		w.goals = append(w.goals, len(lits))
		for _, g := range goals {
			add(g.Holds, -1, 0)
		}
	}
	w.terminal = add(l.Terminal, -1, 0)
	w.Tracking = l.Tracking(lits)
	return w
}

// guard returns the most frequent condition of the given conjunctions, or True if no
// two of them share a condition.
func (l *Logic) guard(lits []network.Lit) network.Lit {
	count := map[network.Lit]int{}
	best, most := network.True, 1
	for _, lit := range lits {
		if lit.Complemented() {
			continue
		}
		for _, f := range l.Fanins(lit.Node()) {
			if count[f]++; count[f] > most {
				best, most = f, count[f]
			}
		}
	}
	return best
}

// without removes the guard from a conjunction. It returns false if the guard is not
// one of the conjunction's conditions.
func (l *Logic) without(lit, guard network.Lit) (network.Lit, bool) {
	if lit.Complemented() || !slices.Contains(l.Fanins(lit.Node()), guard) {
		return lit, false
	}
	rest := slices.Clone(l.Fanins(lit.Node()))
	return l.And(slices.DeleteFunc(rest, func(f network.Lit) bool { return f == guard })...), true
}

// numberSet is an unordered set of small integers.
type numberSet struct {
	members []int32
	place   []int32 // by number: its index in members, or -1
}

func newNumberSet(size int) numberSet {
	return numberSet{place: slices.Repeat([]int32{-1}, size)}
}

// toggle adds n, or removes it if it is a member.
func (s *numberSet) toggle(n int32) {
	at := s.place[n]
	if at < 0 {
		s.place[n] = int32(len(s.members))
		s.members = append(s.members, n)
		return
	}
	last := s.members[len(s.members)-1]
	s.members[at] = last
	s.place[last] = at
	s.place[n] = -1
	s.members = s.members[:len(s.members)-1]
}

// copy sets s to other, which must have the same size.
func (s *numberSet) copy(other *numberSet) {
	s.members = append(s.members[:0], other.members...)
	copy(s.place, other.place)
}
