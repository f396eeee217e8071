package games

import "strings"

// maxTyped is the longest name for which a near one is sought, in bytes.
const maxTyped = 100

// Nearest is the candidate that a mistyped name was most likely meant to be,
// whatever the case of its letters; "" if none is near: a third of its letters can
// be wrong, and one of a short name.
func Nearest(typed string, candidates []string) string {
	if len(typed) > maxTyped {
		return ""
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
