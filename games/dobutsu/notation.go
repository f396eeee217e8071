package dobutsu

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// kindLetters names the kinds of pieces; the lion comes last.
const kindLetters = "GECHL"

// lionKind is the place of the lion among the letters.
const lionKind = kinds

// piece is the side, 0 sente, and the kind of a piece by its letter; kind is -1 for
// other characters.
func piece(letter byte) (side, kind int) {
	if letter >= 'a' && letter <= 'z' {
		side, letter = 1, letter-('a'-'A')
	}
	return side, strings.IndexByte(kindLetters, letter)
}

// layout is the board as it is written, with row 1 at the top.
func layout() grid.Board {
	return grid.Board{Width: columns, Height: squares / columns, Down: true, Exact: true}
}

// glyph is the character of place i of the layout in a state that sente sees.
func glyph(s uint64, i int) byte {
	m, square := read(s), drawn(i)
	kind := lionKind
	if square != m.lion && square != m.theirLion {
		kind = kindAt(s, square)
	}
	switch letter := kindLetters[kind]; {
	case m.lion == square || m.mine>>square&1 != 0:
		return letter
	case m.theirLion == square || m.theirs>>square&1 != 0:
		return letter + 'a' - 'A'
	}
	return '.'
}

// forSente is the state as sente sees it, whoever is to move.
func forSente(s uint64) uint64 {
	if s&turns.Bit != 0 {
		s = turned(s)
	}
	return s
}

// FormatState writes the rows from the top joined by '/', the side to move, and
// what both hands hold, as in "gle/.../.c./ELG:s:C". Capital letters are
// sente's, small ones gote's; a lion in a hand has been caught.
func (g *game) FormatState(s uint64) string {
	board := forSente(s)
	m := read(board)
	held := letters(board>>handShift&handMask, m.theirLion == nowhere) +
		strings.ToLower(letters(m.otherHand(board), m.lion == nowhere))
	cells := layout().Format(func(i int) byte { return glyph(board, i) })
	return fmt.Sprintf("%s:%c:%s", cells, "sg"[s>>63], cmp.Or(held, "-"))
}

// drawn is the square in place i where rows are written from the top.
func drawn(i int) int { return squares - columns - i + 2*(i%columns) }

// letters writes the pieces of a hand.
func letters(hand uint64, lion bool) string {
	text := ""
	for kind := range handKinds {
		text += strings.Repeat(kindLetters[kind:kind+1], int(hand>>(2*kind)&3))
	}
	if lion {
		text += kindLetters[lionKind:]
	}
	return text
}

// ParseState reads what FormatState writes.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := parse(text)
	return turns.Parsed(g, text, s, err)
}

// counts is how many pieces a position has.
type counts struct {
	kind  [handKinds]int // on the board and in hands
	hand  uint64         // sente's, as in a state
	lions [2]int         // of sente and gote, on the board
	taken [2]int         // lions of sente and gote in the other's hand
}

func parse(text string) (uint64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0, fmt.Errorf("want the board, the side to move and the hands, joined by ':'")
	}
	s := uint64(nowhere<<lionShift | nowhere<<theirLion)
	var n counts
	if err := layout().Parse(parts[0], "."+kindLetters+strings.ToLower(kindLetters), func(i int, letter byte) {
		square := drawn(i)
		switch side, kind := piece(letter); kind {
		case -1:
		case lionKind:
			shift := lionShift + 4*side
			s = s&^(lionMask<<shift) | uint64(square)<<shift
			n.lions[side]++
		default:
			n.kind[min(kind, chick)]++
			s |= (kindBits(kind) | 1<<(theirs*side)) << square
		}
	}); err != nil {
		return 0, err
	}
	if err := n.addHands(parts[2]); err != nil {
		return 0, err
	}
	mover := strings.Index("sg", parts[1])
	if mover < 0 || len(parts[1]) != 1 {
		return 0, fmt.Errorf("the side to move is %q, want s for sente or g for gote", parts[1])
	}
	if err := n.check(mover); err != nil {
		return 0, err
	}
	s |= n.hand << handShift
	if mover == 1 {
		s = turned(s)
	}
	return s, nil
}

// addHands reads the pieces in hands.
func (n *counts) addHands(text string) error {
	if text == "-" {
		return nil
	}
	for _, c := range []byte(text) {
		side, kind := piece(c)
		switch {
		case kind < 0 || kind == hen:
			return fmt.Errorf("character %q in the hands, want G, E or C, small for gote, L or l for a lion that was caught, or only '-' for nothing", c)
		case kind == lionKind:
			n.taken[1-side]++
		default:
			n.kind[kind]++
			if side == 0 {
				n.hand += 1 << (2 * kind)
			}
		}
	}
	if text == "" {
		return fmt.Errorf("nothing after the second ':', want what the hands hold, or '-'")
	}
	return nil
}

// check tests that all pieces of the game are there, and that no lion but that
// of the side to move was caught.
func (n *counts) check(mover int) error {
	for kind, count := range n.kind {
		if count != 2 {
			return fmt.Errorf("%d pieces %c on the board and in the hands, want 2, chicks and hens together", count, kindLetters[kind])
		}
	}
	for side, name := range []string{"sente", "gote"} {
		if n.lions[side]+n.taken[side] != 1 {
			return fmt.Errorf("%d lions of %s, want 1 on the board or, caught, in the other hand", n.lions[side]+n.taken[side], name)
		}
		if n.taken[side] > 0 && side != mover {
			return fmt.Errorf("%s's lion was caught, so that it must be %s's turn", name, name)
		}
	}
	return nil
}

// Moves names the moves by piece, square left and square reached, as in
// "Gc4-c3", "Cb3xb2" and, for a chick that becomes a hen, "Ca2-a1=H"; drops as
// in "C@a2".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	children, _ := g.Expand(nil, nil, []uint64{s})
	for _, c := range children {
		names = append(names, moveName(s, turned(c)))
	}
	return turns.Moves(turns.Mover(s), names)
}

// moveName names the move between two states that the player who moves sees.
func moveName(before, after uint64) string {
	a, b := read(before), read(after)
	left := (a.mine | 1<<a.lion) &^ (b.mine | 1<<b.lion)
	reached := (b.mine | 1<<b.lion) &^ (a.mine | 1<<a.lion)
	to := bits.TrailingZeros64(reached)
	kind := lionKind
	if to != b.lion {
		kind = kindAt(after, to)
	}
	name := squareName(before, to)
	if left == 0 {
		return kindLetters[kind:kind+1] + "@" + name
	}
	from := bits.TrailingZeros64(left)
	if kind == hen && kindAt(before, from) == chick {
		name += "=" + kindLetters[hen:hen+1]
		kind = chick
	}
	sign := "-"
	if (a.theirs|1<<a.theirLion)&reached != 0 {
		sign = "x"
	}
	return kindLetters[kind:kind+1] + squareName(before, from) + sign + name
}

// squareName is the column's letter and the row's number from the top, both as
// sente sees them.
func squareName(s uint64, square int) string {
	if s&turns.Bit != 0 {
		square = squares - 1 - square
	}
	return layout().Name(drawn(square))
}
