package ground

import "zermelo/games/gdl/sheet"

// join emits the instances of the plan's clause in which the trigger condition is
// the given atom. If the plan has no trigger, join emits all instances.
func (g *grounder) join(p *plan, atom Term) {
	c := p.clause
	if c.span != (sheet.Span{}) {
		g.joined = c
	}
	g.Spend(1 + len(c.names))
	for len(g.values) < len(c.names) {
		g.values = append(g.values, NoTerm)
	}
	for v := range c.names {
		g.values[v] = NoTerm
	}
	if p.trigger >= 0 && !g.match(&c.conditions[p.trigger].atom, atom) {
		return
	}
	if g.pass(p.first) {
		g.follow(p, 0, atom)
	}
}

// follow matches the steps of the plan from step n on, emits the instances found,
// and reports whether there were any. The trigger condition must already have been
// matched with the atom given.
func (g *grounder) follow(p *plan, n int, given Term) (found bool) {
	if n == len(p.steps) {
		g.emit(p.clause)
		return true
	}
	s := &p.steps[n]
	g.Spend(8 + 4*len(s.keys))
	h := uint64(0)
	for i := range s.keys {
		h = mix(h ^ uint64(g.instance(&s.keys[i])+1))
	}
	cond := &p.clause.conditions[s.condition]
	for _, atom := range s.index.atoms.of(h) {
		// If the trigger atom also matches an earlier condition, the join triggered
		// by that condition finds the instance.
		g.Spend(4 + len(cond.atom.args) + 8*len(s.filters))
		if atom == given && s.condition < p.trigger {
			continue
		}
		ok := g.match(&cond.atom, atom) && g.pass(s.filters) && g.follow(p, n+1, given)
		for _, v := range s.binds {
			g.values[v] = NoTerm
		}
		found = found || ok
		if ok && s.once {
			break
		}
	}
	return found
}

// match binds the variables of p so that p equals t, and reports whether that is
// possible. If it is not, some variables may remain bound.
func (g *grounder) match(p *pattern, t Term) bool {
	switch p.kind {
	case groundPattern:
		return p.term == t
	case variablePattern:
		if g.values[p.variable] == NoTerm {
			g.values[p.variable] = t
			return true
		}
		return g.values[p.variable] == t
	}
	args := g.Terms.Arguments(t)
	if g.Terms.heads[t] != p.head || len(args) != len(p.args) {
		return false
	}
	for i := range p.args {
		if !g.match(&p.args[i], args[i]) {
			return false
		}
	}
	return true
}

// instance returns the ground term for p under the current values.
func (g *grounder) instance(p *pattern) Term {
	switch p.kind {
	case groundPattern:
		return p.term
	case variablePattern:
		return g.values[p.variable]
	}
	from := len(g.stack)
	for i := range p.args {
		// The recursive call uses the stack.
		arg := g.instance(&p.args[i])
		g.stack = append(g.stack, arg)
	}
	t := g.Terms.intern(p.head, g.stack[from:]...)
	g.stack = g.stack[:from]
	return t
}

func (g *grounder) pass(filters []element) bool {
	for i := range filters {
		f := &filters[i]
		if f.condition != nil {
			if g.isKnown(g.instance(&f.condition.atom)) {
				return false
			}
		} else if c := f.comparison; (g.instance(&c.left) != g.instance(&c.right)) != c.distinct {
			return false
		}
	}
	return true
}
