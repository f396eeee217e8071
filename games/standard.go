package games

import "slices"

// StandardNotation is implemented by games that also accept a standard notation of
// positions and moves, such as FEN and SAN in chess. Output is never in this notation.
type StandardNotation interface {
	// CutPosition returns the position at the beginning of text and the text after
	// it. Unlike a result of FormatState, the position may contain spaces.
	// ParseState validates it.
	CutPosition(text string) (position, rest string)
	// ReadMove returns the indexes of the moves that text can denote, among the
	// names of a role's moves in a position. It returns nil if there are none.
	ReadMove(text string, names []string) []int
}

// FindMoveIn is like FindMove, but if v implements StandardNotation and no name is an
// exact match, it tries the standard notation before abbreviations.
func FindMoveIn(v Variant, typed string, names []string) (at int, fits []string) {
	if n, ok := v.(StandardNotation); ok && !slices.Contains(names, typed) {
		if found := n.ReadMove(typed, names); len(found) > 0 {
			return oneMove(names, found)
		}
	}
	return FindMove(typed, names)
}
