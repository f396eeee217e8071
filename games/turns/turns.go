// Package turns holds what games share in which two players take turns: the bit
// of a state that tells whose turn it is, the texts of positions, and whole games
// in which both players have the same moves.
package turns

import "zermelo/games"

// Bit is the bit of a state's first word that is set when role 1 is to move.
const Bit = uint64(1) << 63

// Mover is the role to move at a state of one word.
func Mover(s uint64) int { return int(s >> 63) }

// InBit is embedded by games whose states have the turn in Bit.
type InBit[S games.State] struct{}

// Movers appends the role to move, as Bit tells it.
func (InBit[S]) Movers(dst []int8, src []S) []int8 {
	words, all := games.Words[S](), games.AllBits(src)
	for i := 0; i < len(all); i += words {
		dst = append(dst, int8(all[i]>>63))
	}
	return dst
}

// Movers appends the role to move at each state, as mover tells it.
func Movers[S games.State](dst []int8, src []S, mover func(S) int) []int8 {
	for _, s := range src {
		dst = append(dst, int8(mover(s)))
	}
	return dst
}

// NoOrbits is embedded by games whose only symmetry exchanges the players, which
// no position at the start of a game allows.
type NoOrbits[S games.State] struct{}

// Orbits appends 1 for each state.
func (NoOrbits[S]) Orbits(dst []int32, src []S) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}

// positions is the part of a game that writes its start.
type positions[S games.State] interface {
	Start() S
	FormatState(S) string
}

// Parsed is what a game's ParseState returns: what was read of a text or, if
// that failed, an InputError with the text, the cause and how the start is
// written.
func Parsed[S games.State](g positions[S], text string, s S, err error) (S, error) {
	if err != nil {
		var none S
		return none, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}
