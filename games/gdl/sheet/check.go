package sheet

import (
	"cmp"
	"slices"
	"strings"
)

// MaxProblems is the maximum number of reported problems per level.
const MaxProblems = 1000

// Check returns the semantic problems of the sheet in source order, at most
// MaxProblems per level. It reports the same problems as the validator of the
// ggp.org tools (A. Landau: gdl-validation, 2016), with the same wording. In
// addition, it reports problems with roles and goals, and cycles through negation
// that the validator misses.
func (s *Sheet) Check() []Problem {
	defer func() { s.work = nil }() // the meter must not be used after checking
	c := checker{sheet: s, graph: s.dependencies()}
	c.checkEssentials()
	c.checkCapitals()
	c.checkArities()
	c.checkKeywordNames()
	c.checkUsed()
	c.checkRoles()
	c.checkImperfect()
	for rule := range s.rules() {
		c.checkWriting(rule)
		c.checkKeywordUse(rule)
		c.checkSafety(rule)
		c.checkNegation(rule)
		c.checkRecursion(rule)
	}
	c.checkTime()
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(b.Level, a.Level))
	})
	return c.problems
}

type checker struct {
	sheet    *Sheet
	graph    *dependencies
	problems []Problem
	found    [Fatal + 1]int // number of problems per level
}

func (c *checker) report(level Level, at Span, hint, format string, args ...any) {
	if c.found[level]++; c.found[level] <= MaxProblems {
		c.problems = append(c.problems, NewProblem(level, at, hint, format, args...))
	}
}

// checkEssentials checks that all relations required in every game are defined.
func (c *checker) checkEssentials() {
	defined := map[string]bool{}
	for rule := range c.sheet.rules() {
		defined[rule.Head.Name] = true
	}
	for _, need := range []struct{ name, message, hint string }{
		{"terminal", "The game does not have any rules for termination.", "write (<= terminal ...)"},
		{"role", "The game does not define any roles.", "write (role NAME) for each player"},
		{"goal", "The game does not define any goals for any players.", "write (<= (goal ROLE 100) ...)"},
		{"legal", "The game does not define any legal moves.", "write (<= (legal ROLE MOVE) ...)"},
	} {
		if !defined[need.name] {
			c.report(Fatal, Span{}, need.hint, "%s", need.message)
		}
	}
}

// checkWriting reports variables in facts, and valid notation that may confuse other
// players.
func (c *checker) checkWriting(rule *Rule) {
	if !rule.Fact && len(rule.Body) == 0 {
		c.report(Warning, rule.Span, "write "+rule.Head.String(), "Rule with empty body; this can be written as a standalone sentence instead.")
	}
	sentences := map[*Term]bool{}
	for s := range rule.sentences() {
		sentences[s] = true
	}
	for t := range rule.terms() {
		if what := "Function"; t.Parens {
			if sentences[t] {
				what = "Sentence"
			}
			c.report(Warning, t.Span, "write "+t.Name, "%s with unnecessary parentheses; this may confuse some gamers.", what)
		}
		if rule.Fact && t.Kind == Variable {
			c.report(Fatal, t.Span, "write one fact for each value, or a rule", "Variables may only appear within rules.")
		}
		if unusual := unusualCharacters(t); unusual != "" {
			c.report(Warning, t.NameSpan(), "use letters, digits, _ and -", "These characters are unusual in GDL and may not be handled correctly by all players: [%s]", unusual)
		}
	}
	for l := range rule.literals() {
		if l.Kind != Or {
			continue
		}
		if len(l.Parts) == 0 {
			c.report(Warning, l.Span, "it never holds; remove the rule", "Disjunctions should not be empty.")
		}
		for i := range l.Parts {
			if l.Parts[i].Kind == Or {
				c.report(Warning, l.Parts[i].Span, "move its parts into the outer disjunction", "Disjunctions should not be nested. This is unnecessary and can interfere with game analysis, masking other errors in the game rules.")
			}
		}
	}
}

// unusualCharacters returns the distinct characters in a name that are not letters,
// digits, _ or -.
func unusualCharacters(t *Term) string {
	name := t.Name
	if t.Kind == Variable {
		name = name[1:]
	}
	var found []rune
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			found = append(found, r)
		}
	}
	slices.Sort(found)
	var list []string
	for _, r := range slices.Compact(found) {
		list = append(list, string(r))
	}
	return strings.Join(list, ", ")
}
