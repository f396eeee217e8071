// Package chess implements chess endgames with few men.
//
// The rules are the FIDE Laws of Chess without castling. Only one side may have
// pawns, so that en passant captures are impossible. Checkmate wins and stalemate
// draws. If neither side can ever mate, because there is at most one bishop or knight
// besides the kings, the game is drawn immediately (Article 5.2.2). In other dead
// positions, such as those with only bishops on squares of one colour, play continues;
// their value is a draw as well. The fifty-move and seventy-five-move rules do not
// apply, as is usual for distance-to-mate tables. Endless play is a draw.
package chess

import (
	"fmt"
	"strings"
	"unicode"

	"zermelo/games"
)

// maxMen is the maximum number of men. A tier of five men without pawns has up to
// 242,221,056 indexes.
const maxMen = 5

// Entry returns the game chess.
func Entry() games.Entry {
	return games.Entry{
		Name:    "chess",
		Summary: "endings of chess with up to five men, to mate",
		Options: []games.Option{
			games.Text("pieces", "white's men, then black's, each side with its king K first; Q queen, R rook, B bishop, N knight, P pawn",
				"KRK", "KQK, KBNK, KQKR, ... up to 5 men", normalPieces),
			games.Enum("promotion", "possible promotions of a pawn", "all", "queen").Says("promotion to any piece | promotion to queens"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	m, err := parseMaterial(c.String("pieces"))
	if err != nil {
		return nil, games.BadInput("chess: option pieces=%s %v", c.String("pieces"), err)
	}
	if promotion := c.String("promotion"); promotion != "all" && m.pawnCount() == 0 {
		return nil, games.BadInput("chess: promotion=%s requires a pawn, but pieces=%s has none; omit promotion", promotion, m)
	}
	return newGame(m, c.String("promotion") == "queen"), nil
}

// normalPieces returns the canonical form of a value of the option pieces. That form
// lists the stronger side first, and each side's men in the order of pieceLetters.
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
		return "", fmt.Errorf("must give one side enough material to mate; %s is drawn immediately", m)
	case m[0].pawns() && m[1].pawns():
		return "", fmt.Errorf("must have pawns on one side only, because en passant captures are not supported")
	}
	return m.String(), nil
}

func parseMaterial(text string) (material, error) {
	var m material
	sides := strings.Split(text, "K")
	if len(sides) != 3 || sides[0] != "" {
		return m, fmt.Errorf("must be two sides that each begin with a king, such as KQK or KBNKR")
	}
	men := 2
	for colour, letters := range sides[1:] {
		for _, l := range letters {
			kind := strings.IndexRune(pieceLetters, l)
			if kind < 0 {
				return m, fmt.Errorf("must contain only the letters %s, not %q", pieceLetters, l)
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

// startPosition returns a position where the kings are on e1 and e8, and the
// other men are on or near their initial squares.
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
		fmt.Sprintf("Chess by the FIDE Laws on a board of 8 columns, a to h, and 8 rows, with few men: %s against %s, and the endings that result from captures%s. White's pawns move up, towards row 8.", inWords(m[white]), inWords(m[black]), g.andPromotions(m)),
		"The players take turns and must move. The king moves one square in any direction, the rook any distance along rows and columns, the bishop along diagonals, and the queen along all of these; they cannot leap over other men. The knight leaps two squares in one direction and one sideways. A man that moves to the square of an opposing man takes it. No move may leave the player's own king attacked. Castling is not possible.",
	}
	if g.setups[0].pawnCount() > 0 {
		becomes := "a queen, a rook, a bishop or a knight"
		if len(g.promotions) == 1 {
			becomes = "a queen, the only promotion in this variant"
		}
		rules = append(rules, "A pawn moves one free square forward, or two free squares from its side's second row; it takes one square diagonally forward. On the last row it becomes "+becomes+". As only one side has pawns, en passant captures do not occur.")
	}
	rules = append(rules,
		"A player without a legal move loses if the king is attacked (mate); otherwise the game is a draw (stalemate). The game is also a draw if at most one bishop or knight is left besides the kings, so that neither side can mate. In other positions in which neither side can mate, such as those with only bishops on squares of one colour besides the kings, play continues; its result is a draw. The fifty-move rule does not apply: endless play is a draw.",
		"An ending has no natural start position; this start is arbitrary, with white to move.",
		"A position lists the rows from the top and the side to move, as in 4k3/8/8/8/8/8/8/R3K3:w. FEN is also accepted, with two to six fields, as in 4k3/8/8/8/8/8/8/R3K3 w - - 0 1. Its counters are ignored. Castling rights are refused, and so is an en passant square unless a pawn has just crossed it. If moves follow a FEN on the same line, all words that have the form of its next field belong to the FEN.",
		"A move is written Ke1-d1, Rd1xd8 or e7-e8=Q. UCI (e1d1, e7e8q) and SAN (Kd1, Rxd8+, e8=Q#) are also accepted; check marks are optional.",
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

// inWords lists a side's men, as in "king and two rooks".
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

// andPromotions returns " and promotions" if the material has pawns, and ""
// otherwise.
func (g *game) andPromotions(m material) string {
	if m.pawnCount() == 0 {
		return ""
	}
	return " and promotions"
}

// Draw implements games.Drawer. White's men are upper-case letters.
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

func (g *game) status(p *position) string {
	var room [maxMoves]move
	names := g.About.Roles
	switch {
	case p.ended:
		return "a draw: neither side can mate"
	case len(g.moves(room[:0], p)) > 0 && g.checked(p, p.mover):
		return names[p.mover] + " to move, in check"
	case len(g.moves(room[:0], p)) > 0:
		return names[p.mover] + " to move"
	case g.checked(p, p.mover):
		return names[p.mover] + " is mated"
	}
	return "a draw: " + names[p.mover] + " is stalemated"
}
