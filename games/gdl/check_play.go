package gdl

import (
	"context"
	"strconv"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
)

// neverWork bounds the search for conditions that never hold, in comparisons of
// terms: about 0.2 s. Conditions beyond it are not reported.
const neverWork = 20_000_000

// CheckPlay finds what comes up when the sheet from which the machine was made is
// compiled, all of it warnings: conditions on the state and on moves that never
// hold, in the order of the text, and what can go wrong in play, or is not proven
// not to. It opens the game where that is possible, which takes time;
// the error is that of the context, or a *LimitError where that takes too much.
func CheckPlay(ctx context.Context, m *machine.Machine, rules *sheet.Sheet) ([]sheet.Problem, error) {
	n := neverFinder{machine: m, holds: map[string]bool{}}
	for i := range rules.Rules {
		for s := range rules.Rules[i].Conditions() {
			if s.Name == "true" && len(s.Args) == 1 || s.Name == "does" && len(s.Args) == 2 {
				n.check(s)
			}
		}
	}
	problems := n.problems
	doubts, err := doubtsOf(ctx, m)
	for _, d := range doubts {
		problems = append(problems, sheet.NewProblem(sheet.Warning, rules.RoleSpan(d.Role), "", "%s", d.Text))
	}
	return problems, err
}

// neverFinder looks for conditions that no atom that grounding has found fits.
type neverFinder struct {
	machine  *machine.Machine
	holds    map[string]bool // conditions looked at, by their text
	problems []sheet.Problem

	// What the comparison at hand needs: the values of variables, and the part
	// whose name may be any, with the name that fits.
	bound []binding
	any   *sheet.Term
	name  string
	work  int
}

// binding is a variable with its value.
type binding struct {
	name  string
	value ground.Term
}

// check reports a condition that can never hold. It leaves out one of a role that
// does not exist, which Sheet.Check reports.
func (n *neverFinder) check(s *sheet.Term) {
	text := s.String()
	holds, known := n.holds[text]
	if !known {
		holds = n.fits(s)
		n.holds[text] = holds
	}
	if holds || len(n.problems) >= sheet.MaxProblems || s.Name == "does" && !n.isRole(&s.Args[0]) {
		return
	}
	why := "no init and no next makes such a fluent true"
	if s.Name == "does" {
		why = "no rule makes such a move legal"
	}
	at, hint := s.Args[len(s.Args)-1].Span, "look for a misspelt name, or leave the condition out"
	if part, name := n.nearest(s); part != nil {
		at, hint = part.NameSpan(), "did you mean "+name+"?"
	}
	n.problems = append(n.problems, sheet.NewProblem(sheet.Warning, at, hint, "%s never holds: %s.", s, why))
}

func (n *neverFinder) isRole(t *sheet.Term) bool {
	roles := n.machine.Vocabulary.Roles
	for _, r := range roles {
		if n.bound = n.bound[:0]; n.match(t, r) {
			return true
		}
	}
	return false
}

// fits says whether some atom fits a condition, or there was no time to find out.
func (n *neverFinder) fits(s *sheet.Term) bool {
	n.any = nil
	for _, atom := range n.machine.Ground.AtomsOf(s.Name, len(s.Args)) {
		if n.bound = n.bound[:0]; n.match(s, atom) || n.work > neverWork {
			return true
		}
	}
	return n.work > neverWork
}

// nearest is the part of a condition whose name may be misspelt, with the name that
// was likely meant: one with which the condition can hold, or else any fluent or
// move. Numbers are not misspelt.
func (n *neverFinder) nearest(s *sheet.Term) (part *sheet.Term, name string) {
	var parts []*sheet.Term
	for i := range s.Args {
		sheet.WalkTerm(&s.Args[i], func(t *sheet.Term) bool {
			if _, err := strconv.Atoi(t.Name); err != nil && t.Kind != sheet.Variable {
				parts = append(parts, t)
			}
			return true
		})
	}
	for _, p := range parts {
		var names []string
		n.any = p
		for _, atom := range n.machine.Ground.AtomsOf(s.Name, len(s.Args)) {
			if n.bound = n.bound[:0]; n.work < 2*neverWork && n.match(s, atom) {
				names = append(names, n.name)
			}
		}
		n.any = nil
		if near := games.Nearest(p.Name, names); near != "" {
			return p, near
		}
	}
	last := &s.Args[len(s.Args)-1]
	var names []string
	for _, atom := range n.machine.Ground.AtomsOf(s.Name, len(s.Args)) {
		args := n.machine.Ground.Terms.Arguments(atom)
		name := n.machine.Ground.Terms.Name(n.machine.Ground.Terms.Head(args[len(args)-1]))
		if name == last.Name {
			return nil, "" // the name is right
		}
		names = append(names, name)
	}
	if near := games.Nearest(last.Name, names); near != "" && last.Kind != sheet.Variable {
		return last, near
	}
	return nil, ""
}

// match says whether a ground term fits a term, given the bindings so far.
func (n *neverFinder) match(t *sheet.Term, g ground.Term) bool {
	n.work++
	terms := n.machine.Ground.Terms
	if t.Kind == sheet.Variable {
		for _, b := range n.bound {
			if b.name == t.Name {
				return b.value == g
			}
		}
		n.bound = append(n.bound, binding{t.Name, g})
		return true
	}
	args, name := terms.Arguments(g), terms.Name(terms.Head(g))
	if len(args) != len(t.Args) || t != n.any && name != t.Name {
		return false
	}
	for i := range args {
		if !n.match(&t.Args[i], args[i]) {
			return false
		}
	}
	if t == n.any {
		n.name = name
	}
	return true
}
