package sheet

import (
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// checkKeywordUse reports keywords that are not allowed in the head or body of a
// rule.
func (c *checker) checkKeywordUse(rule *Rule) {
	head := &rule.Head
	switch head.Name {
	case "role":
		if !rule.Fact {
			c.report(Fatal, head.Span, "write (role NAME) for each player", "Roles cannot be defined in rules. They must be defined in standalone sentences.")
		}
	case "true":
		c.report(Fatal, head.Span, "write init or next", "Sentences starting with 'true' are part of the game state and cannot be defined directly. They are determined each turn according to the 'init' and 'next' sentences.")
	case "does":
		c.report(Fatal, head.Span, "write legal", "Sentences starting with 'does' are the moves chosen by each player and cannot be defined directly.")
	}
	for s := range rule.Conditions() {
		switch s.Name {
		case "init", "next", "base", "input":
			c.report(Error, s.Span, "define the condition in a separate rule, and use that in both", "Sentences with the keyword %s should not be in the bodies of rules.", s.Name)
		}
	}
}

// checkTime checks that init, base and input do not depend on the state or the
// moves, and that terminal, legal and goal do not depend on the moves.
func (c *checker) checkTime() {
	state, moves := c.graph.dependents("true"), c.graph.dependents("does")
	for rule := range c.sheet.rules() {
		name := rule.Head.Name
		level := Error
		if name == "init" {
			level = Fatal
		}
		switch name {
		case "init", "base", "input":
			for s := range rule.Conditions() {
				if state[s.Name] {
					c.report(level, s.Span, "", "Sentences starting with the %s keyword should not depend on the current state of the game.", name)
				}
				if moves[s.Name] {
					c.report(level, s.Span, "", "Sentences starting with the %s keyword should not depend on the moves being made.", name)
				}
			}
		case "terminal", "legal", "goal":
			for s := range rule.Conditions() {
				if moves[s.Name] {
					c.report(Fatal, s.Span, "record it in the next state with next", "Sentences starting with the keyword %s should not depend on 'does' sentences or other sentences derived from them.", name)
				}
			}
		}
	}
}

// checkRoles checks that legal, does, goal and input refer to existing roles, and
// that goals are integers from 0 to 100.
func (c *checker) checkRoles() {
	roles := map[string]bool{}
	for rule := range c.sheet.rules() {
		if rule.Fact && rule.Head.Name == "role" && len(rule.Head.Args) == 1 {
			roles[rule.Head.Args[0].String()] = true
		}
	}
	for rule := range c.sheet.rules() {
		for s := range rule.sentences() {
			switch s.Name {
			case "legal", "does", "goal", "input":
				c.checkRole(s, roles)
			}
		}
	}
}

// checkRole checks a sentence whose first argument should be a role.
func (c *checker) checkRole(s *Term, roles map[string]bool) {
	if len(s.Args) != 2 {
		return
	}
	role := &s.Args[0]
	if role.isGround() && len(roles) > 0 && !roles[role.String()] {
		c.report(Warning, role.Span, "", "%s is not a role of this game.", role)
	}
	if value := &s.Args[1]; s.Name == "goal" && value.isGround() {
		if n, err := strconv.Atoi(value.String()); err != nil || n < 0 || n > 100 {
			c.report(Warning, value.Span, "", "The goal %s is not a whole number from 0 to 100.", value)
		}
	}
}

// GDL-II (M. Thielscher: A general game description language for incomplete
// information games, 2010) has two additional keywords: the role random, which moves
// by chance, and the relation sees, which defines the information available to a
// role. The solvers would give the players complete information.

func (c *checker) checkImperfect() {
	for _, p := range c.sheet.imperfect() {
		c.report(p.Level, p.Span, p.Hint, "%s", p.Message)
	}
}

// imperfect returns a problem for the first occurrence of sees. The word does not count
// as a keyword in the body of a rule.
func (s *Sheet) imperfect() []Problem {
	roles := map[string]bool{}
	for rule := range s.rules() {
		head := &rule.Head
		if head.Name == "role" && len(head.Args) == 1 {
			roles[head.Args[0].String()] = true
		}
	}
	asked := slices.ContainsFunc(s.Rules, func(r Rule) bool {
		for c := range r.Conditions() {
			if isSees(c) {
				return true
			}
		}
		return false
	})
	for rule := range s.rules() {
		head := &rule.Head
		if !asked && isSees(head) && (head.Args[0].Kind == Variable || roles[head.Args[0].String()]) {
			return []Problem{{
				Error, head.Span, "The relation " + head.Name + " defines the information of a role in GDL-II; games with hidden information cannot be solved.",
				"use zermelo playout or perft; if nothing is hidden, remove or rename the relation",
			}}
		}
	}
	return nil
}

func isSees(t *Term) bool { return strings.EqualFold(t.Name, "sees") && len(t.Args) == 2 }

// CheckPerfect returns a games.InputError if the sheet has hidden information.
func (s *Sheet) CheckPerfect() error {
	if list := s.imperfect(); len(list) > 0 {
		return games.BadInput("%v Play it with \"zermelo playout\", or count its plays with \"zermelo perft\"", &InvalidError{s, list})
	}
	return nil
}

// checkCapitals reports names that differ only in case, which some players treat as
// equal.
func (c *checker) checkCapitals() {
	constants := map[string]string{}
	for rule := range c.sheet.rules() {
		variables := map[string]string{}
		for t := range rule.terms() {
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

// checkArities checks that each keyword has the right number of arguments, and that
// every other name always has the same number of arguments.
func (c *checker) checkArities() {
	keywords := keywords()
	sentences, functions := map[string]int{}, map[string]int{}
	for rule := range c.sheet.rules() {
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
	for rule := range c.sheet.rules() {
		for s := range rule.sentences() {
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

// checkKeywordNames checks that keywords occur only as names of sentences.
func (c *checker) checkKeywordNames() {
	keywords := keywords()
	for rule := range c.sheet.rules() {
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

// checkUsed reports sentences that no rule uses, and conditions that no rule
// defines.
func (c *checker) checkUsed() {
	used, produced := map[string]bool{}, map[string]bool{"true": true, "does": true}
	for name := range keywords() {
		used[name] = true
	}
	for rule := range c.sheet.rules() {
		produced[rule.Head.Name] = true
		for s := range rule.Conditions() {
			used[s.Name] = true
		}
	}
	for rule := range c.sheet.rules() {
		if head := &rule.Head; !used[head.Name] {
			c.report(Warning, head.Span, "remove it, or check the spelling", "The sentence name %s is defined, but is not used anywhere.", head.Name)
		}
		for s := range rule.Conditions() {
			if !produced[s.Name] {
				hint := "it never holds; check the spelling"
				if s.Name == "and" {
					hint = "GDL has no 'and' because all conditions of a body must hold; define a conjunction in a separate rule"
				}
				c.report(Warning, s.Span, hint, "Rule references a sentence with a name %s that is not produced by any rule or standalone sentence.", s.Name)
			}
		}
	}
}
