package chess

import "strings"

// algebraicMove holds the parts of a move, in the order in which they are written.
// Omitted parts are empty.
type algebraicMove struct{ man, column, row, sign, to, promotion string }

// parseAlgebraic parses the names returned by Moves, standard algebraic notation (SAN)
// and the notation of the Universal Chess Interface (UCI).
func parseAlgebraic(text string) (m algebraicMove, ok bool) {
	text = strings.TrimRight(text, "+#!?")
	cut := func(set string) (last string) { // cuts the last byte of text if it is in set
		if at := len(text) - 1; at >= 0 && strings.IndexByte(set, text[at]) >= 0 {
			text, last = text[:at], text[at:]
		}
		return last
	}
	const columns, rows = "abcdefgh", "12345678"
	if m.promotion = strings.ToUpper(cut("QRBNqrbn")); m.promotion != "" {
		cut("=")
	}
	m.to = cut(rows)
	m.to = cut(columns) + m.to
	m.sign, m.row, m.column, m.man = cut("-x"), cut(rows), cut(columns), cut("KQRBN")
	if text != "" || len(m.to) != 2 {
		return algebraicMove{}, false
	}
	return m, true
}

// ReadMove implements games.StandardNotation. It accepts UCI, as in "e7e8q", and SAN,
// as in "Nbd2" and "exd8=Q+". An omitted promotion matches every promotion.
func (g *game) ReadMove(text string, names []string) []int {
	typed, ok := parseAlgebraic(text)
	if !ok {
		return nil
	}
	var found []int
	for i, name := range names {
		if m, _ := parseAlgebraic(name); typed.denotes(m) {
			found = append(found, i)
		}
	}
	return found
}

// denotes reports whether m abbreviates name.
func (m algebraicMove) denotes(name algebraicMove) bool {
	fits := func(part, whole string) bool { return part == "" || part == whole }
	anyMan := m.column != "" && m.row != "" && m.man == "" // UCI omits the letter of the man
	// In SAN, a pawn's capture names the column of its origin.
	straight := m.man == "" && m.column == ""
	return m.to == name.to && fits(m.column, name.column) && fits(m.row, name.row) && fits(m.promotion, name.promotion) &&
		(anyMan || m.man == name.man) &&
		(m.sign != "x" || name.sign == "x") && !(straight && name.sign == "x")
}
