package gdl

import (
	"maps"
	"slices"
	"strings"

	"zermelo/games/gdl/sheet"
)

// slowPlayer is a reference player for tests of grounding and compiling. It
// derives everything that holds in a state by applying all rules to all facts
// until nothing changes, stratum by stratum, without compiling. The rules must
// be safe, and stratified by the names of their sentences.
type slowPlayer struct {
	strata [][]*sheet.Rule
	base   []*sheet.Term // facts of the sheet
}

func newSlowPlayer(rules *sheet.Sheet) *slowPlayer {
	p := &slowPlayer{}
	level := map[string]int{}
	for changed := true; changed; {
		changed = false
		for i := range rules.Rules {
			rule := &rules.Rules[i]
			need := level[rule.Head.Name]
			for _, l := range rule.Body {
				need = max(need, levelOf(&l, level, 0))
			}
			if need > level[rule.Head.Name] {
				level[rule.Head.Name] = need
				changed = true
			}
		}
	}
	p.strata = make([][]*sheet.Rule, 1+slices.Max(append(slices.Collect(maps.Values(level)), 0)))
	for i := range rules.Rules {
		rule := &rules.Rules[i]
		if len(rule.Body) == 0 {
			p.base = append(p.base, &rule.Head)
		} else {
			p.strata[level[rule.Head.Name]] = append(p.strata[level[rule.Head.Name]], rule)
		}
	}
	return p
}

// levelOf returns the lowest possible stratum for a rule with the given
// condition.
func levelOf(l *sheet.Literal, level map[string]int, negated int) int {
	if l.Kind == sheet.Atom {
		return level[l.Atom.Name] + negated
	}
	if l.Kind == sheet.Not {
		negated = 1
	}
	most := 0
	for i := range l.Parts {
		most = max(most, levelOf(&l.Parts[i], level, negated))
	}
	return most
}

// factSet contains facts by name and text.
type factSet map[string]map[string]*sheet.Term

func (f factSet) add(t *sheet.Term) bool {
	if f[t.Name] == nil {
		f[t.Name] = map[string]*sheet.Term{}
	}
	text := t.String()
	fresh := f[t.Name][text] == nil
	f[t.Name][text] = t
	return fresh
}

// texts returns the argument with index at of each fact with the given name,
// sorted. If first is not empty, it considers only facts with that first
// argument.
func (f factSet) texts(name, first string, at int) []string {
	list := []string{}
	for _, t := range f[name] {
		if first == "" || t.Args[0].String() == first {
			list = append(list, t.Args[at].String())
		}
	}
	slices.Sort(list)
	return list
}

// derive returns everything that follows from the given facts. It returns nil
// if terms grow without bound. The compiler drops such rules if they have no
// effect.
func (p *slowPlayer) derive(given []*sheet.Term) factSet {
	facts := factSet{}
	for _, t := range slices.Concat(p.base, given) {
		facts.add(t)
	}
	for _, rules := range p.strata {
		for changed := true; changed; {
			changed = false
			for _, rule := range rules {
				var heads []*sheet.Term
				solve(facts, rule.Body, map[string]*sheet.Term{}, func(b map[string]*sheet.Term) {
					heads = append(heads, substitute(&rule.Head, b))
				})
				for _, h := range heads {
					if changed = facts.add(h) || changed; len(h.String()) > 1000 {
						return nil
					}
				}
			}
		}
	}
	return facts
}

// solve calls found for each assignment that satisfies all conditions. It
// processes sentences first, then disjunctions, then negations and comparisons.
func solve(facts factSet, body []sheet.Literal, b map[string]*sheet.Term, found func(map[string]*sheet.Term)) {
	for _, kind := range []sheet.LiteralKind{sheet.Atom, sheet.Or, sheet.Not, sheet.Distinct} {
		at := slices.IndexFunc(body, func(l sheet.Literal) bool { return l.Kind == kind })
		if at < 0 {
			continue
		}
		l := &body[at]
		rest := slices.Delete(slices.Clone(body), at, at+1)
		switch kind {
		case sheet.Atom:
			for _, fact := range facts[l.Atom.Name] {
				if extended := maps.Clone(b); match(&l.Atom, fact, extended) {
					solve(facts, rest, extended, found)
				}
			}
		case sheet.Or:
			for _, part := range l.Parts {
				solve(facts, append(slices.Clone(rest), part), b, found)
			}
		case sheet.Not:
			holds := false
			solve(facts, l.Parts, b, func(map[string]*sheet.Term) { holds = true })
			if !holds {
				solve(facts, rest, b, found)
			}
		case sheet.Distinct:
			if substitute(&l.Terms[0], b).String() != substitute(&l.Terms[1], b).String() {
				solve(facts, rest, b, found)
			}
		}
		return
	}
	found(b)
}

// match extends the bindings b so that pattern equals the ground term t. It
// returns false if that is not possible.
func match(pattern, t *sheet.Term, b map[string]*sheet.Term) bool {
	if pattern.Kind == sheet.Variable {
		if bound := b[pattern.Name]; bound != nil {
			return bound.Same(t)
		}
		b[pattern.Name] = t
		return true
	}
	if pattern.Kind != t.Kind || pattern.Name != t.Name || len(pattern.Args) != len(t.Args) {
		return false
	}
	for i := range pattern.Args {
		if !match(&pattern.Args[i], &t.Args[i], b) {
			return false
		}
	}
	return true
}

func substitute(t *sheet.Term, b map[string]*sheet.Term) *sheet.Term {
	if t.Kind == sheet.Variable {
		return b[t.Name]
	}
	u := *t
	u.Args = nil
	for i := range t.Args {
		u.Args = append(u.Args, *substitute(&t.Args[i], b))
	}
	return &u
}

// sentence returns a term whose arguments are given in GDL, as in
// sentence("does", "you", "(go 1)").
func sentence(name string, args ...string) *sheet.Term {
	sheet, problems := sheet.Parse("term", "("+name+" "+strings.Join(args, " ")+")")
	if len(problems) > 0 {
		panic(problems[0].Message)
	}
	return &sheet.Rules[0].Head
}
