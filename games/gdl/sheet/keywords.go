package sheet

import "strconv"

// checkKeywordUse tests that keywords stand where they have a meaning.
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
			c.report(Error, s.Span, "give the condition a name by a rule of its own, and use that in both", "Sentences with the keyword %s should not be in the bodies of rules.", s.Name)
		}
	}
}

// checkTime tests that nothing depends on what is not known yet when it is
// asked for: init, base and input on the state or the moves, terminal, legal
// and goal on the moves.
func (c *checker) checkTime() {
	state, moves := c.graph.dependents("true"), c.graph.dependents("does")
	for i := range c.sheet.Rules {
		rule := &c.sheet.Rules[i]
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
					c.report(Fatal, s.Span, "what happened is known in the next state: keep it there with next", "Sentences starting with the keyword %s should not depend on 'does' sentences or other sentences derived from them.", name)
				}
			}
		}
	}
}

// checkRoles tests that legal, does and goal speak of roles that exist, and
// that goals are whole numbers from 0 to 100.
func (c *checker) checkRoles() {
	roles := map[string]bool{}
	for i := range c.sheet.Rules {
		if rule := &c.sheet.Rules[i]; rule.Fact && rule.Head.Name == "role" && len(rule.Head.Args) == 1 {
			roles[rule.Head.Args[0].String()] = true
		}
	}
	for i := range c.sheet.Rules {
		for s := range c.sheet.Rules[i].sentences() {
			switch s.Name {
			case "legal", "does", "goal", "input":
				c.checkRole(s, roles)
			}
		}
	}
}

// checkRole tests a sentence whose first argument is a role.
func (c *checker) checkRole(s *Term, roles map[string]bool) {
	if len(s.Args) != 2 {
		return
	}
	role := &s.Args[0]
	if role.Ground() && len(roles) > 0 && !roles[role.String()] {
		c.report(Warning, role.Span, "", "%s is not a role of this game.", role)
	}
	if value := &s.Args[1]; s.Name == "goal" && value.Ground() {
		if n, err := strconv.Atoi(value.String()); err != nil || n < 0 || n > 100 {
			c.report(Warning, value.Span, "", "The goal %s is not a whole number from 0 to 100.", value)
		}
	}
}
