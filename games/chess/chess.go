// Package chess is the endings of chess: a few men a side, solved to mate.
//
// The rules are the FIDE Laws of Chess. Without castling, and with pawns on one
// side only, so that no pawn can be taken en passant. Mate wins, stalemate
// draws. A position where neither side can ever mate, because at most one
// bishop or knight is left beside the kings, is a draw at once (Article 5.2.2).
// The rules of fifty and seventy-five moves are not in force, as in the usual
// tables of distances to mate: play that never ends is a draw.
package chess

import (
	"fmt"
	"strings"

	"zermelo/games"
)

// maxMen is the most men that an ending can have. Five without pawns make a
// tier of 242,221,056 indexes.
const maxMen = 5

// Entry is the game chess with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "chess",
		Summary: "endings of chess with up to five men, to mate",
		Options: []games.Option{
			games.Text("pieces", "white's men, then black's, each side with its king K first; Q queen, R rook, B bishop, N knight, P pawn",
				"KRK", "KQK, KBNK, KQKR, ... up to 5 men", normalPieces),
			games.Enum("promotion", "what a pawn can become on the last row", "all", "queen"),
		},
		New: newVariant,
	}
}

// newVariant makes the ending with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	m, err := parseMaterial(c.String("pieces"))
	if err != nil {
		return nil, games.BadInput("chess: option pieces=%s %v", c.String("pieces"), err)
	}
	if promotion := c.String("promotion"); promotion != "all" && m.pawnCount() == 0 {
		return nil, games.BadInput("chess: promotion=%s is for endings with a pawn, pieces=%s has none: leave it out", promotion, m)
	}
	return newGame(m, c.String("promotion") == "queen"), nil
}

// normalPieces checks the value of the option pieces and writes the men of each
// side in the order of pieceLetters, the stronger side first.
func normalPieces(value string) (string, error) {
	m, err := parseMaterial(value)
	if err != nil {
		return "", err
	}
	if m.weaker() {
		m = m.exchanged()
	}
	switch {
	case m.dead():
		return "", fmt.Errorf("must leave one side enough to mate: with %s the game is a draw at once", m)
	case m[0].pawns() && m[1].pawns():
		return "", fmt.Errorf("must have pawns on one side only: taking en passant is not among the rules here")
	}
	return m.String(), nil
}

// parseMaterial reads the men of both sides, as in "KBNK".
func parseMaterial(text string) (material, error) {
	var m material
	sides := strings.Split(text, "K")
	if len(sides) != 3 || sides[0] != "" {
		return m, fmt.Errorf("must be two sides that each begin with a king, as in KQK or KBNKR")
	}
	men := 2
	for colour, letters := range sides[1:] {
		for _, l := range letters {
			kind := strings.IndexRune(pieceLetters, l)
			if kind < 0 {
				return m, fmt.Errorf("must be made of the letters %s, not %q", pieceLetters, l)
			}
			m[colour][kind]++
			men++
		}
		m[colour][king] = 1
	}
	if men > maxMen {
		return m, fmt.Errorf("must have at most %d men, not %d", maxMen, men)
	}
	return m, nil
}
