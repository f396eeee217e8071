// Package turns provides building blocks for games where two players alternate:
// methods that many games share, notation for the player to move, and [Game], for
// games where both players have the same moves. Most types are function types,
// which a game embeds and sets in its constructor.
package turns

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
)

// Bit is the bit in the first word of a state that is set if role 1 is to move.
const Bit = uint64(1) << 63

// Mover returns the role to move in a one-word state that uses Bit.
func Mover(s uint64) int { return int(s >> 63) }

// Base implements games.Variant and Game.Start.
type Base[S games.State] struct {
	About games.Info // returned by Info
	First S          // returned by Start
}

// Info returns a pointer to About.
func (b *Base[S]) Info() *games.Info { return &b.About }

// Start returns First.
func (b *Base[S]) Start() S { return b.First }

// InBit implements Movers for games whose states use Bit.
type InBit[S games.State] struct{}

// Movers appends the role to move in each state in src.
func (InBit[S]) Movers(dst []int8, src []S) []int8 {
	words, all := games.Words[S](), games.AllBits(src)
	for i := 0; i < len(all); i += words {
		dst = append(dst, int8(all[i]>>63))
	}
	return dst
}

// Each appends of(s) to dst for each state s in src.
func Each[S games.State, T any](dst []T, src []S, of func(S) T) []T {
	for _, s := range src {
		dst = append(dst, of(s))
	}
	return dst
}

// Plies returns the number of plies from the start to a state. It implements
// games.Layered, and Movers for games where role 0 moves first and the roles
// alternate.
type Plies[S games.State] func(S) int

// Movers appends the parity of the number of plies.
func (plies Plies[S]) Movers(dst []int8, src []S) []int8 {
	return Each(dst, src, func(s S) int8 { return int8(plies(s) & 1) })
}

// Layers appends the number of plies.
func (plies Plies[S]) Layers(dst []int32, src []S) []int32 {
	return Each(dst, src, func(s S) int32 { return int32(plies(s)) })
}

// Span returns 1.
func (Plies[S]) Span() int { return 1 }

// Winner returns the winner of a terminal state, or -1 for a draw. It implements
// Payoffs for games that pay 100 for a win, 50 for a draw and 0 for a loss.
type Winner[S games.State] func(S) int

// Payoffs appends the payoffs of each state in src.
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

// Mirror returns the image of a state under a symmetry. It implements
// games.Canonizer for games whose only symmetry preserves the start and the roles.
type Mirror[S games.State] func(S) S

// Canonize replaces each state with its image if the image is smaller.
func (mirror Mirror[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		if image := mirror(s); games.Less(image, s) {
			states[i] = image
		}
	}
	clear(swaps)
}

// Orbits appends 1 if a state equals its image, else 2.
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

// NoOrbits implements Orbits for games whose only symmetry exchanges the roles and
// does not preserve the start.
type NoOrbits[S games.State] struct{}

// Orbits appends 1 for each state in src.
func (NoOrbits[S]) Orbits(dst []int32, src []S) []int32 {
	return Each(dst, src, func(S) int32 { return 1 })
}

// Passing returns a state with the other player to move, and whether that state is
// legal. It implements games.Passer.
type Passing[S games.State] func(S) (S, bool)

// Pass implements games.Passer.
func (passing Passing[S]) Pass(dst []S, ok []bool, src []S) ([]S, []bool) {
	for _, s := range src {
		passed, can := passing(s)
		dst, ok = append(dst, passed), append(ok, can)
	}
	return dst, ok
}

// Moves returns names as the move names of the given role.
func Moves(role int, names []string) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	moves[role] = names
	return moves
}

// Cut splits the text of a position at the colon before the name of the role to
// move. The word what, such as "side" or "player", stands for the role in errors.
func Cut(text, what string, names ...string) (board string, role int, err error) {
	board, name, _ := strings.Cut(text, ":")
	if role = slices.Index(names, name); role < 0 {
		err = fmt.Errorf("expected the %s to move at the end, :%s or :%s", what, names[0], names[1])
	}
	return board, role, err
}

type positions[S games.State] interface {
	Start() S
	FormatState(S) string
}

// Parsed returns s or, if err is not nil, an InputError that includes err and the
// start position as an example.
func Parsed[S games.State](g positions[S], text string, s S, err error) (S, error) {
	if err != nil {
		var none S
		return none, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}

// Children appends the children of a state. It implements Game.Expand.
type Children[S games.State] func(dst []S, s S) []S

// Expand implements games.Game.
func (children Children[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		dst = children(dst, s)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Predecessors appends the predecessors of a state. It implements games.Retro.
type Predecessors[S games.State] func(dst []S, s S) []S

// Parents implements games.Retro.
func (predecessors Predecessors[S]) Parents(dst []S, ends []int32, src []S) ([]S, []int32) {
	return Children[S](predecessors).Expand(dst, ends, src)
}

// Terminal reports whether a state is terminal. It implements games.TerminalTester.
type Terminal[S games.State] func(S) bool

// IsTerminal implements games.TerminalTester.
func (terminal Terminal[S]) IsTerminal(dst []bool, src []S) []bool { return Each(dst, src, terminal) }
