package usage

import (
	"strconv"
	"strings"

	"zermelo/games"
)

// maxCombinations is how many texts braces may stand for.
const maxCombinations = 10_000

// ExpandBraces lists all texts that a pattern stands for, as shells do it, the
// last braces changing fastest: {a,b,c} stands for each of a, b and c, {3..5} for
// each whole number from 3 to 5, and {5..3} for the same downwards. Braces have no
// braces inside.
func ExpandBraces(pattern string) ([]string, error) {
	at := strings.IndexAny(pattern, "{}")
	if at < 0 {
		return []string{pattern}, nil
	}
	inside, after, closed := strings.Cut(pattern[at+1:], "}")
	switch {
	case pattern[at] == '}':
		return nil, games.BadInput("%q: a closing brace without an opening one", pattern)
	case !closed:
		return nil, games.BadInput("%q: a brace is not closed", pattern)
	case strings.Contains(inside, "{"):
		return nil, games.BadInput("%q: braces within braces; write {a,b,c} or {3..5}", pattern)
	case inside == "":
		return nil, games.BadInput("%q: nothing in braces; write {a,b,c} or {3..5}", pattern)
	}
	choices, err := braceChoices(inside)
	if err != nil {
		return nil, err
	}
	ends, err := ExpandBraces(after)
	if err != nil {
		return nil, err
	}
	if len(choices)*len(ends) > maxCombinations {
		return nil, games.BadInput("%q stands for more than %d games", pattern, maxCombinations)
	}
	var texts []string
	for _, choice := range choices {
		for _, end := range ends {
			texts = append(texts, pattern[:at]+choice+end)
		}
	}
	return texts, nil
}

// braceChoices are the texts that what stands in braces stands for.
func braceChoices(inside string) ([]string, error) {
	low, high, isRange := strings.Cut(inside, "..")
	if !isRange {
		choices := strings.Split(inside, ",")
		if len(choices) == 1 {
			return nil, games.BadInput("{%s} has a single choice; write {a,b,c} or {3..5}", games.Echo(inside))
		}
		return choices, nil
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil {
		return nil, games.BadInput("{%s} is not a range of whole numbers; write {3..5} or {a,b,c}", games.Echo(inside))
	}
	step := 1
	if to < from {
		step = -1
	}
	var choices []string
	for n := from; n != to+step; n += step {
		if len(choices) == maxCombinations {
			return nil, games.BadInput("{%s} has more than %d numbers", games.Echo(inside), maxCombinations)
		}
		choices = append(choices, strconv.Itoa(n))
	}
	return choices, nil
}
