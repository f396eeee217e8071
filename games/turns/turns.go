// Package turns holds what games share in which two players take turns: the bit
// of a state that tells whose turn it is, methods that many games would write
// alike, the texts of positions, and whole games in which both players have the
// same moves.
package turns

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
)

// Bit is the bit of a state's first word that is set when role 1 is to move.
const Bit = uint64(1) << 63

// Mover is the role to move at a state of one word.
func Mover(s uint64) int { return int(s >> 63) }

// Base is embedded by games for two methods of games.Game.
type Base[S games.State] struct {
	About games.Info // what Info returns
	First S          // what Start returns
}

// Info says what the variant is.
func (b *Base[S]) Info() *games.Info { return &b.About }

// Start is the first position.
func (b *Base[S]) Start() S { return b.First }

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

// Each appends what a function says of each state.
func Each[S games.State, T any](dst []T, src []S, of func(S) T) []T {
	for _, s := range src {
		dst = append(dst, of(s))
	}
	return dst
}

// Plies is embedded by games in which the number of plies so far, which it
// returns, tells whose turn it is. Layers are plies.
type Plies[S games.State] func(S) int

// Movers appends the role to move.
func (plies Plies[S]) Movers(dst []int8, src []S) []int8 {
	for _, s := range src {
		dst = append(dst, int8(plies(s)&1))
	}
	return dst
}

// Layers appends the number of plies.
func (plies Plies[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(plies(s)))
	}
	return dst
}

// Span is 1.
func (Plies[S]) Span() int { return 1 }

// Winner is embedded by games that pay 100 to a winner, or 50 to both players in a
// draw. It returns the role that has won a state where the game is over, or -1.
type Winner[S games.State] func(S) int

// Payoffs appends 100 for the winner and 0 for the loser, or 50 for both.
func (winner Winner[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	for _, s := range src {
		p := games.Payoff{50, 50}
		if w := winner(s); w >= 0 {
			p = games.Payoff{}
			p[w] = 100
		}
		dst = append(dst, p)
	}
	return dst
}

// Mirror is embedded by games with one symmetry, which keeps the start and does
// not exchange the roles. It returns the image of a state.
type Mirror[S games.State] func(S) S

// Canonize replaces each state by the smaller one of it and its image.
func (mirror Mirror[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		if image := mirror(s); games.Less(image, s) {
			states[i] = image
		}
	}
	clear(swaps)
}

// Orbits appends 2 for states that differ from their image, else 1.
func (mirror Mirror[S]) Orbits(dst []int32, src []S) []int32 {
	for _, s := range src {
		n := int32(1)
		if mirror(s) != s {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}

// NoOrbits is embedded by games whose only symmetry exchanges the players, which
// no position at the start of a game allows.
type NoOrbits[S games.State] struct{}

// Orbits appends 1 for each state.
func (NoOrbits[S]) Orbits(dst []int32, src []S) []int32 {
	return Each(dst, src, func(S) int32 { return 1 })
}

// Passing is embedded by games of which it says what the position with the other
// player to move is, and whether it is one of the game.
type Passing[S games.State] func(S) (S, bool)

// Pass implements games.Passer.
func (passing Passing[S]) Pass(dst []S, ok []bool, src []S) ([]S, []bool) {
	for _, s := range src {
		passed, can := passing(s)
		dst, ok = append(dst, passed), append(ok, can)
	}
	return dst, ok
}

// Moves has the names of moves at the place of the role to move.
func Moves(role int, names []string) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	moves[role] = names
	return moves
}

// Cut parts the text of a position from the player to move at its end, one of two
// names after a colon. What is the word for players in the error: side or player.
func Cut(text, what string, names ...string) (board string, role int, err error) {
	board, name, _ := strings.Cut(text, ":")
	if role = slices.Index(names, name); role < 0 {
		err = fmt.Errorf("want the %s to move at the end, :%s or :%s", what, names[0], names[1])
	}
	return board, role, err
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
