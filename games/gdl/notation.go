package gdl

import (
	"zermelo/games"
	"zermelo/games/gdl/machine"
)

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *game[S]) FormatState(s S) string { return g.words.Format(g.Varying(games.Bits(&s))) }

// ParseState reads what FormatState writes, in any order. Fluents that are
// always true or that do not matter can be there or not.
func (g *game[S]) ParseState(text string) (S, error) {
	var s S
	fluents, err := g.words.Parse(text)
	if err != nil {
		return s, err
	}
	return s, g.Encode(games.Bits(&s), g.Relevant(fluents))
}

// noop is what sheets call, by custom, the only move of a role that waits.
const noop = "noop"

// Moves names the moves; see moveNames.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	return moveNames(g.Machine, g.words, g.batches.Moves(s), g.Movers(nil, []S{s})[0])
}

// moveNames names the legal moves of those who play.
func moveNames(m *machine.Machine, words *Words, legal [games.MaxRoles][]int32, mover int8) [games.MaxRoles][]string {
	var names [games.MaxRoles][]string
	for r := range m.Roles {
		if mover != games.Both && mover != int8(r) {
			continue
		}
		for _, move := range legal[r] {
			names[r] = append(names[r], words.Move(r, move))
		}
	}
	return names
}

// waits says whether a move, the only one that a role has, does nothing.
func waits(m *machine.Machine, role int, move int32) bool {
	if idle := m.Logic.Idle; idle != nil {
		return move == int32(idle[role])
	}
	return m.Moves[role][move] == noop
}

// Draw draws a state.
func (g *game[S]) Draw(s S) games.Drawing { return g.painter.Draw(g.Decode(games.Bits(&s))) }
