// Package ground writes the rules of a sheet out for every case, without
// variables.
//
// New finds all atoms that can ever hold and, for those that depend on the state or
// the moves, the rules for them, as far as the meter lets it. A sheet.InvalidError says
// that the sheet has no meaning. Terms and names are numbers in a TermTable; equal
// terms have equal numbers.
package ground

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Rules is a sheet without variables: all atoms that can ever hold, and
// for those that depend on the state or the moves the rules for them.
//
// The atoms are found by forward chaining to the fixpoint: what is static is
// computed exactly, stratum by stratum; of the rest an atom can hold if some
// rule's positive conditions can, a fluent can be true if it can be in the
// first or in a next state, a move can be done if it can be legal. Hence
// nothing is expected of base and input, which many sheets lack. This is
// semi-naive evaluation one atom at a time: a new atom is joined with those
// found before it, so that each instance of a rule is met once.
type Rules struct {
	Terms *TermTable
	*Database
	known []bool // by atom: it can hold
	// Heads and bodies are the ground rules for dynamic atoms.
	Heads  []Term
	starts []int32 // where each rule's body begins in body, and where the last one ends
	bodies []Literal
}

// Literal is an atom times two, plus one if it must not hold. All are
// dynamic; a negated one need not be known.
type Literal int32

// Body is that of ground rule number i.
func (g *Rules) Body(i int) []Literal { return g.bodies[g.starts[i]:g.starts[i+1]] }

// isKnown says whether an atom can hold.
func (g *Rules) isKnown(atom Term) bool {
	return int(atom) < len(g.known) && g.known[atom]
}

// grounder is a grounding in the making.
type grounder struct {
	Rules
	*work.Meter
	sheet   *sheet.Sheet
	stratum int    // that is worked on
	queue   []Term // atoms that are known but not joined yet
	values  []Term // of the variables of the clause at hand
	stack   []Term // arguments of terms in the making
	entries int    // of all indexes
}

// New finds the atoms and ground rules of a sheet.
func New(sheet *sheet.Sheet, w *work.Meter) (*Rules, error) {
	g := &grounder{
		Rules: Rules{
			Terms: newTermTable(), Database: &Database{byKey: map[relationKey]*Relation{}},
			starts: []int32{0},
		},
		Meter: w, sheet: sheet,
	}
	w.Begin("when written out for every case", g.excess, g.largest)
	if err := g.readRules(); err != nil {
		return nil, err
	}
	levels, err := strata(g.Relations, w)
	if err != nil {
		return nil, err
	}
	for n, stratum := range levels {
		g.stratum = n
		if err := g.work(stratum); err != nil {
			return nil, err
		}
	}
	return &g.Rules, nil
}

// readRules makes the clauses of all relations that the game depends on.
func (g *grounder) readRules() error {
	n := &normalizer{g.Terms, g.Database, g.Meter, g.sheet}
	byHead := map[relationKey][]*sheet.Rule{}
	for i := range g.sheet.Rules {
		r := &g.sheet.Rules[i]
		key := relationKey{g.Terms.Symbol(r.Head.Name), len(r.Head.Args)}
		byHead[key] = append(byHead[key], r)
	}
	link := func(head, condition string, arity int) *clause {
		return linkClause(n, head, condition, arity)
	}
	for _, c := range []*clause{link("true", "init", 1), link("true", "next", 1), link("does", "legal", 2)} {
		c.relation.clauses = append(c.relation.clauses, c)
	}
	for key, arity := range map[string]int{"role": 1, "legal": 2, "goal": 2, "terminal": 0} {
		g.Relation(g.Terms.Symbol(key), arity)
	}
	// Relations are added while clauses are made.
	for i := 0; i < len(g.Relations); i++ {
		r := g.Relations[i]
		for _, rule := range byHead[r.relationKey] {
			clauses, err := n.clauses(rule)
			if err != nil {
				return err
			}
			r.clauses = append(r.clauses, clauses...)
		}
	}
	markDynamic(g.Relations, g.Relation(g.Terms.Symbol("true"), 1), g.Relation(g.Terms.Symbol("does"), 2))
	for i := 0; i < len(g.Relations); i++ {
		for _, c := range g.Relations[i].clauses {
			n.split(c)
			if g.Failure() != nil {
				return g.Failure()
			}
		}
	}
	return nil
}

// linkClause says that what is in one relation can be in another.
func linkClause(n *normalizer, head, from string, arity int) *clause {
	c := &clause{silent: true, relation: n.Relation(n.terms.Symbol(head), arity)}
	condition := condition{relation: n.Relation(n.terms.Symbol(from), arity)}
	for v := range arity {
		c.names = append(c.names, fmt.Sprint("?", v))
		c.head.args = append(c.head.args, pattern{kind: variablePattern, variable: int32(v)})
	}
	c.head.kind, c.head.head = applyPattern, c.relation.name
	condition.atom = c.head
	condition.atom.head = condition.relation.name
	c.conditions = append(c.conditions, condition)
	return c
}

// markDynamic marks the given relations and all whose rules ask for them, at
// however many removes.
func markDynamic(relations []*Relation, roots ...*Relation) {
	askedBy := make([][]*Relation, len(relations))
	for _, r := range relations {
		for _, c := range r.clauses {
			for i := range c.conditions {
				n := c.conditions[i].relation.number
				askedBy[n] = append(askedBy[n], r)
			}
		}
	}
	for queue := roots; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		if r.Dynamic {
			continue
		}
		r.Dynamic = true
		queue = append(queue, askedBy[r.number]...)
	}
}

// work finds the atoms of the relations of one stratum.
func (g *grounder) work(stratum []*Relation) error {
	inside := func(r *Relation) bool { return r.stratum == g.stratum }
	for _, r := range stratum {
		r.uses = nil
	}
	for _, r := range stratum {
		for _, c := range r.clauses {
			if err := g.Spend(1 + len(c.conditions)); err != nil {
				return err
			}
			c.plans = make([]*plan, len(c.conditions)+1)
			recursive := false
			for i := range c.conditions {
				cond := &c.conditions[i]
				if !inside(cond.relation) {
					continue
				}
				if cond.negative && !cond.relation.Dynamic {
					return g.unstratified(c, cond)
				}
				if !cond.negative {
					cond.relation.uses = append(cond.relation.uses, use{c, i})
					recursive = true
				}
			}
			if recursive {
				continue
			}
			p, err := g.makePlan(c, -1)
			if err != nil {
				return err
			}
			if err := g.join(p, NoTerm); err != nil {
				return err
			}
		}
	}
	for len(g.queue) > 0 {
		atom := g.queue[0]
		g.queue = g.queue[1:]
		if err := g.visit(atom); err != nil {
			return err
		}
	}
	return nil
}

// visit joins a new atom with those visited before.
func (g *grounder) visit(atom Term) error {
	if err := g.Spend(1); err != nil {
		return err
	}
	r := g.Relation(g.Terms.heads[atom], len(g.Terms.Arguments(atom)))
	g.entries += len(r.indexes)
	if err := g.Spend(r.insert(g.Terms, atom)); err != nil {
		return err
	}
	for _, u := range r.uses {
		p := &u.clause.plans[u.condition]
		// The best order depends on how many atoms there are.
		if *p == nil || 2*(*p).made+64 < g.Terms.Size() {
			var err error
			if *p, err = g.makePlan(u.clause, u.condition); err != nil {
				return err
			}
		}
		if err := g.join(*p, atom); err != nil {
			return err
		}
	}
	return nil
}

// emit takes the instance of c that the present values make.
func (g *grounder) emit(c *clause) error {
	if err := g.Spend(4 + 4*len(c.conditions) + len(c.names)); err != nil {
		return err
	}
	head := g.instance(&c.head)
	if c.relation.Dynamic && !c.silent {
		g.Heads = append(g.Heads, head)
		for i := range c.conditions {
			cond := &c.conditions[i]
			if !cond.relation.Dynamic {
				continue
			}
			l := Literal(2 * g.instance(&cond.atom))
			if cond.negative {
				l++
			}
			g.bodies = append(g.bodies, l)
		}
		g.starts = append(g.starts, int32(len(g.bodies)))
	}
	for len(g.known) <= int(head) {
		g.known = append(g.known, false)
	}
	if !g.known[head] {
		g.known[head] = true
		g.queue = append(g.queue, head)
	}
	return nil
}

func (g *grounder) unstratified(c *clause, cond *condition) error {
	return &sheet.InvalidError{Sheet: g.sheet, Problems: []sheet.Problem{{Level: sheet.Fatal, Span: c.span,
		Message: fmt.Sprintf("Relation %s depends on its own negation through %s", games.Echo(g.Terms.names[c.relation.name]), games.Echo(g.Terms.names[cond.relation.name])),
		Hint:    "A relation may be negated only where its own rules do not need the result."}}}
}

// Atom is that of the relation with these arguments, NoTerm if it does not occur.
func (g *Rules) Atom(name string, args ...Term) Term {
	return g.Terms.Lookup(g.Terms.Symbol(name), args...)
}

// Conditions is the number of conditions of all ground rules.
func (g *Rules) Conditions() int { return len(g.bodies) }
