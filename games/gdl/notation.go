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
	mover := -1
	if g.turn != nil {
		mover = g.turn.Mover(g.Decode(games.Bits(&s)))
	}
	return moveNames(g.Machine, g.words, g.batches.Moves(s), mover)
}

// moveNames names the legal moves of the mover, or if it is not known, -1, of the
// roles that have a choice; where none has one, the moves of those that do more
// than wait.
func moveNames(m *machine.Machine, words *Words, legal [games.MaxRoles][]int32, mover int) [games.MaxRoles][]string {
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
		if other := names[1-r]; len(names[r]) == 1 && (len(other) > 1 || len(other) == 1 && waits(m, r, legal[r][0])) {
			names[r] = nil
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
