package dobutsu

import (
	"strings"

	"zermelo/games"
)

// describe makes what people read about the game.
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
	d := games.Drawing{Width: columns, Height: squares / columns, Notes: []string{g.status(s), hands(board)}}
	for x := range columns {
		d.Columns = append(d.Columns, string(rune('a'+x)))
	}
	for i := range squares {
		if i%columns == 0 {
			d.Rows = append(d.Rows, string(rune('1'+i/columns)))
		}
		c := glyph(board, drawn(i))
		cell := games.Cell{Glyph: rune(c)}
		if c != '.' {
			cell.Kind = games.Piece
			if c >= 'a' {
				cell.Role = 1
			}
		}
		d.Cells = append(d.Cells, cell)
	}
	d.Legend = []string{"capital letters sente, small letters gote", "L lion, G giraffe, E elephant, C chick, H hen", ". empty square"}
	return d
}

// hands says what both sides hold, for a state that sente sees.
func hands(s uint64) string {
	m := read(s)
	word := func(text string) string {
		if text == "" {
			return "nothing"
		}
		return text
	}
	return "in hand: sente " + word(letters(s>>handShift&handMask, m.theirLion == nowhere)) +
		", gote " + word(strings.ToLower(letters(m.otherHand(s), m.lion == nowhere)))
}

// status says whose turn it is, or who has won.
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
