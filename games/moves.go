package games

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// SplitMoves splits a list of moves such as "1. a2-a3, b5-b4" at spaces and commas,
// and removes move numbers.
func SplitMoves(text string) []string {
	moves := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	return slices.DeleteFunc(moves, func(move string) bool {
		number, ok := strings.CutSuffix(move, ".")
		return ok && strings.Trim(number, "0123456789") == ""
	})
}

// Play plays the moves from s and returns the states visited, starting with s. Each
// move must be accepted by FindMoveIn, except that a move name of several words may be
// spread over several elements. Simultaneous moves are joined by '+'. If a move is
// invalid, the error is an InputError that lists the legal moves or suggests one.
func Play[S State](g Game[S], s S, moves []string) ([]S, error) {
	line, notation := []S{s}, NotationOf(g)
	for i := 0; i < len(moves); {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return nil, BadInput("move %d, %q: the game is already over at %s, after %s", len(line), moves[i], notation.FormatState(s), Count(len(line)-1, "move"))
		}
		names := notation.Moves(s)
		child, pieces, wrong := FirstMove(g, names, moves[i:], " at "+notation.FormatState(s))
		if wrong != "" {
			if Mover(g, s) == int(Chance) {
				wrong = fmt.Sprintf("is not possible at %s; the next move is random and one of %s", notation.FormatState(s), strings.Join(names[0], ", "))
			}
			return nil, BadInput("move %d, %q, %s", len(line), moves[i], wrong)
		}
		s = children[child]
		line, i = append(line, s), i+pieces
	}
	return line, nil
}

// FirstMove interprets the first elements of typed as a move, given the names of each
// role's moves. It returns the index of the resulting child and the number of elements
// used. If no move matches, wrong is the text of the error, which includes the value of
// there, such as " at a1".
func FirstMove(v Variant, names [MaxRoles][]string, typed []string, there string) (child, pieces int, wrong string) {
	if len(RolesWithMoves(names)) > 1 {
		child, wrong = jointMove(v, names, typed[0], there)
		return child, 1, wrong
	}
	list := slices.Concat(names[:]...)
	if at := slices.Index(list, typed[0]); at >= 0 {
		return at, 1, ""
	}
	words := 1
	for _, name := range list {
		words = max(words, len(readMove(name).starts))
	}
	for pieces = min(words, len(typed)); pieces > 1; pieces-- {
		whole := readMove(strings.Join(typed[:pieces], " "))
		if at := matching(list, whole.same); len(at) == 1 {
			return at[0], pieces, ""
		}
	}
	child, fits := FindMoveIn(v, typed[0], list)
	if child < 0 {
		wrong = illegalMove(typed[0], there, list, fits)
	}
	return child, 1, wrong
}

// jointMove returns the index of the child that results from a joint move, or an
// error message.
func jointMove(v Variant, names [MaxRoles][]string, typed, there string) (child int, wrong string) {
	info := v.Info()
	parts, roles := strings.Split(typed, "+"), RolesWithMoves(names)
	if len(parts) != len(roles) {
		var legal, first []string
		for _, role := range roles {
			legal = append(legal, strings.Join(names[role], ", ")+" for "+info.Roles[role])
			first = append(first, names[role][0])
		}
		together := "both roles move simultaneously, so join their moves"
		if len(roles) > 2 {
			together = "all roles move simultaneously, so join their moves"
		}
		return 0, fmt.Sprintf("is not legal%s; the legal moves are %s; %s, as in %s", there, strings.Join(legal[:len(legal)-1], ", ")+" and "+legal[len(legal)-1], together, strings.Join(first, "+"))
	}
	for i, part := range parts {
		role := roles[i]
		at, fits := FindMoveIn(v, part, names[role])
		if at < 0 {
			return 0, fmt.Sprintf("contains %q for %s, which %s", part, info.Roles[role], illegalMove(part, there, names[role], fits))
		}
		child = child*len(names[role]) + at
	}
	return child, ""
}

// RolesWithMoves returns the roles that have named moves; see Notation.
func RolesWithMoves(names [MaxRoles][]string) (roles []int) {
	for role := range names {
		if names[role] != nil {
			roles = append(roles, role)
		}
	}
	return roles
}

// JointNames returns the names of all moves in the order of Expand. The names of
// simultaneous moves are joined by '+'.
func JointNames(names [MaxRoles][]string) (list []string) {
	for i, role := range RolesWithMoves(names) {
		if i == 0 {
			list = names[role]
			continue
		}
		joint := make([]string, 0, len(list)*len(names[role]))
		for _, first := range list {
			for _, name := range names[role] {
				joint = append(joint, first+"+"+name)
			}
		}
		list = joint
	}
	return list
}

// illegalMove returns the error text for a typed move that does not match exactly
// one name. The argument fits lists the matching names.
func illegalMove(typed, there string, names, fits []string) string {
	if len(fits) > 0 {
		return fmt.Sprintf("is ambiguous%s; it matches %s", there, strings.Join(fits, ", "))
	}
	near := Nearest(typed, names)
	if near != "" && len(typed) > 3 && !strings.ContainsAny(typed, "+0123456789") { // cell names are too similar
		return fmt.Sprintf("is not legal%s; did you mean %q?", there, near)
	}
	return fmt.Sprintf("is not legal%s; the legal moves are %s", there, strings.Join(names, ", "))
}

// FindMove returns the index of the move name that matches typed. An exact match
// takes precedence. Otherwise, FindMove ignores case, punctuation and the x of a
// capture, and accepts a whole name or a prefix of a word in one of the names:
// "right" or "r" for moveRight, "b3" for a2xb3. Punctuation around a number counts:
// -3 is not 3. FindMove returns -1 and the matching names if several match, and -1 and
// nil if none matches.
func FindMove(typed string, names []string) (at int, fits []string) {
	if at := slices.Index(names, typed); at >= 0 {
		return at, nil
	}
	text := readMove(typed)
	if number := strings.Trim(text.letters, "0123456789") == ""; number && text.letters != typed {
		return -1, nil
	}
	found := matching(names, text.same)
	if len(found) == 0 {
		found = matching(names, text.begins)
	}
	return oneMove(names, found)
}

// oneMove returns the only index in found. If found contains no index or several, it
// returns -1 and the names at these indexes.
func oneMove(names []string, found []int) (at int, fits []string) {
	if len(found) == 1 {
		return found[0], nil
	}
	for _, at := range found {
		fits = append(fits, names[at])
	}
	return -1, fits
}

// moveText is a move name in normalized form.
type moveText struct {
	letters string // letters and digits in lower case; a dot separates adjacent numbers
	starts  []int  // offsets of words in letters
}

// readMove normalizes a move name. A word starts after punctuation, after an x
// between a digit and a letter, and where case changes from lower to upper.
func readMove(name string) moveText {
	var (
		letters strings.Builder
		starts  []int
		before  rune // 0 at the beginning of a word
		last    rune
	)
	runes := []rune(name)
	for i, r := range runes {
		capture := unicode.ToLower(r) == 'x' && unicode.IsDigit(before) && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		if capture || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			before = 0
			continue
		}
		if before == 0 || unicode.IsLower(before) && unicode.IsUpper(r) {
			if unicode.IsDigit(last) && unicode.IsDigit(r) {
				letters.WriteByte('.')
			}
			starts = append(starts, letters.Len())
		}
		letters.WriteRune(unicode.ToLower(r))
		before, last = r, r
	}
	return moveText{letters.String(), starts}
}

// same reports whether t and name differ only in case and punctuation.
func (t moveText) same(name moveText) bool { return t.letters == name.letters }

// begins reports whether name contains t at the start of a word. Numbers must match
// completely: 1 does not match 10.
func (t moveText) begins(name moveText) bool {
	for _, start := range name.starts {
		rest, ok := strings.CutPrefix(name.letters[start:], t.letters)
		if ok && !(unicode.IsDigit(rune(t.letters[len(t.letters)-1])) && rest != "" && unicode.IsDigit(rune(rest[0]))) {
			return true
		}
	}
	return false
}

func matching(names []string, match func(moveText) bool) (found []int) {
	for i, name := range names {
		if match(readMove(name)) {
			found = append(found, i)
		}
	}
	return found
}
