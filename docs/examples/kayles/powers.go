package kayles

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// Layers appends the number of pins that are down, which grows with every move.
func (k *kayles) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(k.pins-bits.OnesCount64(s&^turns.Bit)))
	}
	return dst
}

// Span returns the maximum number of pins that a move knocks down.
func (k *kayles) Span() int { return 2 }

// Draw returns a drawing of the row of pins.
func (k *kayles) Draw(s uint64) games.Drawing {
	d := games.Drawing{
		Width: k.pins, Height: 1, Cells: make([]games.Cell, k.pins), Rows: []string{""},
		Notes: []string{k.info.Roles[turns.Mover(s)] + " to move"},
	}
	for i := range d.Cells {
		d.Columns = append(d.Columns, fmt.Sprint(i+1))
		if d.Cells[i].Glyph = '.'; s>>i&1 == 1 {
			d.Cells[i] = games.Cell{Kind: games.Piece, Glyph: 'i'}
		}
	}
	return d
}

// FormatState returns the pins and the player to move, as in "ii.i:first".
func (k *kayles) FormatState(s uint64) string {
	row := make([]byte, k.pins)
	for i := range row {
		row[i] = ".i"[s>>i&1]
	}
	return string(row) + ":" + k.info.Roles[turns.Mover(s)]
}

// ParseState parses the result of FormatState.
func (k *kayles) ParseState(text string) (uint64, error) {
	row, role, _ := strings.Cut(text, ":")
	s := uint64(0)
	for i := range row {
		s |= uint64(strings.IndexByte(".i", row[i])&1) << i
	}
	if role == k.info.Roles[1] {
		s |= turns.Bit
	}
	if k.FormatState(s) != text {
		return 0, games.BadInput("position %q: want %d pins and the player to move, as in %s", text, k.pins, k.FormatState(k.Start()))
	}
	return s, nil
}

// Moves returns the names of the moves in the order of Expand, as in "3" and "3-4".
func (k *kayles) Moves(s uint64) (moves [games.MaxRoles][]string) {
	for i := range k.pins {
		if s>>i&1 == 1 {
			moves[turns.Mover(s)] = append(moves[turns.Mover(s)], fmt.Sprint(i+1))
		}
		if s>>i&3 == 3 {
			moves[turns.Mover(s)] = append(moves[turns.Mover(s)], fmt.Sprintf("%d-%d", i+1, i+2))
		}
	}
	return moves
}
