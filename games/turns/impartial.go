package turns

import (
	"fmt"
	"strings"

	"zermelo/games"
)

// Impartial describes the rules of an impartial game, in which both players have the
// same moves. The player who makes the last move wins or, in misère play, loses. A
// position is a word in which Bit is not set.
type Impartial interface {
	Start() uint64
	// Moves appends the positions after each move.
	Moves(dst []uint64, position uint64) []uint64
	// Names returns the names of the moves, in the order of Moves.
	Names(position uint64) []string
	// Remaining returns the remaining amount of a resource, such as the number of
	// objects. Every move reduces it by 1 to MaxReduction. The amount is 0 if no move
	// is left.
	Remaining(position uint64) int
	MaxReduction() int
	// Mirror returns the image of a position under the only non-trivial symmetry,
	// which must preserve the start, or the position itself if there is none.
	Mirror(position uint64) uint64
	// Format returns the text of a position, which Parse accepts.
	Format(position uint64) string
	Parse(text string) (uint64, error)
	// Draw draws a position. The status names the side to move or the winner.
	Draw(position uint64, status string) games.Drawing
}

// Game is a game with Impartial rules. A state is a position combined with Bit.
type Game struct {
	Base[uint64]
	InBit[uint64]
	Winner[uint64]
	rules     Impartial
	lastLoses bool
	last      string // description of the last move, such as "has taken the last thing"
}

// NewGame returns the game with the given rules. The argument info must contain
// Title, Rules and LayerName. It must also contain Symmetry if rules.Mirror is not
// trivial. The argument last describes the last move, as in "has taken the last
// thing".
func NewGame(rules Impartial, info games.Info, last string, lastLoses bool) *Game {
	info.Roles, info.Total, info.Payoffs = []string{"first", "second"}, 100, []int{0, 100}
	info.Symmetry = strings.TrimSuffix("the players exchanged, "+info.Symmetry, ", ")
	g := &Game{Base: Base[uint64]{About: info, First: rules.Start()}, rules: rules, last: last, lastLoses: lastLoses}
	g.Winner = g.winner
	return g
}

// Expand implements games.Game.
func (g *Game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		from, other := len(dst), ^s&Bit
		dst = g.rules.Moves(dst, s&^Bit)
		for i := range dst[from:] {
			dst[from+i] |= other
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *Game) winner(s uint64) int {
	if g.lastLoses {
		return Mover(s)
	}
	return 1 - Mover(s)
}

// Layers implements games.Layered.
func (g *Game) Layers(dst []int32, src []uint64) []int32 {
	all := g.rules.Remaining(g.First)
	for _, s := range src {
		dst = append(dst, int32(all-g.rules.Remaining(s&^Bit)))
	}
	return dst
}

// Span implements games.Layered.
func (g *Game) Span() int { return g.rules.MaxReduction() }

// Canonize replaces each position with its mirror image if the image is smaller. In
// canonical states, the first player is to move.
func (g *Game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		position := s &^ Bit
		states[i], swaps[i] = min(position, g.rules.Mirror(position)), s&Bit != 0
	}
}

// Orbits appends 1 if a position equals its mirror image, else 2. It ignores the
// exchange of the roles, which does not preserve the start.
func (g *Game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(1)
		if position := s &^ Bit; g.rules.Mirror(position) != position {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}

// FormatState returns the position and the role to move, as in "1.3:first".
func (g *Game) FormatState(s uint64) string {
	return g.rules.Format(s&^Bit) + ":" + g.About.Roles[Mover(s)]
}

// ParseState implements games.Notation.
func (g *Game) ParseState(text string) (uint64, error) {
	position, player, err := Cut(text, "player", g.About.Roles...)
	if err != nil {
		return Parsed(g, text, 0, err)
	}
	s, err := g.rules.Parse(position)
	return Parsed(g, text, s|uint64(player)<<63, err)
}

// Moves implements games.Notation.
func (g *Game) Moves(s uint64) [games.MaxRoles][]string {
	return Moves(Mover(s), g.rules.Names(s&^Bit))
}

// Draw implements games.Drawer.
func (g *Game) Draw(s uint64) games.Drawing {
	roles, mover := g.About.Roles, Mover(s)
	status := roles[mover] + " to move"
	if g.rules.Remaining(s&^Bit) == 0 {
		status = fmt.Sprintf("%s has won: %s %s", roles[g.winner(s)], roles[1-mover], g.last)
	}
	return g.rules.Draw(s&^Bit, status)
}
