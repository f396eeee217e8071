package gdl

import (
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *game[S]) FormatState(s S) string { return g.words.Format(g.varying(games.Bits(&s))) }

// varying are the fluents that are true in a state but not in all.
func (c *codec) varying(words []uint64) []int32 {
	return slices.DeleteFunc(c.decode(words), func(f int32) bool { return c.constant[f] == network.True })
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

// Moves names the moves; see moveNames.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	mover := -1
	if g.turn != nil {
		mover = g.turn.of(g.decode(games.Bits(&s)))
	}
	return g.moveNames(g.words, g.batches.moves(s), mover)
}

// moveNames names the legal moves of the mover, or if it is not known, -1, of the
// roles that have a choice; where none has one, the moves of those that do more
// than wait.
func (m *Machine) moveNames(words *Words, legal [games.MaxRoles][]int32, mover int) [games.MaxRoles][]string {
	var names [games.MaxRoles][]string
	if legal[0] == nil {
		return names
	}
	for r := range m.Roles {
		for _, move := range legal[r] {
			names[r] = append(names[r], words.Move(r, move))
		}
	}
	if mover >= 0 {
		names[1-mover] = nil
		return names
	}
	for r := range m.Roles {
		if other := names[1-r]; len(names[r]) == 1 && (len(other) > 1 || len(other) == 1 && m.waits(r, legal[r][0])) {
			names[r] = nil
		}
	}
	return names
}

// waits says whether a move, the only one that a role has, does nothing.
func (m *Machine) waits(role int, move int32) bool {
	if idle := m.logic.idle; idle != nil {
		return move == int32(idle[role])
	}
	return m.Moves[role][move] == noop
}

// Draw draws a state.
func (g *game[S]) Draw(s S) games.Drawing { return g.painter.Draw(g.decode(games.Bits(&s))) }
