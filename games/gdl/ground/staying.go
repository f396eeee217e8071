package ground

import "zermelo/games/gdl/sheet"

// shapeOf identifies the fluents with a given name and arity.
type shapeOf struct {
	name  string
	arity int
}

// findStaying finds fluents that keep their initial values. Such fluents are defined
// by init facts, and their only next rule copies them, as in (<= (next (wall ?x ?y))
// (true (wall ?x ?y))).
func (g *grounder) findStaying() {
	g.staying = map[shapeOf]bool{}
	copied, changes := map[shapeOf]bool{}, map[shapeOf]bool{}
	for i := range g.sheet.Rules {
		r := &g.sheet.Rules[i]
		if r.Head.Name != "next" && r.Head.Name != "init" || len(r.Head.Args) != 1 {
			continue
		}
		fluent := &r.Head.Args[0]
		shape := shapeOf{fluent.Name, len(fluent.Args)}
		switch {
		case fluent.Kind == sheet.Variable:
			return // the variable can match any fluent
		case copies(r):
			copied[shape] = true
		case r.Head.Name == "next" || len(r.Body) > 0:
			changes[shape] = true
		}
	}
	for shape := range copied {
		g.staying[shape] = !changes[shape]
	}
}

// copies reports whether a rule copies all fluents of one shape to the next state.
func copies(r *sheet.Rule) bool {
	if r.Head.Name != "next" || len(r.Head.Args) != 1 || len(r.Body) != 1 || r.Body[0].Kind != sheet.Atom {
		return false
	}
	from, fluent := &r.Body[0].Atom, &r.Head.Args[0]
	names := map[string]bool{}
	for i := range fluent.Args {
		if a := &fluent.Args[i]; a.Kind != sheet.Variable || names[a.Name] {
			return false
		}
		names[fluent.Args[i].Name] = true
	}
	return from.Name == "true" && len(from.Args) == 1 && from.Args[0].Same(fluent)
}

// stays reports whether a sentence is a condition on a fluent that keeps its initial
// value.
func (g *grounder) stays(s *sheet.Term) bool {
	return s.Name == "true" && len(s.Args) == 1 && g.staying[shapeOf{s.Args[0].Name, len(s.Args[0].Args)}]
}
