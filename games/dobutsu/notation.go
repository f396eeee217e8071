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

const kindLetters = "GECHL"

const lionKind = kinds

// piece returns the side (0 for sente) and the kind denoted by a letter. If the
// letter denotes no piece, the kind is -1.
func piece(letter byte) (side, kind int) {
	if letter >= 'a' && letter <= 'z' {
		side, letter = 1, letter-('a'-'A')
	}
	return side, strings.IndexByte(kindLetters, letter)
}

// layout returns the board used for text and drawings, with row 1 at the top.
func layout() grid.Board {
	return grid.Board{Width: columns, Height: squares / columns, Down: true, Exact: true}
}

// glyph returns the character of cell i of the layout, for a state as seen by sente.
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

func forSente(s uint64) uint64 {
	if s&turns.Bit != 0 {
		s = turned(s)
	}
	return s
}

// FormatState returns the rows from top to bottom, joined by '/', followed by the
// side to move and the pieces in both hands, as in "gle/.../.c./ELG:s:C". Sente's
// pieces are upper-case letters. A caught lion is listed in a hand.
func (g *game) FormatState(s uint64) string {
	board := forSente(s)
	m := read(board)
	held := letters(board>>handShift&handMask, m.theirLion == nowhere) +
		strings.ToLower(letters(m.otherHand(board), m.lion == nowhere))
	cells := layout().Format(func(i int) byte { return glyph(board, i) })
	return fmt.Sprintf("%s:%c:%s", cells, "sg"[s>>63], cmp.Or(held, "-"))
}

// drawn returns the square at cell i of the layout.
func drawn(i int) int { return squares - columns - i + 2*(i%columns) }

// letters returns the letters of the pieces in a hand, including a caught lion if
// lion is true.
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

func (g *game) ParseState(text string) (uint64, error) {
	s, err := parse(text)
	return turns.Parsed(g, text, s, err)
}

// counts holds the numbers of pieces in a parsed position.
type counts struct {
	kind  [handKinds]int // on the board and in hands
	hand  uint64         // sente's hand in the format of a state
	lions [2]int         // lions on the board, of sente and gote
	taken [2]int         // caught lions, of sente and gote
}

func parse(text string) (uint64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0, fmt.Errorf("expected the board, the side to move and the hands, separated by ':'")
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
		return 0, fmt.Errorf("the side to move is %q, expected s for sente or g for gote", parts[1])
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

func (n *counts) addHands(text string) error {
	if text == "-" {
		return nil
	}
	for _, c := range []byte(text) {
		side, kind := piece(c)
		switch {
		case kind < 0 || kind == hen:
			return fmt.Errorf("invalid character %q in the hands, expected G, E or C (lower case for gote), L or l for a captured lion, or '-' for empty hands", c)
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
		return fmt.Errorf("expected the pieces in hand, or '-', after the second ':'")
	}
	return nil
}

// check returns an error unless there are two pieces of each kind and one lion of
// each side. Only the lion of the side to move may have been caught.
func (n *counts) check(mover int) error {
	for kind, count := range n.kind {
		if count != 2 {
			return fmt.Errorf("%d %c pieces on the board and in the hands, expected 2; hens count as chicks", count, kindLetters[kind])
		}
	}
	for side, name := range []string{"sente", "gote"} {
		if n.lions[side]+n.taken[side] != 1 {
			return fmt.Errorf("%s has %d lions, expected 1 on the board or in the opponent's hand", name, n.lions[side]+n.taken[side])
		}
		if n.taken[side] > 0 && side != mover {
			return fmt.Errorf("%s's lion was captured, so it must be %s's turn", name, name)
		}
	}
	return nil
}

// Moves returns the names of the moves, as in "Gc4-c3", "Cb3xb2", "Ca2-a1=H" for a
// promotion, or "C@a2" for a drop.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	children, _ := g.Expand(nil, nil, []uint64{s})
	for _, c := range children {
		names = append(names, moveName(s, turned(c)))
	}
	return turns.Moves(turns.Mover(s), names)
}

// moveName returns the name of the move between two states. Both states are given as
// seen by the mover.
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

// squareName returns the name of a square. Squares are numbered as seen by the
// player to move in s.
func squareName(s uint64, square int) string {
	if s&turns.Bit != 0 {
		square = squares - 1 - square
	}
	return layout().Name(drawn(square))
}
