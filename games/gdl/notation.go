package gdl

import (
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *game[S]) FormatState(s S) string {
	fluents := slices.DeleteFunc(g.decode(games.Bits(&s)), func(f int32) bool { return g.constant[f] == network.True })
	return g.words.Format(fluents)
}

// ParseState reads what FormatState writes, in any order. Fluents that are
// always true or that do not matter can be there or not.
func (g *game[S]) ParseState(text string) (S, error) {
	var s S
	fluents, err := g.words.Parse(text)
	if err != nil {
		return s, err
	}
	return s, g.encode(games.Bits(&s), g.relevant(fluents))
}

// noop is what sheets call, by custom, the only move of a role that waits.
const noop = "noop"

// Moves names the moves of the roles that have a choice; where none has one, the
// moves of those that do more than wait.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	var names [games.MaxRoles][]string
	legal := g.batches.moves(s)
	if legal[0] == nil {
		return names
	}
	for r := range g.Roles {
		for _, m := range legal[r] {
			names[r] = append(names[r], g.words.Move(r, m))
		}
	}
	for r := range g.Roles {
		if other := names[1-r]; len(names[r]) == 1 && (len(other) > 1 || len(other) == 1 && names[r][0] == noop) {
			names[r] = nil
		}
	}
	return names
}

// Draw draws a state.
func (g *game[S]) Draw(s S) games.Drawing { return g.painter.Draw(g.decode(games.Bits(&s))) }
