package command

import (
	"fmt"
	"strings"
)

// didYouMean is a hint to the candidate nearest to what was typed, in capitals or
// not, "" if none is near.
func didYouMean(typed string, candidates []string) string {
	best, bestDistance := "", 1+max(1, len(typed)/3)
	typed = strings.ToLower(typed)
	for _, c := range candidates {
		if d := distance(typed, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
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
