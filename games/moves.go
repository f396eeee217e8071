package games

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// SplitMoves splits moves as people type them: with blanks, commas or both between
// them, numbered or not, as in "1. a2-a3, b5-b4". See Play.
func SplitMoves(text string) []string {
	moves := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	return slices.DeleteFunc(moves, func(move string) bool {
		number, ok := strings.CutSuffix(move, ".")
		return ok && strings.Trim(number, "0123456789") == ""
	})
}

// Play plays typed moves from a state and returns the states on the way, s first. A
// move is a text that FindMove takes for its name; a name of several words may come in
// as many pieces. Where several roles choose at once their moves are joined by '+'. An
// InputError says which move is wrong, and what to type instead.
func Play[S State](g Game[S], s S, moves []string) ([]S, error) {
	line, notation := []S{s}, NotationOf(g)
	for i := 0; i < len(moves); {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return nil, BadInput("move %d, %q: the game is over at %s after %s", len(line), moves[i], notation.FormatState(s), Count(len(line)-1, "move"))
		}
		names := notation.Moves(s)
		child, pieces, wrong := firstMove(g.Info(), names, moves[i:], " at "+notation.FormatState(s))
		if wrong != "" {
			return nil, BadInput("move %d, %q, %s", len(line), moves[i], wrong)
		}
		s = children[child]
		line, i = append(line, s), i+pieces
	}
	return line, nil
}

// firstMove finds the child that the first of the typed pieces lead to, and how many
// pieces that takes; or says what is wrong with the first, there, as in " at a1".
func firstMove(info *Info, names [MaxRoles][]string, typed []string, there string) (child, pieces int, wrong string) {
	if len(Named(names)) > 1 {
		child, wrong = jointMove(info, names, typed[0], there)
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
	child, fits := FindMove(typed[0], list)
	if child < 0 {
		wrong = notAMove(typed[0], there, list, fits)
	}
	return child, 1, wrong
}

// jointMove finds the child that a typed joint move leads to, or says what is wrong.
func jointMove(info *Info, names [MaxRoles][]string, typed, there string) (child int, wrong string) {
	parts, roles := strings.Split(typed, "+"), Named(names)
	if len(parts) != len(roles) {
		var legal, first []string
		for _, role := range roles {
			legal = append(legal, strings.Join(names[role], ", ")+" for "+info.Roles[role])
			first = append(first, names[role][0])
		}
		together := "both choose at once, so write the two together"
		if len(roles) > 2 {
			together = "all of them choose at once, so write their moves together"
		}
		return 0, fmt.Sprintf("is not legal%s: the legal moves are %s; %s, as in %s", there, strings.Join(legal[:len(legal)-1], ", ")+" and "+legal[len(legal)-1], together, strings.Join(first, "+"))
	}
	for i, part := range parts {
		role := roles[i]
		at, fits := FindMove(part, names[role])
		if at < 0 {
			return 0, fmt.Sprintf("has %q of %s, which %s", part, info.Roles[role], notAMove(part, there, names[role], fits))
		}
		child = child*len(names[role]) + at
	}
	return child, ""
}

// Named lists the roles that have names of moves; see Notation.
func Named(names [MaxRoles][]string) (roles []int) {
	for role := range names {
		if names[role] != nil {
			roles = append(roles, role)
		}
	}
	return roles
}

// JointNames are the names of all moves in the order of Expand: those of the role that
// moves, or of several the joint ones, as in a+b.
func JointNames(names [MaxRoles][]string) (list []string) {
	for i, role := range Named(names) {
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

// notAMove says what is wrong with a typed move that fits several names or none.
func notAMove(typed, there string, names, fits []string) string {
	if len(fits) > 0 {
		return fmt.Sprintf("is short for %s%s: type more of it", strings.Join(fits, ", "), there)
	}
	near := Nearest(typed, names)
	if near != "" && len(typed) > 3 && !strings.ContainsAny(typed, "+0123456789") { // cells are near to many others
		return fmt.Sprintf("is not legal%s; did you mean %q?", there, near)
	}
	return fmt.Sprintf("is not legal%s: the legal moves are %s", there, strings.Join(names, ", "))
}

// FindMove is the number of the name that a typed text stands for: the name itself; or
// without regard to case, marks between the words, and the x of a capture, the whole
// name or the only one with a word that begins so, as in "right" or "r" for moveRight
// and "b3" for a2xb3. It is -1 if the text fits several names, which are listed, or none.
func FindMove(typed string, names []string) (at int, fits []string) {
	if at := slices.Index(names, typed); at >= 0 {
		return at, nil
	}
	text := readMove(typed)
	if text.letters == "" {
		return -1, nil
	}
	found := matching(names, text.same)
	if len(found) == 0 {
		found = matching(names, text.begins)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	for _, at := range found {
		fits = append(fits, names[at])
	}
	return -1, fits
}

// moveText is a move as it is compared.
type moveText struct {
	letters string // and digits, in lower case; a dot parts two numbers
	starts  []int  // of words in letters
}

// readMove prepares a move to be compared. A word begins after anything that is no
// letter and no digit, after an x between a digit and a letter, and with a capital
// after a small letter.
func readMove(name string) moveText {
	var (
		letters strings.Builder
		starts  []int
		before  rune // 0 where a word begins
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

// same reports whether t is another move but for case and marks.
func (t moveText) same(name moveText) bool { return t.letters == name.letters }

// begins reports whether a word of a name, and perhaps those after it, begin with t. A
// number counts only whole: 1 is not short for 10.
func (t moveText) begins(name moveText) bool {
	for _, start := range name.starts {
		rest, ok := strings.CutPrefix(name.letters[start:], t.letters)
		if ok && !(unicode.IsDigit(rune(t.letters[len(t.letters)-1])) && rest != "" && unicode.IsDigit(rune(rest[0]))) {
			return true
		}
	}
	return false
}

// matching lists the names that match.
func matching(names []string, match func(moveText) bool) (found []int) {
	for i, name := range names {
		if match(readMove(name)) {
			found = append(found, i)
		}
	}
	return found
}
