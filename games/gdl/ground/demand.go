package ground

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// restrict makes relations hold only what is asked for, so that a relation of many arguments
// need not be found whole: where all rules that ask for it know certain arguments, its rules
// get one more condition, that those arguments are asked for, and
//
//	h(x) <- true(p(x, y)), r(y, z)
//
// tells so: asked(y) <- true(p(x, y)). What is asked for follows from what can hold, and is
// found together with it. (F. Bancilhon, D. Maier, Y. Sagiv, J. Ullman: Magic sets and other
// strange ways to implement logic programs, 1986; here with one set of arguments a relation.)
func (g *grounder) restrict() {
	d := demands{g, make([][]bool, len(g.Relations)), make([]*Relation, len(g.Relations))}
	d.begin()
	for d.narrow() {
	}
	relations := g.Relations // without those for what is asked
	for _, r := range relations {
		if n := countTrue(d.bound[r.number]); n > 0 {
			d.asked[r.number] = g.relation(fmt.Sprintf("asked %d of %s", r.number, g.Terms.names[r.name]), n)
		}
	}
	for _, r := range relations {
		for _, c := range r.clauses {
			d.ask(c)
		}
	}
}

// demands are what rules ask for.
type demands struct {
	*grounder
	bound [][]bool    // by relation: which arguments are known wherever it is asked for; nil if it is found whole
	asked []*Relation // by relation: what those arguments can be
}

func countTrue(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// begin takes all relations that have rules as restricted by all arguments, but what the game
// asks for, and what is decided by not holding, which has to be known whole before.
func (d *demands) begin() {
	whole := make([]bool, len(d.Relations))
	for _, name := range []string{"init", "next", "legal", "goal", "role", "terminal", "true", "does"} {
		for _, r := range d.Relations {
			whole[r.number] = whole[r.number] || d.Terms.names[r.name] == name
		}
	}
	var queue []*Relation
	for _, r := range d.Relations {
		hasRules := false
		for _, c := range r.clauses {
			hasRules = hasRules || len(c.conditions) > 0
			for i := range c.conditions {
				if cond := &c.conditions[i]; cond.negative && !cond.relation.Dynamic {
					queue = append(queue, cond.relation)
				}
			}
		}
		whole[r.number] = whole[r.number] || !hasRules
	}
	for seen := make([]bool, len(d.Relations)); len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		if seen[r.number] {
			continue
		}
		seen[r.number], whole[r.number] = true, true
		for _, c := range r.clauses {
			for i := range c.conditions {
				queue = append(queue, c.conditions[i].relation)
			}
		}
	}
	for _, r := range d.Relations {
		if !whole[r.number] && r.arity > 0 {
			d.bound[r.number] = slices.Repeat([]bool{true}, r.arity)
		}
	}
}

// narrow drops the arguments that some rule does not know when it asks. It says whether there
// were any.
func (d *demands) narrow() (changed bool) {
	for _, r := range d.Relations {
		for _, c := range r.clauses {
			d.Spend(16 + 16*len(c.conditions))
			known := d.given(c)
			order := d.order(c)
			for i := range c.conditions {
				if c.conditions[i].negative {
					order = append(order, i) // its variables are known by then
				}
			}
			for _, i := range order {
				atom := &c.conditions[i].atom
				bound := d.bound[c.conditions[i].relation.number]
				for k := range bound {
					arg := &atom.args[k]
					// What is asked for makes no terms, which could grow without end.
					if bound[k] && (arg.kind == applyPattern || arg.kind == variablePattern && !known.contains(arg.variable)) {
						bound[k], changed = false, true
					}
				}
				if countTrue(bound) == 0 {
					d.bound[c.conditions[i].relation.number] = nil
				}
				known.add(atom)
			}
		}
	}
	return changed
}

// given are the variables of a rule that are known when its head is asked for.
func (d *demands) given(c *clause) (known variableNumbers) {
	for k, b := range d.bound[c.relation.number] {
		if b {
			known.add(&c.head.args[k])
		}
	}
	return known
}

// order lists the conditions that must hold: those on relations that are found whole, then the
// others, which can ask for what is known by then. Of these each next one is that with the
// fewest variables that are not.
func (d *demands) order(c *clause) []int {
	var first, then []int
	known := d.given(c)
	for i := range c.conditions {
		switch cond := &c.conditions[i]; {
		case cond.negative:
		case d.bound[cond.relation.number] == nil:
			first = append(first, i)
			known.add(&cond.atom)
		default:
			then = append(then, i)
		}
	}
	unknown := func(i int) (n int) {
		for _, v := range c.conditions[i].atom.variables() {
			if !known.contains(v) {
				n++
			}
		}
		return n
	}
	for len(then) > 0 {
		d.Spend(16 * len(then))
		next := slices.MinFunc(then, func(i, j int) int {
			return cmp.Or(unknown(i)-unknown(j), len(c.conditions[i].atom.args)-len(c.conditions[j].atom.args))
		})
		first, then = append(first, next), slices.DeleteFunc(then, func(i int) bool { return i == next })
		known.add(&c.conditions[next].atom)
	}
	return first
}

// ask makes the rules for what a rule asks for, and gives it the condition that its head is.
func (d *demands) ask(c *clause) {
	order := d.order(c)
	given, restricted := d.asking(c.relation, &c.head)
	for at, i := range order {
		d.addAsking(c, i, order[:at], given, restricted)
	}
	for i := range c.conditions {
		if c.conditions[i].negative {
			d.addAsking(c, i, order, given, restricted)
		}
	}
	if restricted {
		c.conditions = append(c.conditions, given)
	}
}

// asking is the condition that an atom is asked for, if its relation is restricted.
func (d *demands) asking(r *Relation, atom *pattern) (condition, bool) {
	to := d.asked[r.number]
	if to == nil {
		return condition{}, false
	}
	p := pattern{kind: groundPattern, head: to.name}
	var terms []Term
	for k, b := range d.bound[r.number] {
		if b {
			p.args = append(p.args, atom.args[k])
			terms = append(terms, atom.args[k].term)
			if atom.args[k].kind != groundPattern {
				p.kind = applyPattern
			}
		}
	}
	if p.kind == groundPattern {
		p.term = d.Terms.intern(p.head, terms...)
	}
	return condition{atom: p, relation: to}, true
}

// addAsking makes the rule for what condition i of c asks for, given what comes before.
func (d *demands) addAsking(c *clause, i int, before []int, given condition, restricted bool) {
	to, ok := d.asking(c.conditions[i].relation, &c.conditions[i].atom)
	if !ok || restricted && reflect.DeepEqual(to.atom, given.atom) {
		return
	}
	n := &clause{head: to.atom, relation: to.relation, names: c.names, span: c.span}
	var linked variableNumbers
	linked.add(&to.atom)
	if restricted {
		n.conditions = append(n.conditions, given)
		linked.add(&given.atom)
	}
	// What shares no variable with the question, directly or by others, does not narrow it.
	used := make([]bool, len(before))
	for again := true; again; {
		again = false
		for k, j := range before {
			if atom := &c.conditions[j].atom; !used[k] && slices.ContainsFunc(atom.variables(), linked.contains) {
				used[k], again = true, true
				linked.add(atom)
				n.conditions = append(n.conditions, c.conditions[j])
			}
		}
	}
	var bound variableNumbers
	for k := range n.conditions {
		bound.add(&n.conditions[k].atom)
	}
	for _, e := range c.elements() {
		filter := e.condition == nil || e.condition.negative && !e.condition.relation.Dynamic
		if !filter || slices.ContainsFunc(e.variables, func(v int32) bool { return !bound.contains(v) }) {
			continue
		}
		if e.condition == nil {
			n.comparisons = append(n.comparisons, *e.comparison)
		} else {
			n.conditions = append(n.conditions, *e.condition)
		}
	}
	d.Spend(64 + 16*len(n.conditions))
	to.relation.clauses = append(to.relation.clauses, n)
}
