package sheet

import "iter"

// WalkTerm calls visit for t and its subterms in preorder until visit returns false.
// It reports whether all calls returned true.
func WalkTerm(t *Term, visit func(*Term) bool) bool {
	if !visit(t) {
		return false
	}
	for i := range t.Args {
		if !WalkTerm(&t.Args[i], visit) {
			return false
		}
	}
	return true
}

// walkLiteral calls visit for l and its parts, as WalkTerm does for a term.
func walkLiteral(l *Literal, visit func(*Literal) bool) bool {
	if !visit(l) {
		return false
	}
	for i := range l.Parts {
		if !walkLiteral(&l.Parts[i], visit) {
			return false
		}
	}
	return true
}

// rules returns an iterator over the rules. Each iteration counts as work.
func (s *Sheet) rules() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for i := range s.Rules {
			rule := &s.Rules[i]
			if s.work.Spend(16 + int(rule.End-rule.Start)); !yield(rule) {
				return
			}
		}
	}
}

// literals returns an iterator over the literals of the body in source order,
// including nested ones.
func (r *Rule) literals() iter.Seq[*Literal] {
	return func(yield func(*Literal) bool) {
		for i := range r.Body {
			if !walkLiteral(&r.Body[i], yield) {
				return
			}
		}
	}
}

// Conditions returns an iterator over the sentences in the body, including negated
// ones.
func (r *Rule) Conditions() iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		for l := range r.literals() {
			if l.Kind == Atom && !yield(&l.Atom) {
				return
			}
		}
	}
}

// sentences returns an iterator over the head and the sentences in the body.
func (r *Rule) sentences() iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		if !yield(&r.Head) {
			return
		}
		r.Conditions()(yield)
	}
}

// terms returns an iterator over all terms of the rule, including sentences, in
// preorder.
func (r *Rule) terms() iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		if !WalkTerm(&r.Head, yield) {
			return
		}
		for l := range r.literals() {
			if l.Kind == Atom && !WalkTerm(&l.Atom, yield) {
				return
			}
			for i := range l.Terms {
				if !WalkTerm(&l.Terms[i], yield) {
					return
				}
			}
		}
	}
}

// variables returns the distinct variables of the literal in source order.
func (l *Literal) variables() []string {
	var names variableSet
	walkLiteral(l, func(l *Literal) bool {
		if l.Kind == Atom {
			names.addTerm(&l.Atom)
		}
		for i := range l.Terms {
			names.addTerm(&l.Terms[i])
		}
		return true
	})
	return names.list
}

// variableSet is a set of variables in insertion order.
type variableSet struct {
	list []string
	has  map[string]bool
}

func (s *variableSet) add(name string) {
	if s.has == nil {
		s.has = map[string]bool{}
	}
	if !s.has[name] {
		s.has[name] = true
		s.list = append(s.list, name)
	}
}

func (s *variableSet) addTerm(t *Term) {
	WalkTerm(t, func(t *Term) bool {
		if t.Kind == Variable {
			s.add(t.Name)
		}
		return true
	})
}
