package games

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName returns an InputError for what cannot be the name of a variant: a
// name is NAME or NAME:option=value,option=value, and becomes the name of a
// folder, so that it must not lead elsewhere. It must not be empty, begin with a
// dot, or have a slash, a backslash or a control character in it, nor a second
// colon, nor a comma before the first.
func CheckName(name string) error {
	base, options, ok := strings.Cut(name, ":")
	switch {
	case name == "":
		return BadInput("the name of a game is empty")
	case base == "":
		return BadInput("%.100q has no name before the colon: want NAME:option=value", name)
	case ok && options == "":
		return BadInput("%.100q ends with a colon: options follow it as opt=value,opt=value", name)
	case strings.HasPrefix(name, "."):
		return BadInput("the name %.100q begins with a dot: want a letter or a digit there", name)
	case strings.Contains(base, ",") || strings.Contains(options, ":"):
		return BadInput("the name %.100q is not of the form NAME:option=value,option=value", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unsafeInName):
		return BadInput("the name %.100q has a slash, a backslash or a control character in it: leave these out", name)
	}
	return nil
}

// unsafeInName reports characters that part folders, or cannot be in their names.
func unsafeInName(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }

// maxTyped is the longest name for which a near one is sought, in bytes.
const maxTyped = 100

// Nearest is the candidate that a mistyped name was most likely meant to be, whatever
// the case of its letters: the only one that begins with it, or else one of which a
// third of the letters are wrong, or one of a short name; "" if there is none.
func Nearest(typed string, candidates []string) string {
	if len(typed) > maxTyped {
		return ""
	}
	if fits := beginning(typed, candidates); len(fits) == 1 {
		return fits[0]
	}
	best, bestDistance := "", 1+max(1, len(typed)/3)
	typed = strings.ToLower(typed)
	for _, c := range candidates {
		if d := len(c) - len(typed); max(d, -d) >= bestDistance {
			continue
		}
		if d := distance(typed, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// beginning are the names that begin with two or more letters as they were typed.
func beginning(typed string, names []string) (fits []string) {
	if utf8.RuneCountInString(typed) < 2 {
		return nil
	}
	for _, name := range names {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			fits = append(fits, name)
		}
	}
	return fits
}

// distance is the number of letters to insert, delete, replace or exchange
// with the next one to make b of a (restricted Damerau-Levenshtein distance).
func distance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// Count writes a count and its noun, as in "1 pit" and "2 pits".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
