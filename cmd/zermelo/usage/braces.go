package usage

import (
	"strconv"
	"strings"

	"zermelo/games"
)

const maxCombinations = 10_000

// ExpandBraces returns the brace expansions of pattern, as in a shell: {a,b,c}
// expands to a, b and c; {3..5} to 3, 4 and 5; and {5..3} to 5, 4 and 3. The last
// braces vary fastest. Braces cannot be nested.
func ExpandBraces(pattern string) ([]string, error) {
	at := strings.IndexAny(pattern, "{}")
	if at < 0 {
		return []string{pattern}, nil
	}
	inside, after, closed := strings.Cut(pattern[at+1:], "}")
	switch {
	case pattern[at] == '}':
		return nil, games.BadInput("%q: unmatched closing brace", pattern)
	case !closed:
		return nil, games.BadInput("%q: unmatched opening brace", pattern)
	case strings.Contains(inside, "{"):
		return nil, games.BadInput("%q: nested braces; write {a,b,c} or {3..5}", pattern)
	case inside == "":
		return nil, games.BadInput("%q: empty braces; write {a,b,c} or {3..5}", pattern)
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
		return nil, games.BadInput("%q: expands to more than %d games; use smaller ranges", pattern, maxCombinations)
	}
	var texts []string
	for _, choice := range choices {
		for _, end := range ends {
			texts = append(texts, pattern[:at]+choice+end)
		}
	}
	return texts, nil
}

// braceChoices returns the expansions of the text within braces.
func braceChoices(inside string) ([]string, error) {
	low, high, isRange := strings.Cut(inside, "..")
	if !isRange {
		choices := strings.Split(inside, ",")
		if len(choices) == 1 {
			return nil, games.BadInput("{%s}: only one choice; write {a,b,c} or {3..5}", games.Echo(inside))
		}
		return choices, nil
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil {
		return nil, games.BadInput("{%s}: not a range of integers; write {3..5} or {a,b,c}", games.Echo(inside))
	}
	step := 1
	if to < from {
		step = -1
	}
	var choices []string
	for n := from; n != to+step; n += step {
		if len(choices) == maxCombinations {
			return nil, games.BadInput("{%s}: more than %d numbers; use a smaller range", games.Echo(inside), maxCombinations)
		}
		choices = append(choices, strconv.Itoa(n))
	}
	return choices, nil
}
