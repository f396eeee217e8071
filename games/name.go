package games

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName returns an InputError unless name has the form NAME or
// NAME:option=value,option=value, and is a safe directory name. Such a name does not
// begin with a dot or contain a slash, a backslash or a control character.
func CheckName(name string) error {
	base, options, ok := strings.Cut(name, ":")
	switch {
	case name == "":
		return BadInput("game name is empty")
	case base == "":
		return BadInput("%.100q has no name before the colon; expected NAME:option=value", name)
	case ok && options == "":
		return BadInput("%.100q ends with a colon; expected NAME:option=value,option=value", name)
	case strings.HasPrefix(name, "."):
		return BadInput("game name %.100q must begin with a letter or a digit, not a dot", name)
	case strings.Contains(base, ",") || strings.Contains(options, ":"):
		return BadInput("game name %.100q is not of the form NAME:option=value,option=value", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unsafeInName):
		return BadInput("game name %.100q contains a slash, a backslash or a control character", name)
	}
	return nil
}

func unsafeInName(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }

// maxTyped is the maximum length, in bytes, of an input for which a name is
// suggested.
const maxTyped = 100

// Nearest returns the candidate that typed most likely misspells, or "" if none is
// similar. If typed is a prefix of one candidate, ignoring case, Nearest returns
// that candidate. Otherwise it returns the candidate with the smallest edit
// distance, if that distance is at most 1 or a third of the length of typed.
func Nearest(typed string, candidates []string) string {
	if len(typed) > maxTyped {
		return ""
	}
	if fits := withPrefix(typed, candidates); len(fits) == 1 {
		return fits[0]
	}
	best, bestDistance := "", 1+max(1, len(typed)/3)
	typed = strings.ToLower(typed)
	for _, c := range candidates {
		if d := len(c) - len(typed); max(d, -d) >= bestDistance {
			continue
		}
		if d := EditDistance(typed, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// withPrefix returns the names that begin with typed, ignoring case. It returns nil
// if typed has fewer than two characters.
func withPrefix(typed string, names []string) (fits []string) {
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

// EditDistance returns the restricted Damerau-Levenshtein distance: the number of
// insertions, deletions, replacements and transpositions of adjacent bytes that turn
// a into b.
func EditDistance(a, b string) int {
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

// Count formats a number and a noun, as in "1 pit" or "2 pits".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
