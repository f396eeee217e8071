package chess

import (
	"regexp"
	"strings"
)

// algebraic matches the names returned by Moves, standard algebraic notation (SAN) and
// the notation of the Universal Chess Interface (UCI). The groups are the man, the
// column and row of its origin, the sign, the destination and the promotion.
var algebraic = regexp.MustCompile(`^([KQRBN]?)([a-h]?)([1-8]?)([-x]?)([a-h][1-8])(?:=?([QRBNqrbn]))?[+#!?]*$`)

// algebraicMove holds the parts of a move, one for each group of the regular
// expression algebraic. Omitted parts are empty.
type algebraicMove struct{ man, column, row, sign, to, promotion string }

func parseAlgebraic(text string) (m algebraicMove, ok bool) {
	groups := algebraic.FindStringSubmatch(text)
	if groups == nil {
		return m, false
	}
	return algebraicMove{groups[1], groups[2], groups[3], groups[4], groups[5], strings.ToUpper(groups[6])}, true
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
