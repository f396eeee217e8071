package sheet

import (
	"maps"
	"slices"
	"strings"
)

// checkSafety checks that every variable in the head, in a negation or in a use of
// the keyword distinct also occurs in a positive condition.
func (c *checker) checkSafety(rule *Rule) {
	if rule.Fact {
		return
	}
	bound := map[string]bool{}
	for i := range rule.Body {
		maps.Copy(bound, binds(&rule.Body[i]))
	}
	var head variableSet
	head.addTerm(&rule.Head)
	c.checkBound(bound, head.list, rule.Head.Span, "the head")
	for l := range rule.literals() {
		switch l.Kind {
		case Not:
			c.checkBound(bound, l.variables(), l.Span, "a negated sentence")
		case Distinct:
			c.checkBound(bound, l.variables(), l.Span, "a distinct clause")
		}
	}
}

// binds returns the variables that a literal binds. A disjunction binds the
// variables that every alternative binds.
func binds(l *Literal) map[string]bool {
	switch {
	case l.Kind == Atom:
		var names variableSet
		names.addTerm(&l.Atom)
		return names.has
	case l.Kind != Or || len(l.Parts) == 0:
		return nil
	}
	common := binds(&l.Parts[0])
	for i := range l.Parts[1:] {
		other := binds(&l.Parts[i+1])
		maps.DeleteFunc(common, func(name string, _ bool) bool { return !other[name] })
	}
	return common
}

func (c *checker) checkBound(bound map[string]bool, names []string, at Span, where string) {
	free := slices.DeleteFunc(names, func(name string) bool { return bound[name] })
	if len(free) > 0 {
		c.report(Error, at, "add a condition that binds them, such as (role ?p)", "Unsafe rule: The following variables are used in %s but not defined in a positive conjunct of the rule: [%s]", where, strings.Join(free, ", "))
	}
}

// checkNegation checks that only sentences are negated and that no negated sentence
// depends on the head. Only names are compared; see Problem.ByNames.
func (c *checker) checkNegation(rule *Rule) {
	for l := range rule.literals() {
		if l.Kind != Not {
			continue
		}
		if l.Parts[0].Kind != Atom {
			c.report(Error, l.Span, "define the negated condition in a separate rule", "Only sentences may be negated. Negation may not be applied to disjunctions, distinct clauses, or other negations.")
		}
		walkLiteral(&l.Parts[0], func(inner *Literal) bool {
			if inner.Kind == Atom && c.graph.inCycle(rule.Head.Name, inner.Atom.Name) {
				c.report(Error, l.Span, "a sentence must not depend on its own negation", inCycleByNames)
			}
			return inner.Kind != Not // nested negations are reported separately
		})
	}
}

// checkRecursion checks GDL's recursion restriction, which limits the growth of
// terms. In a condition that depends on the head, each argument must be ground, an
// argument of the head, or an argument of a condition that does not depend on the
// head.
func (c *checker) checkRecursion(rule *Rule) {
	var recursive []*Term
	for i := range rule.Body {
		alternatives := rule.Body[i].alternatives()
		for j := range alternatives {
			if l := &alternatives[j]; l.Kind == Atom && c.graph.inCycle(rule.Head.Name, l.Atom.Name) {
				recursive = append(recursive, &l.Atom)
			}
		}
	}
	if len(recursive) == 0 {
		return
	}
	allowed := c.steadyTerms(rule)
	for i := range rule.Head.Args {
		allowed[rule.Head.Args[i].String()] = true
	}
	for _, s := range recursive {
		for i := range s.Args {
			if t := &s.Args[i]; !t.isGround() && !allowed[t.String()] {
				c.report(Error, t.Span, "also use it in a condition that does not depend on the head", "The term %s in this rule violates the Recursion Restriction.", t)
			}
		}
	}
}

// alternatives returns the parts of a disjunction, or the literal itself.
func (l *Literal) alternatives() []Literal {
	if l.Kind == Or {
		return l.Parts
	}
	return []Literal{*l}
}

// steadyTerms returns the text of each argument in the conditions that do not depend
// on the rule's head. An argument in a disjunction must occur in every alternative.
func (c *checker) steadyTerms(rule *Rule) map[string]bool {
	steady := map[string]bool{}
	for i := range rule.Body {
		alternatives := rule.Body[i].alternatives()
		count := map[string]int{}
		for j := range alternatives {
			l := &alternatives[j]
			if l.Kind != Atom || c.graph.inCycle(rule.Head.Name, l.Atom.Name) {
				break
			}
			for k := range l.Atom.Args {
				// Count a repeated term once.
				if text := l.Atom.Args[k].String(); count[text] == j {
					count[text]++
				}
			}
		}
		for text, n := range count {
			if n == len(alternatives) {
				steady[text] = true
			}
		}
	}
	return steady
}
