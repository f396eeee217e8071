package games

// CanonizerOf returns the game's symmetries, or those of a game that has none.
func CanonizerOf[S State](g Game[S]) Canonizer[S] {
	if c, ok := any(g).(Canonizer[S]); ok {
		return c
	}
	return asymmetric[S]{}
}

// asymmetric is the symmetry of games where every state stands for itself.
type asymmetric[S State] struct{}

func (asymmetric[S]) Canonize(_ []S, swaps []bool) { clear(swaps) }

func (asymmetric[S]) Orbits(dst []int32, src []S) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}

// Canonical returns the canonical state of one state, and whether the way
// there exchanges the roles.
func Canonical[S State](g Game[S], s S) (S, bool) {
	states, swaps := []S{s}, []bool{false}
	CanonizerOf(g).Canonize(states, swaps)
	return states[0], swaps[0]
}
