// Package dobutsu is Dobutsu Shogi, "let's catch the lion", by Madoka Kitao and
// Maiko Fujita (2008): shogi on three columns and four rows with four pieces a
// side.
//
// The rules are the official ones as Tetsuro Tanaka reads them, who solved the
// game (An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report
// 2009-GI-22): a chick may be dropped on the last row, where it is stuck, into a
// column that has another chick, and to catch the lion; a lion may move to where
// it can be caught. A lion that reaches the last row wins at once if it cannot
// be caught there. If it can be and the opponent does something else, it wins
// then. Play that repeats is a draw.
//
// He counts 246,803,167 positions that the start leads to, seen by the player to
// move, mirror images once. So many there are where play ends as soon as a lion
// can be caught: in 140,298,614 of them it can, in 7,018,985 the other lion is
// safe, and 99,485,568 go on (TestReachable).
package dobutsu

import (
	"cmp"
	"strings"
	"unicode"

	"zermelo/games"
)

// Entry is the game dobutsu, which has no options.
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
			"The board has 3 columns, a to c, and 4 rows, 1 to 4 from the top. Each side has a lion L, a giraffe G, an elephant E and a chick C; capital letters are sente's, who moves up, small letters gote's, who moves down. Sente begins.",
			"The players take turns and must move. A piece moves one square: the lion to any neighbouring one, the giraffe along rows and columns, the elephant along diagonals, the chick straight forward. A chick that moves to the last row becomes a hen H, which goes one square along rows and columns or diagonally forward.",
			"A piece that moves to an opposing one takes it. The piece taken goes to the hand of the one who took it, a hen as a chick. Instead of moving, a player may drop a piece from the hand on any empty square, also a chick on the last row, where it stays a chick and cannot move, in a column with another chick, or where it attacks the lion.",
			"Who catches the lion has won; a lion may move to where it can be caught. Who moves the lion to the last row, from where the opponent began, has won too if it cannot be caught there at once; if it can, and the opponent does something else, it has won then.",
			"There is no rule of repetition: play that never ends is a draw.",
		},
		Symmetry: "left-right mirror; the board turned, with the players exchanged",
	}
}

// Draw shows the board as sente sees it.
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

// hands says what both sides hold, for a state that sente sees.
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
