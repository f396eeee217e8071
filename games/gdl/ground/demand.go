package ground

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// restrict rewrites the clauses so that large relations are computed only as far as
// they are used. If certain arguments of a relation are known at every use, its
// clauses get a condition that these arguments are requested, and other clauses
// derive the requests. For example, the rule
//
//	h(x) <- true(p(x, y)), r(y, z)
//
// adds demand(y) <- true(p(x, y)) for the relation r. This is the method of magic
// sets, with one set of known arguments per relation (F. Bancilhon, D. Maier, Y.
// Sagiv, J. Ullman: Magic sets and other strange ways to implement logic programs,
// 1986).
func (g *grounder) restrict() {
	d := demands{g, make([][]bool, len(g.Relations)), make([]*Relation, len(g.Relations))}
	d.begin()
	for d.narrow() {
	}
	relations := g.Relations // excludes the request relations, which are added next
	for _, r := range relations {
		if n := countTrue(d.bound[r.number]); n > 0 {
			d.asked[r.number] = g.relation(fmt.Sprintf("demand %d of %s", r.number, g.Terms.names[r.name]), n)
		}
	}
	for _, r := range relations {
		for _, c := range r.clauses {
			d.ask(c)
		}
	}
}

type demands struct {
	*grounder
	bound [][]bool    // by relation: arguments known at every use; nil if not restricted
	asked []*Relation // by relation: its request relation; nil if not restricted
}

func countTrue(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// begin marks the arguments of relations as known. It skips relations without rules,
// relations that the game uses directly, and relations on which a negated static
// condition depends.
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

// narrow unmarks arguments that are unknown at some use, and reports whether it
// unmarked any.
func (d *demands) narrow() (changed bool) {
	for _, r := range d.Relations {
		for _, c := range r.clauses {
			d.Spend(16 + 16*len(c.conditions))
			known := d.given(c)
			order := d.order(c)
			for i := range c.conditions {
				if c.conditions[i].negative {
					order = append(order, i) // all its variables are bound by then
				}
			}
			for _, i := range order {
				atom := &c.conditions[i].atom
				bound := d.bound[c.conditions[i].relation.number]
				for k := range bound {
					arg := &atom.args[k]
					// Building terms in requests might not terminate.
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

// given returns the variables that are bound by a request for the head of c.
func (d *demands) given(c *clause) (known variableNumbers) {
	for k, b := range d.bound[c.relation.number] {
		if b {
			known.add(&c.head.args[k])
		}
	}
	return known
}

// order returns the positive conditions in evaluation order: first the conditions on
// unrestricted relations, then repeatedly the condition with the fewest unbound
// variables.
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

// ask adds, for each condition of c, a clause that requests the condition, given the
// conditions evaluated earlier. If the relation of c is restricted, ask also adds to
// c the condition that its head is requested.
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

// asking returns a condition that holds if the given atom of r is requested. It
// returns false if r is not restricted.
func (d *demands) asking(r *Relation, atom *pattern) (condition, bool) {
	to := d.asked[r.number]
	if to == nil {
		return condition{}, false
	}
	var args []pattern
	for k, b := range d.bound[r.number] {
		if b {
			args = append(args, atom.args[k])
		}
	}
	return condition{atom: d.apply(to.name, args), relation: to}, true
}

// addAsking adds a clause that requests condition i of c, given the conditions in
// before and, if restricted is true, the request for the head of c.
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
	// Only conditions linked to the request by variables, directly or indirectly,
	// narrow it.
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
