// Package dobutsu implements Dobutsu Shogi, also known as "let's catch the lion", by
// Madoka Kitao and Maiko Fujita (2008). It is shogi on three columns and four rows
// with four pieces per side.
//
// The rules are the official ones as interpreted by Tetsuro Tanaka, who solved the
// game (An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report
// 2009-GI-22). A chick may be dropped on the last row, where it cannot move, into a
// column with another chick, and to attack the lion. A lion may move to a square
// where it can be caught. A lion that reaches the last row wins immediately if it
// cannot be caught there. If it can be caught, it wins unless the opponent catches
// it. Endless play is a draw.
//
// Tanaka counts 246,803,167 reachable positions, relative to the player to move and
// up to reflection, if play ends when a lion can be caught: 140,298,614 in which a
// lion can be caught, 7,018,985 in which the opponent's lion is safe on its last
// row, and 99,485,568 others (see TestReachable).
package dobutsu

import (
	"cmp"
	"strings"
	"unicode"

	"zermelo/games"
)

// Entry returns the registry entry for dobutsu, which has no options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dobutsu",
		Summary: "let's catch the lion: shogi on 3x4 with four pieces a side",
		New:     func(games.Choice) (games.Variant, error) { return newGame(), nil },
	}
}

func describe() games.Info {
	return games.Info{
		Title:   "Dobutsu Shogi",
		Roles:   []string{"sente", "gote"},
		Total:   100,
		Payoffs: []int{0, 50, 100},
		Rules: []string{
			"The board has 3 columns, a to c, and 4 rows, 1 to 4 from the top. Each side has a lion L, a giraffe G, an elephant E and a chick C; capital letters are sente's pieces, which move up, and small letters gote's, which move down. Sente begins.",
			"The players take turns and must move. A piece moves one square: the lion in any direction, the giraffe along rows and columns, the elephant along diagonals, the chick straight forward. A chick that moves to the last row becomes a hen H, which moves along rows and columns or diagonally forward.",
			"A piece that moves to the square of an opposing piece takes it. The taken piece joins the hand of the player, a hen as a chick. Instead of moving, a player may drop a piece from the hand on any empty square. A chick may be dropped on the last row, where it cannot move, in a column with another chick, or where it attacks the lion.",
			"A player wins by taking the opposing lion; a lion may move to a square where it can be taken. A player also wins by moving the lion to the last row, if the opponent cannot take it there or does not do so on the next move.",
			"Positions may repeat: endless play is a draw.",
		},
		Symmetry: "left-right mirror; the board turned, with the players exchanged",
	}
}

// Draw implements games.Drawer. Sente is at the bottom.
func (g *game) Draw(s uint64) games.Drawing {
	board := forSente(s)
	figures := map[rune]games.Figure{'L': games.Lion, 'G': games.Giraffe, 'E': games.Elephant, 'C': games.Chick, 'H': games.Hen}
	d := layout().Draw(func(i int) games.Cell {
		c := games.Cell{Glyph: rune(glyph(board, i))}
		if side, kind := piece(byte(c.Glyph)); kind >= 0 {
			c.Kind, c.Role, c.Figure = games.Piece, side, figures[unicode.ToUpper(c.Glyph)]
		}
		return c
	}, nil, g.status(s), hands(board))
	m := read(board)
	for side, held := range [2]string{letters(board>>handShift&handMask, m.theirLion == nowhere), letters(m.otherHand(board), m.lion == nowhere)} {
		for _, kind := range held {
			glyph := kind
			if side == 1 {
				glyph = unicode.ToLower(kind)
			}
			d.Hands[side] = append(d.Hands[side], games.Cell{Kind: games.Piece, Role: side, Glyph: glyph, Figure: figures[kind]})
		}
	}
	d.Legend = []string{"capital letters sente, small letters gote", "L lion, G giraffe, E elephant, C chick, H hen", ". empty square"}
	return d
}

// hands describes the pieces in both hands, for a state as seen by sente.
func hands(s uint64) string {
	m := read(s)
	sente := letters(s>>handShift&handMask, m.theirLion == nowhere)
	gote := strings.ToLower(letters(m.otherHand(s), m.lion == nowhere))
	return "in hand: sente " + cmp.Or(sente, "nothing") + ", gote " + cmp.Or(gote, "nothing")
}

func (g *game) status(s uint64) string {
	m := read(s)
	mover, other := g.About.Roles[s>>63], g.About.Roles[1-s>>63]
	switch v := g.judge(s, &m); {
	case v == lost && m.lion == nowhere:
		return other + " has caught the lion"
	case v == lost:
		return other + "'s lion is safe on the last row"
	case v == won:
		return mover + "'s lion is safe on the last row"
	}
	return mover + " to move"
}
