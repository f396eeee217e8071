package sheet

import "iter"

// WalkTerm visits t and the terms within it, outer ones first. It stops when
// visit returns false, and returns false then.
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

// walkLiteral visits l and the literals within it, outer ones first. It stops
// when visit returns false, and returns false then.
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

// rules are those of the sheet; to go through them is counted as work.
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

// literals are the literals of the body, those within others included, in the
// order of the text.
func (r *Rule) literals() iter.Seq[*Literal] {
	return func(yield func(*Literal) bool) {
		for i := range r.Body {
			if !walkLiteral(&r.Body[i], yield) {
				return
			}
		}
	}
}

// Conditions are the sentences of the body, negated ones included.
func (r *Rule) Conditions() iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		for l := range r.literals() {
			if l.Kind == Atom && !yield(&l.Atom) {
				return
			}
		}
	}
}

// sentences are the head and the sentences of the body.
func (r *Rule) sentences() iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		if !yield(&r.Head) {
			return
		}
		r.Conditions()(yield)
	}
}

// terms are all terms of the rule, sentences included, outer ones first.
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

// variables are the names of the variables of the literal, each once, in the
// order of the text.
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

// variableSet is a set of variables in the order in which they were added.
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

// addTerm adds the variables of a term.
func (s *variableSet) addTerm(t *Term) {
	WalkTerm(t, func(t *Term) bool {
		if t.Kind == Variable {
			s.add(t.Name)
		}
		return true
	})
}
