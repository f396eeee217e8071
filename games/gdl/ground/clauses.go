package ground

import (
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// maxAlternatives is how many clauses one rule may stand for. A rule with k
// conditions (or a b) in a row stands for 2^k.
const maxAlternatives = 4096

// normalizer turns rules into clauses: negations are moved inwards to the
// sentences, alternatives to rules of their own.
type normalizer struct {
	terms *TermTable
	*Database
	*work.Meter
	sheet *sheet.Sheet
}

// part is a sentence or a comparison, perhaps negated.
type part struct {
	literal  *sheet.Literal
	negative bool
}

// clauses are those of one rule.
func (n *normalizer) clauses(r *sheet.Rule) ([]*clause, error) {
	n.parts = 0
	bodies, ok := n.all(r.Body, false)
	if n.Failure() != nil {
		return nil, n.Failure()
	}
	if !ok {
		return nil, n.fatal(r.Span, "split the rule into several rules", "The rule has more than %d combinations of alternatives", maxAlternatives)
	}
	var list []*clause
	for _, body := range bodies {
		if err := n.Spend(1 + 16*len(body)); err != nil {
			return nil, err
		}
		c, err := n.clause(r, body)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// any are the ways in which a literal, or its negation, can hold: sets of parts
// that must all hold. It is false if there are too many.
func (n *normalizer) any(l *sheet.Literal, negative bool) ([][]part, bool) {
	switch {
	case l.Kind == sheet.Not:
		return n.all(l.Parts, !negative)
	case l.Kind == sheet.Or && negative:
		// None of the alternatives may hold.
		ways := [][]part{nil}
		for i := range l.Parts {
			more, ok := n.any(&l.Parts[i], true)
			if ways = n.product(ways, more); !ok || len(ways) > maxAlternatives || n.Failure() != nil {
				return nil, false
			}
		}
		return ways, true
	case l.Kind == sheet.Or:
		var ways [][]part
		for i := range l.Parts {
			more, ok := n.any(&l.Parts[i], false)
			if ways = append(ways, more...); !ok || len(ways) > maxAlternatives || n.Spend(1+len(more)) != nil {
				return nil, false
			}
		}
		return ways, true
	}
	return [][]part{{{l, negative}}}, true
}

// all are the ways in which all literals hold or, if negative, in which the
// one literal given does not.
func (n *normalizer) all(literals []sheet.Literal, negative bool) ([][]part, bool) {
	ways := [][]part{nil}
	for i := range literals {
		more, ok := n.any(&literals[i], negative)
		if ways = n.product(ways, more); !ok || len(ways) > maxAlternatives || n.Failure() != nil {
			return nil, false
		}
	}
	return ways, true
}

// product joins each way of a with each of b. It stops when there are too many.
func (n *normalizer) product(a, b [][]part) [][]part {
	if len(b) == 1 {
		// Most literals have one way: theirs is added in place, as what is left out
		// at the end of a way is nobody else's.
		for i, x := range a {
			if n.Spend(1+len(b[0])) != nil {
				return a
			}
			a[i] = append(x, b[0]...)
			n.parts += len(b[0])
		}
		return a
	}
	var ways [][]part
	for _, x := range a {
		for _, y := range b {
			if n.Spend(1+len(x)+len(y)) != nil {
				return ways
			}
			ways = append(ways, append(x[:len(x):len(x)], y...))
			n.parts += len(x) + len(y)
			if len(ways) > maxAlternatives {
				return ways
			}
		}
	}
	return ways
}

func (n *normalizer) clause(r *sheet.Rule, body []part) (*clause, error) {
	c := &clause{span: r.Span}
	numbers := map[string]int32{}
	pattern := func(t *sheet.Term) pattern { return n.pattern(t, c, numbers) }
	for _, p := range body {
		if l := p.literal; l.Kind == sheet.Distinct {
			c.comparisons = append(c.comparisons, comparison{pattern(&l.Terms[0]), pattern(&l.Terms[1]), !p.negative})
			continue
		}
		atom := &p.literal.Atom
		c.conditions = append(c.conditions, condition{pattern(atom), n.Relation(n.terms.Symbol(atom.Name), len(atom.Args)), p.negative})
	}
	c.head = pattern(&r.Head)
	if n.Failure() != nil {
		return nil, n.Failure()
	}
	c.relation = n.Relation(n.terms.Symbol(r.Head.Name), len(r.Head.Args))
	if v := c.unbound(); v >= 0 {
		return nil, n.fatal(r.Span, "add a condition that says what it can stand for", "Variable %s is in no positive condition of the rule", c.names[v])
	}
	return c, nil
}

func (n *normalizer) pattern(t *sheet.Term, c *clause, numbers map[string]int32) pattern {
	n.patterns++
	_ = n.Spend(16) // the caller asks whether that was too much
	if t.Kind == sheet.Variable {
		v, ok := numbers[t.Name]
		if !ok {
			v = int32(len(c.names))
			numbers[t.Name] = v
			c.names = append(c.names, t.Name)
		}
		return pattern{kind: variablePattern, variable: v}
	}
	p := pattern{kind: groundPattern, head: n.terms.Symbol(t.Name)}
	for i := range t.Args {
		p.args = append(p.args, n.pattern(&t.Args[i], c, numbers))
		if p.args[i].kind != groundPattern {
			p.kind = applyPattern
		}
	}
	if p.kind == groundPattern {
		args := make([]Term, len(p.args))
		for i := range args {
			args[i] = p.args[i].term
		}
		p.term = n.terms.intern(p.head, args...)
	}
	return p
}

func (n *normalizer) fatal(at sheet.Span, hint, format string, args ...any) error {
	return &sheet.InvalidError{Sheet: n.sheet, Problems: []sheet.Problem{sheet.NewProblem(sheet.Fatal, at, hint, format, args...)}}
}
