// Package ground instantiates the rules of a sheet: it replaces their variables with
// ground terms.
//
// New returns all atoms that can hold, and the ground rules for the atoms that
// depend on the state or on the moves. It panics if a limit of the meter is exceeded
// or the sheet is invalid; see work.Catch.
package ground

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Rules is a sheet without variables. It consists of all atoms that can hold and the
// ground rules for the dynamic atoms, which depend on the state or on the moves.
//
// Static relations are computed exactly, by forward chaining stratum by stratum.
// Dynamic relations are overestimated: an atom is included if the positive
// conditions of some rule can hold, a fluent can be true if it can be true initially
// or next, and a move can be made if it can be legal. The sheet therefore need not
// define base and input. Evaluation is semi-naive: each new atom is joined with the
// earlier ones, so each instance of a rule is found exactly once.
type Rules struct {
	Terms     *TermTable
	Relations []*Relation
	byKey     map[relationKey]*Relation
	known     []bool // by atom: whether it can hold
	// The body of the ground rule with the head Heads[i] is Body(i).
	Heads  []Term
	bodies lists[Literal]
}

// Literal is a dynamic atom or its negation: 2*atom, plus 1 if the atom is negated. A
// negated atom may be one that can never hold.
type Literal int32

// Body returns the body of ground rule i.
func (g *Rules) Body(i int) []Literal { return g.bodies.at(i) }

// Conditions returns the total number of conditions of all ground rules.
func (g *Rules) Conditions() int { return g.bodies.total }

// Atom returns the atom with the given name and arguments, or NoTerm if it does not
// occur in g.
func (g *Rules) Atom(name string, args ...Term) Term {
	return g.Terms.lookup(g.Terms.Symbol(name), args...)
}

func (g *Rules) isKnown(atom Term) bool {
	return int(atom) < len(g.known) && g.known[atom]
}

// grounder is the state of a grounding in progress.
type grounder struct {
	Rules
	*work.Meter
	sheet   *sheet.Sheet
	whole   bool             // compute all atoms of each relation
	began   int64            // value of Steps when grounding started
	staying map[shapeOf]bool // see findStaying
	rule    *sheet.Rule      // rule being converted to clauses
	joined  *clause          // clause of the last join, for error messages
	stratum int
	queue   []Term    // known atoms to be joined
	values  []Term    // by variable of the current clause
	stack   []Term    // arguments of terms under construction
	body    []Literal // buffer for the body of a ground rule
	// Measures of memory: index entries, parts in all alternatives of the current
	// rule, and patterns in all clauses.
	entries, parts, patterns int
}

// New grounds a sheet. It first tries to compute all relations completely. If that
// exceeds work.Limits.RestrictSteps, it computes only requested atoms.
func New(sheet *sheet.Sheet, w *work.Meter) *Rules {
	if g := ground(sheet, w, true); g != nil {
		return &g.Rules
	}
	return &ground(sheet, w, false).Rules
}

// errLarge stops the complete computation of relations; see New.
var errLarge = errors.New("relations are too large to compute completely")

// ground grounds a sheet. It returns nil if whole is true and the relations are too
// large to be computed completely.
func ground(sheet *sheet.Sheet, w *work.Meter, whole bool) *grounder {
	g := &grounder{
		Rules: Rules{Terms: newTermTable(), byKey: map[relationKey]*Relation{}, bodies: newLists[Literal]()},
		Meter: w, sheet: sheet, whole: whole, began: w.Steps(),
	}
	var err error
	func() {
		defer work.Catch(&err)
		w.Begin("grounding the rules", g.excess, g.largest)
		g.readRules()
		if !whole {
			g.restrict()
		}
		w.Check()
		for n, stratum := range g.strata() {
			g.stratum = n
			g.work(stratum)
		}
	}()
	switch {
	case err == errLarge:
		return nil
	case err != nil:
		work.Stop(err)
	}
	return g
}

func (g *grounder) readRules() {
	if !g.whole {
		g.findStaying()
	}
	byHead := map[relationKey][]*sheet.Rule{}
	for i := range g.sheet.Rules {
		r := &g.sheet.Rules[i]
		key := relationKey{g.Terms.Symbol(r.Head.Name), len(r.Head.Args)}
		byHead[key] = append(byHead[key], r)
	}
	g.link("true", "init", 1)
	g.link("true", "next", 1)
	g.link("does", "legal", 2)
	g.relation("role", 1)
	g.relation("goal", 2)
	g.relation("terminal", 0)
	// addRule can add relations.
	for i := 0; i < len(g.Relations); i++ {
		r := g.Relations[i]
		for _, rule := range byHead[r.relationKey] {
			g.addRule(r, rule)
		}
	}
	g.markDynamic("true", 1)
	g.markDynamic("does", 2)
	for i := 0; i < len(g.Relations); i++ {
		for _, c := range g.Relations[i].clauses {
			g.split(c)
		}
	}
}

// link adds a clause to the relation named head. The clause copies all atoms of the
// relation named from.
func (g *grounder) link(head, from string, arity int) {
	c := &clause{silent: true, relation: g.relation(head, arity)}
	condition := condition{relation: g.relation(from, arity)}
	var args []pattern
	for v := range arity {
		c.names = append(c.names, fmt.Sprint("?", v))
		args = append(args, pattern{kind: variablePattern, variable: int32(v)})
	}
	c.head = g.apply(c.relation.name, args)
	condition.atom = g.apply(condition.relation.name, args)
	c.conditions = append(c.conditions, condition)
	c.relation.clauses = append(c.relation.clauses, c)
}

// markDynamic marks a relation and all relations that depend on it as dynamic.
func (g *grounder) markDynamic(name string, arity int) {
	askedBy := make([][]*Relation, len(g.Relations))
	for _, r := range g.Relations {
		for _, c := range r.clauses {
			for i := range c.conditions {
				n := c.conditions[i].relation.number
				askedBy[n] = append(askedBy[n], r)
			}
		}
	}
	for queue := []*Relation{g.relation(name, arity)}; len(queue) > 0; queue = queue[1:] {
		if r := queue[0]; !r.Dynamic {
			r.Dynamic = true
			queue = append(queue, askedBy[r.number]...)
		}
	}
}

// work computes the atoms of all relations in a stratum.
func (g *grounder) work(stratum []*Relation) {
	for _, r := range stratum {
		r.uses = nil
	}
	for _, r := range stratum {
		for _, c := range r.clauses {
			g.Spend(1 + len(c.conditions))
			c.plans = make([]*plan, len(c.conditions)+1)
			recursive := false
			for i := range c.conditions {
				cond := &c.conditions[i]
				if cond.relation.stratum != g.stratum {
					continue
				}
				if cond.negative && !cond.relation.Dynamic {
					g.fatal(c.span, "A relation may be negated only if its rules do not depend on the result.",
						"Relation %s depends on its own negation through %s", g.Terms.names[r.name], g.Terms.names[cond.relation.name])
				}
				if !cond.negative {
					cond.relation.uses = append(cond.relation.uses, use{c, i})
					recursive = true
				}
			}
			if !recursive {
				g.join(g.makePlan(c, -1), NoTerm)
			}
		}
	}
	for len(g.queue) > 0 {
		atom := g.queue[0]
		g.queue = g.queue[1:]
		g.visit(atom)
	}
}

// visit adds an atom to its relation and joins it with the earlier atoms.
func (g *grounder) visit(atom Term) {
	g.Spend(1)
	r := g.byKey[relationKey{g.Terms.heads[atom], len(g.Terms.Arguments(atom))}]
	r.Atoms = append(r.Atoms, atom)
	for _, x := range r.indexes {
		g.insert(x, atom)
	}
	for _, u := range r.uses {
		p := &u.clause.plans[u.condition]
		// The best order depends on the number of atoms.
		if *p == nil || 2*(*p).made+64 < g.Terms.Size() {
			*p = g.makePlan(u.clause, u.condition)
		}
		g.join(*p, atom)
	}
}

// emit records the instance of c under the current values. Its head becomes a known
// atom. If c is dynamic and not silent, emit also adds a ground rule.
func (g *grounder) emit(c *clause) {
	g.Spend(4 + 4*len(c.conditions) + len(c.names))
	head := g.instance(&c.head)
	if c.relation.Dynamic && !c.silent {
		g.Heads = append(g.Heads, head)
		g.body = g.body[:0]
		for i := range c.conditions {
			cond := &c.conditions[i]
			if !cond.relation.Dynamic {
				continue
			}
			l := Literal(2 * g.instance(&cond.atom))
			if cond.negative {
				l++
			}
			g.body = append(g.body, l)
		}
		g.bodies.add(g.body)
	}
	for len(g.known) <= int(head) {
		g.known = append(g.known, false)
	}
	if !g.known[head] {
		g.known[head] = true
		g.queue = append(g.queue, head)
	}
}

// Approximate memory in bytes. An atom includes its term and its entries in the term
// table and in its relation.
const (
	bytesPerAtom    = 90
	bytesPerEntry   = 15
	bytesPerPart    = 24
	bytesPerPattern = 96
)

// maxNumber is the maximum number of terms: a literal stores twice the number of an
// atom in 32 bits, and a rule adds at most a few million terms between checks.
const maxNumber = math.MaxInt32/2 - 1<<26

// excess returns a description of the exceeded limit, or ""; see work.Meter.Begin.
func (g *grounder) excess() string {
	if g.Terms.Size() > maxNumber || g.Terms.args.end() > maxNumber || g.bodies.end() > maxNumber {
		return fmt.Sprintf("more than %d terms or conditions", maxNumber)
	}
	bytes := int64(g.Terms.Size())*bytesPerAtom + int64(g.entries)*bytesPerEntry +
		int64(g.parts)*bytesPerPart + int64(g.patterns)*bytesPerPattern +
		4*int64(g.bodies.total+2*len(g.Heads)) + 4*int64(g.Terms.args.total)
	if g.whole && g.ShouldRestrict(g.began, bytes) {
		work.Stop(errLarge)
	}
	return cmp.Or(g.MemoryExcess(bytes), g.StepExcess(g.began))
}

// largest describes the current rule and the relation with the most atoms.
func (g *grounder) largest() string {
	if len(g.Relations) == 0 {
		return ""
	}
	most := slices.MaxFunc(g.Relations, func(a, b *Relation) int { return len(a.Atoms) - len(b.Atoms) })
	detail := fmt.Sprintf("%s has %d instances so far", games.Echo(g.Terms.names[most.name]), len(most.Atoms))
	if g.joined == nil {
		return detail
	}
	return fmt.Sprintf("%s; the current rule, for %s, is on line %d", detail, games.Echo(g.Terms.names[g.joined.relation.name]), g.sheet.Place(g.joined.span.Start).Line)
}
