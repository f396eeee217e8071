package sheet

import "strings"

// checkCapitals finds names that differ from others in the case of their
// letters only. Some players take them for the same, this one does not.
func (c *checker) checkCapitals() {
	constants := map[string]string{}
	for i := range c.sheet.Rules {
		variables := map[string]string{}
		for t := range c.sheet.Rules[i].terms() {
			first, what := constants, "constant"
			if t.Kind == Variable {
				first, what = variables, "variable within rule"
			}
			written := t.NameSpan()
			name := c.sheet.Text[written.Start:written.End]
			lower := strings.ToLower(name)
			if first[lower] == "" {
				first[lower] = name
			} else if first[lower] != name {
				c.report(Error, written, "write "+first[lower], "Inconsistent capitalization used for %s: %s vs. %s. This will create inconsistencies between case-sensitive and case-insensitive gamers.", what, first[lower], name)
			}
		}
	}
}

// checkArities tests that a name has the same number of arguments everywhere,
// and a keyword the right one.
func (c *checker) checkArities() {
	keywords := keywords()
	sentences, functions := map[string]int{}, map[string]int{}
	for i := range c.sheet.Rules {
		rule := &c.sheet.Rules[i]
		isSentence := map[*Term]bool{}
		for s := range rule.sentences() {
			isSentence[s] = true
			if want, ok := keywords[s.Name]; ok && want != len(s.Args) {
				c.report(Fatal, s.Span, "", "Sentences that begin with the keyword %s must contain exactly %d terms.", s.Name, want)
			}
		}
		for t := range rule.terms() {
			switch {
			case isSentence[t]:
				c.checkArity(t, sentences, "Sentences")
			case t.Kind == Function || t.Parens:
				c.checkArity(t, functions, "Functions")
			}
		}
	}
	for i := range c.sheet.Rules {
		for s := range c.sheet.Rules[i].sentences() {
			if _, ok := functions[s.Name]; ok {
				c.report(Warning, s.NameSpan(), "", "The name %s is being used in both functions and sentences, which may not be what you intended. (Are you using 'true' correctly?)", s.Name)
			}
		}
	}
}

func (c *checker) checkArity(t *Term, first map[string]int, what string) {
	arity, ok := first[t.Name]
	if !ok {
		first[t.Name] = len(t.Args)
	} else if arity != len(t.Args) {
		c.report(Warning, t.Span, "", "%s with the same name should have the same arity. The name %s was previously used with arity %d but here has arity %d.", what, t.Name, arity, len(t.Args))
	}
}

// checkKeywordNames tests that keywords are names of sentences only.
func (c *checker) checkKeywordNames() {
	keywords := keywords()
	for i := range c.sheet.Rules {
		rule := &c.sheet.Rules[i]
		for t := range rule.terms() {
			for j := range t.Args {
				arg := &t.Args[j]
				if _, ok := keywords[arg.Name]; !ok || arg.Kind == Variable {
					continue
				}
				level := Warning
				if arg.Kind == Function || arg.Parens {
					level = Error
				}
				c.report(level, arg.NameSpan(), "", "The keyword %s should only be used as a sentence name.", arg.Name)
			}
		}
	}
}

// checkUsed finds sentences that nothing uses and conditions that nothing
// fulfils.
func (c *checker) checkUsed() {
	used, produced := map[string]bool{}, map[string]bool{"true": true, "does": true}
	for name := range keywords() {
		used[name] = true
	}
	for i := range c.sheet.Rules {
		rule := &c.sheet.Rules[i]
		produced[rule.Head.Name] = true
		for s := range rule.Conditions() {
			used[s.Name] = true
		}
	}
	for i := range c.sheet.Rules {
		rule := &c.sheet.Rules[i]
		if head := &rule.Head; !used[head.Name] {
			c.report(Warning, head.Span, "remove it, or look for a misspelt name", "The sentence name %s is defined, but is not used anywhere.", head.Name)
		}
		for s := range rule.Conditions() {
			if !produced[s.Name] {
				hint := "it never holds: look for a misspelt name"
				if s.Name == "and" {
					hint = "GDL has no and: conditions of a body hold together; give an alternative of several a rule of its own"
				}
				c.report(Warning, s.Span, hint, "Rule references a sentence with a name %s that is not produced by any rule or standalone sentence.", s.Name)
			}
		}
	}
}
