package gdl

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// CheckFile returns the problems found in a rule sheet. If there are no syntax
// errors or errors in single rules, it also compiles and plays the sheet. A cycle
// through negation that grounding does not confirm is reported as a warning.
func CheckFile(ctx context.Context, file string, limits work.Limits) (*sheet.Sheet, []sheet.Problem, error) {
	rules, problems, err := sheet.ReadAndCheck(ctx, file, "", limits)
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(problems, func(p sheet.Problem) bool { return p.Level != sheet.Warning && !p.ByNames() }) {
		return rules, problems, nil
	}
	m, err := statemachine.Compile(ctx, rules, limits)
	if wrong, ok := errors.AsType[*sheet.InvalidError](err); ok {
		return rules, append(problems, wrong.Problems...), nil
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, err
	case err != nil:
		return rules, append(problems, sheet.Problem{Level: sheet.Fatal, Message: err.Error()}), nil
	}
	for i := range problems {
		if p := &problems[i]; p.ByNames() {
			p.Level = sheet.Warning
			p.Hint = "only the names form a cycle, so the sheet is well defined; some players may reject it"
		}
	}
	found, err := playWarnings(ctx, m, rules)
	problems = append(problems, found...)
	if ctx.Err() != nil {
		return nil, nil, err
	}
	if err != nil {
		problems = append(problems, sheet.Problem{Level: sheet.Warning, Message: err.Error()})
	}
	return rules, problems, nil
}

// playWarnings returns warnings about a compiled sheet: conditions on true and does
// that never hold, in source order, followed by caveats. The error is a
// *work.LimitError or the error of ctx. If there is an error, playWarnings also
// returns the warnings found so far.
func playWarnings(ctx context.Context, m *statemachine.Machine, rules *sheet.Sheet) ([]sheet.Problem, error) {
	n := neverFinder{machine: m, holds: map[string]bool{}}
	for i := range rules.Rules {
		for s := range rules.Rules[i].Conditions() {
			if s.Name == "true" && len(s.Args) == 1 || s.Name == "does" && len(s.Args) == 2 {
				n.check(s)
			}
		}
	}
	problems := n.problems
	caveats, err := caveatsOf(ctx, m)
	for _, d := range caveats {
		problems = append(problems, sheet.NewProblem(sheet.Warning, rules.RoleSpan(d.Role), d.Hint, "%s", d.Text))
	}
	if len(m.Roles) == 2 {
		if totals := prove.Totals(m); len(totals) > 1 {
			problems = append(problems, sheet.NewProblem(sheet.Warning, rules.RoleSpan(0), "if that is an error, correct the goals",
				"The goals add up to %d in some terminal positions and %d in others; values are those of a general-sum game.", totals[0], totals[len(totals)-1]))
		}
	}
	return problems, err
}

// caveatsOf returns the caveats about a machine with any number of roles. The error
// is a *work.LimitError, the error of ctx, or wraps errMixed.
func caveatsOf(ctx context.Context, m *statemachine.Machine) ([]Caveat, error) {
	v, err := Open(ctx, m)
	if err == nil {
		return v.(Described).Caveats(), nil
	}
	if _, limited := errors.AsType[*work.LimitError](err); limited || ctx.Err() != nil || errors.Is(err, errMixed) {
		return nil, err
	}
	facts := prove.FindFacts(m, prove.NewProver(m.Logic))
	return kindOf(m, facts.Claims, nil, facts.Broken).caveats, nil
}

// maxNeverWork limits the search for conditions that never hold, in term
// comparisons. It corresponds to about 0.2 s.
const maxNeverWork = 20_000_000

// neverFinder reports conditions that match no ground atom.
type neverFinder struct {
	machine  *statemachine.Machine
	holds    map[string]bool // results by the text of the condition
	problems []sheet.Problem

	bound []binding   // variable bindings of the current comparison
	any   *sheet.Term // the term that matches any name, or nil
	name  string      // the name matched by any in the last comparison
	work  int         // number of term comparisons so far
}

type binding struct {
	name  string
	value ground.Term
}

// check adds a problem if a condition can never hold. It leaves conditions on
// unknown roles to Sheet.Check.
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
	why := "no init or next rule makes it true"
	if s.Name == "does" {
		why = "no rule makes it legal"
	}
	at, hint := s.Args[len(s.Args)-1].Span, "correct a misspelt name, or remove the condition"
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

// fits reports whether a ground atom matches the condition. It also returns true if
// the work exceeds maxNeverWork.
func (n *neverFinder) fits(s *sheet.Term) bool {
	n.any = nil
	for _, atom := range n.machine.Ground.AtomsOf(s.Name, len(s.Args)) {
		if n.bound = n.bound[:0]; n.match(s, atom) || n.work > maxNeverWork {
			return true
		}
	}
	return n.work > maxNeverWork
}

// nearest returns the part of a condition that is probably misspelled, and a
// suggested name. Among the names of fluents and moves, it prefers those that make
// the condition match an atom. Numbers are never considered misspelled.
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
			if n.bound = n.bound[:0]; n.work < 2*maxNeverWork && n.match(s, atom) {
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
			return nil, "" // spelled correctly
		}
		names = append(names, name)
	}
	if near := games.Nearest(last.Name, names); near != "" && last.Kind != sheet.Variable {
		return last, near
	}
	return nil, ""
}

// match reports whether a ground term matches a term under the current bindings, and
// binds the free variables.
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
