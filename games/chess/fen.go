package chess

import (
	"fmt"
	"strings"
)

// CutPosition implements games.StandardNotation. In FEN, the first field contains a slash
// and no colon, and the second can be any word. Further fields belong to the position if
// they have the form of castling rights, a square and two counters.
func (g *game) CutPosition(text string) (position, rest string) {
	placement, after, _ := strings.Cut(text, " ")
	mover, after, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	if mover == "" || !strings.Contains(placement, "/") || strings.Contains(placement, ":") {
		position, rest, _ = strings.Cut(text, " ")
		return position, rest
	}
	rest = strings.TrimLeft(after, " ")
	for i, set := range []string{"-KQkq", "-abcdefgh12345678", "0123456789", "0123456789"} {
		field, after, _ := strings.Cut(rest, " ")
		if field == "" || strings.Trim(field, set) != "" || i == 1 && len(field) > 2 {
			break
		}
		rest = strings.TrimLeft(after, " ")
	}
	return strings.TrimRight(text[:len(text)-len(rest)], " "), rest
}

// parseFEN parses the fields of Forsyth-Edwards Notation: placement, side to move,
// castling rights, en passant square and two counters. It ignores the counters. All
// fields after the second are optional.
func (g *game) parseFEN(fields []string) (position, error) {
	if len(fields) > 6 {
		return position{}, fmt.Errorf("%d fields, but FEN has 2 to 6", len(fields))
	}
	mover := white
	switch fields[1] {
	case "w", "W":
	case "b", "B":
		mover = black
	default:
		return position{}, fmt.Errorf("the side to move is %q, expected w or b", fields[1])
	}
	p, err := g.parseMen(fields[0], uint8(mover))
	if err != nil {
		return p, err
	}
	if len(fields) > 2 {
		err = checkCastling(fields[2])
	}
	if err == nil && len(fields) > 3 {
		err = p.checkPassant(fields[3])
	}
	for i := 4; i < len(fields) && err == nil; i++ {
		if strings.Trim(fields[i], "0123456789") != "" {
			err = fmt.Errorf("field %d is %q, expected a number of moves", i+1, fields[i])
		}
	}
	return p, err
}

// checkCastling validates the castling rights.
func checkCastling(field string) error {
	switch {
	case field == "-":
		return nil
	case strings.Trim(field, "KQkq") == "":
		return fmt.Errorf("castling rights %s: castling is not possible in this game; replace them with -", field)
	}
	return fmt.Errorf("the castling rights are %q, expected -", field)
}

// checkPassant validates the en passant square. It must be the square that a pawn
// has just crossed. No pawn can capture there, because only one side has pawns.
func (p *position) checkPassant(field string) error {
	if field == "-" {
		return nil
	}
	row, up, side := byte('6'), 8, "black"
	if p.mover == black {
		row, up, side = '3', -8, "white"
	}
	if len(field) != 2 || field[0] < 'a' || field[0] > 'h' || field[1] != row {
		return fmt.Errorf("the en passant square is %q, expected - or a square on row %c", field, row)
	}
	crossed := int(field[0]-'a') | int(row-'1')<<3
	before, after := crossed+up, crossed-up
	n := p.manAt(uint8(after))
	moved := n >= 0 && p.men[n] == man{1 - p.mover, pawn}
	if !moved || p.manAt(uint8(crossed)) >= 0 || p.manAt(uint8(before)) >= 0 {
		return fmt.Errorf("en passant square %s: no %s pawn can have moved from %s to %s; replace it with -",
			field, side, board().Name(before), board().Name(after))
	}
	return nil
}
