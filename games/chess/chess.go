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
	"unicode"

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

// startPosition has the kings on e1 and e8 and the other men on squares that
// they have in the game of chess, or behind. White is to move.
func (g *game) startPosition() uint64 {
	homes := [kinds][]string{king: {"e1"}, queen: {"d1", "d2", "d3"}, rook: {"a1", "h1", "a2"}, bishop: {"c1", "f1", "c2"}, knight: {"b1", "g1", "b2"}, pawn: {"e2", "d2", "c2"}}
	p := position{setup: g.setups[0]}
	var used [2][kinds]int
	for i, m := range p.men {
		home := homes[m.kind][used[m.colour][m.kind]]
		used[m.colour][m.kind]++
		p.square[i] = (home[0] - 'a') | (home[1]-'1')<<3
		if m.colour == black {
			p.square[i] ^= 56
		}
	}
	return p.pack()
}

func (g *game) describe(m material) games.Info {
	rules := []string{
		fmt.Sprintf("Chess by the FIDE Laws on a board of 8 columns, a to h, and 8 rows, with few men: %s against %s, and what captures%s make of them. White's men go up, towards row 8.", inWords(m[white]), inWords(m[black]), g.andPromotions(m)),
		"The players take turns and must move. The king steps to any neighbouring square, the rook goes along rows and columns, the bishop along diagonals, the queen along all of these, as far as the way is free; the knight leaps two squares in one direction and one across. A man that ends on an opposing one takes it. No move may leave the own king attacked. There is no castling.",
	}
	if g.setups[0].pawnCount() > 0 {
		becomes := "a queen, a rook, a bishop or a knight"
		if len(g.promotions) == 1 {
			becomes = "a queen, in this variant nothing else"
		}
		rules = append(rules, "A pawn goes one square forward, or two from its side's second row, if these are free; it takes one square diagonally forward. On the last row it becomes "+becomes+". As only one side has pawns, none can be taken en passant.")
	}
	rules = append(rules,
		"The player to move who has no legal move has lost if the king is attacked, which is mate, and draws otherwise, which is stalemate. The game is also drawn at once when neither side can ever mate, because there is at most one bishop or knight beside the kings. There is no rule of fifty moves: play that never ends is a draw.",
		"An ending has no start of its own; the one given is made up, with white to move.",
	)
	symmetry := "the eight of the square board"
	if g.setups[0].pawnCount() > 0 {
		symmetry = "left-right mirror, and the eight of the square board where no pawn is left"
	}
	return games.Info{
		Title:    "Chess ending " + m.String(),
		Roles:    []string{"white", "black"},
		Total:    100,
		Payoffs:  []int{0, 50, 100},
		Rules:    rules,
		Symmetry: symmetry + "; colours exchanged",
	}
}

// inWords lists the men of a side, as in "king and two rooks".
func inWords(a army) string {
	names := [kinds]string{"king", "queen", "rook", "bishop", "knight", "pawn"}
	var parts []string
	for kind, n := range a {
		switch {
		case n == 1:
			parts = append(parts, names[kind])
		case n > 1:
			parts = append(parts, [...]string{"two", "three"}[n-2]+" "+names[kind]+"s")
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// andPromotions adds promotions where there are any.
func (g *game) andPromotions(m material) string {
	if m.pawnCount() == 0 {
		return ""
	}
	return " and promotions"
}

// Draw shows the board with capital letters for white's men.
func (g *game) Draw(s uint64) games.Drawing {
	p := g.unpack(s)
	figures := map[rune]games.Figure{'P': games.Pawn, 'N': games.Knight, 'B': games.Bishop, 'R': games.Rook, 'Q': games.Queen, 'K': games.King}
	d := board().Draw(func(square int) games.Cell {
		if n := p.manAt(uint8(square)); n >= 0 {
			glyph := rune(p.men[n].letter())
			return games.Cell{Kind: games.Piece, Role: int(p.men[n].colour), Glyph: glyph, Figure: figures[unicode.ToUpper(glyph)]}
		}
		return games.Cell{Glyph: '.'}
	}, nil, g.status(&p))
	d.Grid = games.Chequered
	d.Legend = []string{"capital letters white, small letters black", ". empty square"}
	return d
}

// status says whose turn it is, or how the game has ended.
func (g *game) status(p *position) string {
	var room [maxMoves]move
	names := g.About.Roles
	switch {
	case p.ended:
		return "a draw: nobody can mate any more"
	case len(g.moves(room[:0], p)) > 0 && g.checked(p, p.mover):
		return names[p.mover] + " to move, in check"
	case len(g.moves(room[:0], p)) > 0:
		return names[p.mover] + " to move"
	case g.checked(p, p.mover):
		return names[p.mover] + " is mated"
	}
	return "a draw: " + names[p.mover] + " is stalemated"
}
