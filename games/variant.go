package games

import "fmt"

// ByState calls the function for the type of a variant's states and returns what
// that returns. It is the one place that tells the types apart: code that takes any
// variant goes on generically from here,
//
//	games.ByState(v, open[uint64], open[[2]uint64], open[[4]uint64])
//
// It panics for a variant that is no game, which breaks the contract.
func ByState[T any](v Variant, one func(Game[uint64]) T, two func(Game[[2]uint64]) T, four func(Game[[4]uint64]) T) T {
	switch g := v.(type) {
	case Game[uint64]:
		return one(g)
	case Game[[2]uint64]:
		return two(g)
	case Game[[4]uint64]:
		return four(g)
	}
	panic(fmt.Sprintf("games: %s is a %T, which is no game", v.Info().Name, v))
}

// WordsOf is how many 64-bit words a state of a variant has: 1, 2 or 4.
func WordsOf(v Variant) int {
	return ByState(v, wordsOf[uint64], wordsOf[[2]uint64], wordsOf[[4]uint64])
}

func wordsOf[S State](Game[S]) int { return Words[S]() }
