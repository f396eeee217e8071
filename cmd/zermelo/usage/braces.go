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
	texts, rest := []string{""}, pattern
	for rest != "" {
		before, inside, after, err := cutBraces(pattern, rest)
		if err != nil {
			return nil, err
		}
		choices := []string{""}
		if inside != "" {
			if choices, err = braceChoices(inside); err != nil {
				return nil, err
			}
		}
		if len(texts)*len(choices) > maxCombinations {
			return nil, games.BadInput("%q stands for more than %d games", pattern, maxCombinations)
		}
		longer := make([]string, 0, len(texts)*len(choices))
		for _, text := range texts {
			for _, choice := range choices {
				longer = append(longer, text+before+choice)
			}
		}
		texts, rest = longer, after
	}
	return texts, nil
}

// cutBraces cuts text around its first braces. Without braces all of it is before.
func cutBraces(pattern, text string) (before, inside, after string, err error) {
	at := strings.IndexAny(text, "{}")
	if at < 0 {
		return text, "", "", nil
	}
	inside, after, closed := strings.Cut(text[at+1:], "}")
	switch {
	case text[at] == '}':
		return "", "", "", games.BadInput("%q: a closing brace without an opening one", pattern)
	case !closed:
		return "", "", "", games.BadInput("%q: a brace is not closed", pattern)
	case strings.Contains(inside, "{"):
		return "", "", "", games.BadInput("%q: braces within braces; write {a,b,c} or {3..5}", pattern)
	case inside == "":
		return "", "", "", games.BadInput("%q: nothing in braces; write {a,b,c} or {3..5}", pattern)
	}
	return text[:at], inside, after, nil
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
		return nil, games.BadInput("{%s} is no range of whole numbers; write {3..5} or {a,b,c}", games.Echo(inside))
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
