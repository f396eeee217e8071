package ground

import (
	"slices"

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

type patternKind uint8

const (
	groundPattern patternKind = iota // a ground term
	variablePattern
	applyPattern // a function whose arguments contain variables
)

// pattern is a term or sentence in which variables are numbered from 0.
type pattern struct {
	kind     patternKind
	term     Term // set if kind is groundPattern
	variable int32
	head     Symbol // name of a function, constant or sentence
	args     []pattern
}

func (p *pattern) variables() []int32 {
	var s variableNumbers
	s.add(p)
	return s.list
}

// variableNumbers is a set of variables in insertion order.
type variableNumbers struct {
	list []int32
	has  map[int32]bool // nil if list has at most fewVariables elements
}

// fewVariables is the maximum size of a variableNumbers without a map.
const fewVariables = 16

func (s *variableNumbers) add(p *pattern) {
	switch p.kind {
	case variablePattern:
		if s.contains(p.variable) {
			return
		}
		s.list = append(s.list, p.variable)
		switch {
		case s.has != nil:
			s.has[p.variable] = true
		case len(s.list) > fewVariables:
			s.has = make(map[int32]bool, 2*len(s.list))
			for _, v := range s.list {
				s.has[v] = true
			}
		}
	case applyPattern:
		for i := range p.args {
			s.add(&p.args[i])
		}
	}
}

func (s *variableNumbers) contains(v int32) bool {
	if s.has != nil {
		return s.has[v]
	}
	return slices.Contains(s.list, v)
}

// condition is a sentence in the body of a clause. If negative is true, the sentence
// must not hold; otherwise, it must hold.
type condition struct {
	atom     pattern
	relation *Relation
	negative bool
}

// comparison is an equality in the body of a clause, or an inequality if distinct is
// true.
type comparison struct {
	left, right pattern
	distinct    bool
}

// clause is a rule without disjunctions.
type clause struct {
	head        pattern
	relation    *Relation // relation of the head
	conditions  []condition
	comparisons []comparison
	names       []string // by variable
	// silent marks a clause without ground rules: one that derives the possible
	// fluents from init and next, or the possible moves from legal.
	silent bool
	span   sheet.Span
	plans  []*plan
	taken  []element // result of elements; nil before the first plan
}

// addRule converts a rule to clauses, one for each combination of alternatives. In
// the clauses, only sentences are negated.
func (g *grounder) addRule(to *Relation, r *sheet.Rule) {
	g.parts, g.rule = 0, r
	for _, body := range g.all(r.Body, false) {
		g.Spend(1 + 16*len(body))
		to.clauses = append(to.clauses, g.clause(r, body))
	}
}

// maxAlternatives is the maximum number of clauses per rule. A rule with k
// conditions of the form (or a b) has 2^k clauses.
const maxAlternatives = 4096

// part is a sentence or a comparison, possibly negated.
type part struct {
	literal  *sheet.Literal
	negative bool
}

// any returns the alternatives for a literal or, if negative is true, for its
// negation. An alternative is a list of parts that must all hold.
func (g *grounder) any(l *sheet.Literal, negative bool) [][]part {
	switch {
	case l.Kind == sheet.Not:
		return g.all(l.Parts, !negative)
	case l.Kind == sheet.Or && negative:
		return g.all(l.Parts, true) // no alternative may hold
	case l.Kind == sheet.Or:
		var ways [][]part
		for i := range l.Parts {
			more := g.any(&l.Parts[i], false)
			g.Spend(1 + len(more))
			ways = append(ways, more...)
			g.checkWays(len(ways))
		}
		return ways
	}
	return [][]part{{{l, negative}}}
}

// all returns the alternatives in which all literals hold or, if negative is true,
// in which none holds.
func (g *grounder) all(literals []sheet.Literal, negative bool) [][]part {
	ways := [][]part{nil}
	for i := range literals {
		ways = g.product(ways, g.any(&literals[i], negative))
	}
	return ways
}

// product concatenates each alternative of a with each alternative of b. It may
// modify a.
func (g *grounder) product(a, b [][]part) [][]part {
	if len(b) == 1 {
		// Most literals have one alternative. Spare capacity is not shared, so
		// appending in place is safe.
		for i, x := range a {
			g.Spend(1 + len(b[0]))
			a[i] = append(x, b[0]...)
			g.parts += len(b[0])
		}
		return a
	}
	var ways [][]part
	for _, x := range a {
		for _, y := range b {
			g.Spend(1 + len(x) + len(y))
			ways = append(ways, append(x[:len(x):len(x)], y...))
			g.parts += len(x) + len(y)
			g.checkWays(len(ways))
		}
	}
	return ways
}

// checkWays stops grounding if the current rule has too many alternatives.
func (g *grounder) checkWays(ways int) {
	if ways > maxAlternatives {
		g.fatal(g.rule.Span, "split the rule into several rules", "The rule has more than %d combinations of alternatives", maxAlternatives)
	}
}

func (g *grounder) clause(r *sheet.Rule, body []part) *clause {
	c := &clause{span: r.Span}
	numbers := map[string]int32{}
	pattern := func(t *sheet.Term) pattern { return g.pattern(t, c, numbers) }
	var bound variableNumbers
	for _, p := range body {
		if l := p.literal; l.Kind == sheet.Distinct {
			c.comparisons = append(c.comparisons, comparison{pattern(&l.Terms[0]), pattern(&l.Terms[1]), !p.negative})
			continue
		}
		sentence := p.literal.Atom
		if g.stays(&sentence) && !copies(r) {
			sentence.Name = "init"
		}
		atom := pattern(&sentence)
		c.conditions = append(c.conditions, condition{atom, g.relation(sentence.Name, len(atom.args)), p.negative})
		if !p.negative {
			bound.add(&atom)
		}
	}
	c.head = pattern(&r.Head)
	c.relation = g.relation(r.Head.Name, len(r.Head.Args))
	for v, name := range c.names {
		if !bound.contains(int32(v)) { // the clause would have infinitely many instances
			g.fatal(r.Span, "add a positive condition that contains it", "Variable %s is in no positive condition of the rule", name)
		}
	}
	return c
}

func (g *grounder) pattern(t *sheet.Term, c *clause, numbers map[string]int32) pattern {
	g.patterns++
	g.Spend(16)
	if t.Kind == sheet.Variable {
		v, ok := numbers[t.Name]
		if !ok {
			v = int32(len(c.names))
			numbers[t.Name] = v
			c.names = append(c.names, t.Name)
		}
		return pattern{kind: variablePattern, variable: v}
	}
	head := g.Terms.Symbol(t.Name)
	var args []pattern
	for i := range t.Args {
		args = append(args, g.pattern(&t.Args[i], c, numbers))
	}
	return g.apply(head, args)
}

func (g *grounder) apply(head Symbol, args []pattern) pattern {
	p := pattern{kind: groundPattern, head: head, args: args}
	var terms []Term
	for i := range args {
		terms = append(terms, args[i].term)
		if args[i].kind != groundPattern {
			p.kind = applyPattern
		}
	}
	if p.kind == groundPattern {
		p.term = g.Terms.intern(head, terms...)
	}
	return p
}

// fatal stops grounding with a sheet.InvalidError.
func (g *grounder) fatal(at sheet.Span, hint, format string, args ...any) {
	work.Stop(&sheet.InvalidError{Sheet: g.sheet, Problems: []sheet.Problem{sheet.NewProblem(sheet.Fatal, at, hint, format, args...)}})
}
