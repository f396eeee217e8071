package turns

import (
	"fmt"
	"strings"

	"zermelo/games"
)

// Impartial is what a game says of its rules in which both players have the same
// moves, and who makes the last one wins, or loses. A position is a word without
// Bit. Every move uses something up.
type Impartial interface {
	// Start is the first position.
	Start() uint64
	// Moves appends the positions after each move; none if nothing is left.
	Moves(dst []uint64, position uint64) []uint64
	// Names names the moves, in the order of Moves.
	Names(position uint64) []string
	// Left is how much is left of what moves use up: every move lowers it, by
	// Most at most, to 0 or more.
	Left(position uint64) int
	Most() int
	// Mirror is the image of a position under the only symmetry but the identity,
	// which keeps the start; without such a symmetry it is the position itself.
	Mirror(position uint64) uint64
	// Format writes a position, and Parse reads what it writes. The errors of
	// Parse say what is wrong and where.
	Format(position uint64) string
	Parse(text string) (uint64, error)
	// Draw draws a position; status says whose turn it is, or who has won.
	Draw(position uint64, status string) games.Drawing
}

// Game is a game with impartial rules. A state is a position with Bit; the names
// of the roles are first and second.
type Game struct {
	Base[uint64]
	InBit[uint64]
	Winner[uint64]
	rules     Impartial
	lastLoses bool
	last      string // what who made the last move has done, as in "has taken the last thing"
}

// NewGame makes the game of some rules, with the parts of info that are its own:
// Title, Rules and LayerName, and Symmetry if it has Mirror. Last says what it
// means to make the last move, as in "has taken the last thing", and lastLoses
// whether who does so loses.
func NewGame(rules Impartial, info games.Info, last string, lastLoses bool) *Game {
	info.Roles, info.Total, info.Payoffs = []string{"first", "second"}, 100, []int{0, 100}
	info.Symmetry = strings.TrimSuffix("the players exchanged, "+info.Symmetry, ", ")
	g := &Game{Base: Base[uint64]{About: info, First: rules.Start()}, rules: rules, last: last, lastLoses: lastLoses}
	g.Winner = g.winner
	return g
}

// Expand appends the children in the order of the moves.
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

// winner is the role that has won where nothing is left.
func (g *Game) winner(s uint64) int {
	if g.lastLoses {
		return Mover(s)
	}
	return 1 - Mover(s)
}

// Layers appends how much has been used up.
func (g *Game) Layers(dst []int32, src []uint64) []int32 {
	all := g.rules.Left(g.First)
	for _, s := range src {
		dst = append(dst, int32(all-g.rules.Left(s&^Bit)))
	}
	return dst
}

// Span is the most that a move uses up.
func (g *Game) Span() int { return g.rules.Most() }

// Canonize lets the player to move be the first one, and takes the smaller one of
// a position and its mirror image.
func (g *Game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		position := s &^ Bit
		states[i], swaps[i] = min(position, g.rules.Mirror(position)), s&Bit != 0
	}
}

// Orbits appends 2 for positions that differ from their mirror image, else 1: to
// exchange the players changes whose turn it is.
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

// FormatState writes the position and whose turn it is, as in "1.3:first".
func (g *Game) FormatState(s uint64) string {
	return g.rules.Format(s&^Bit) + ":" + g.About.Roles[Mover(s)]
}

// ParseState reads what FormatState writes.
func (g *Game) ParseState(text string) (uint64, error) {
	position, player, err := Cut(text, "player", g.About.Roles...)
	if err != nil {
		return Parsed(g, text, 0, err)
	}
	s, err := g.rules.Parse(position)
	return Parsed(g, text, s|uint64(player)<<63, err)
}

// Moves names the moves of the player to move.
func (g *Game) Moves(s uint64) [games.MaxRoles][]string {
	return Moves(Mover(s), g.rules.Names(s&^Bit))
}

// Draw draws the position and says whose turn it is, or who has won.
func (g *Game) Draw(s uint64) games.Drawing {
	roles, mover := g.About.Roles, Mover(s)
	status := roles[mover] + " to move"
	if g.rules.Left(s&^Bit) == 0 {
		status = fmt.Sprintf("%s has won: %s %s", roles[g.winner(s)], roles[1-mover], g.last)
	}
	return g.rules.Draw(s&^Bit, status)
}
