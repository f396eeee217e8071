package gdl

import (
	"fmt"
	"slices"
)

// split makes a clause shorter where that leaves fewer ground rules: conditions
// that hang together by variables which the head lacks become a relation of
// their own. The rule
//
//	h(x) <- p(x), q(y), r(y, z)
//
// has as many instances as there are combinations of x, y and z; with
// part <- q(y), r(y, z) and h(x) <- p(x), part they only add up. What is split
// off joins the clauses of a new relation, which is split in turn. (The idea is
// that of tree decompositions: M. Bichler, M. Morak, S. Woltran: lpopt, 2016.)
func (n *normalizer) split(c *clause) {
	if c.silent || !c.relation.dynamic {
		return
	}
	several := false
	for n.splitGroup(c, &several) || n.project(c) {
	}
}

// element is a condition or a comparison of a clause.
type element struct {
	condition  *condition
	comparison *comparison
}

func (c *clause) elements() []element {
	var list []element
	for i := range c.conditions {
		list = append(list, element{condition: &c.conditions[i]})
	}
	for i := range c.comparisons {
		list = append(list, element{comparison: &c.comparisons[i]})
	}
	return list
}

func (e element) variables() []int32 {
	if e.condition != nil {
		return e.condition.atom.variables(nil)
	}
	return e.comparison.right.variables(e.comparison.left.variables(nil))
}

// splitGroup splits off a group of elements that are linked by variables which
// the head lacks, if there are several groups or the group has not all
// variables of the head. It says whether it did. Where several were found, the
// last is split off like the others, so that a rule that says the same of several
// things keeps its symmetry.
func (n *normalizer) splitGroup(c *clause, several *bool) bool {
	elements := c.elements()
	outer := c.head.variables(nil)
	isInner := func(v int32) bool { return !slices.Contains(outer, v) }
	group := make([]int, len(elements)) // 0: in none, no inner variable
	groups := 0
	for i := range elements {
		if group[i] != 0 || !slices.ContainsFunc(elements[i].variables(), isInner) {
			continue
		}
		groups++
		group[i] = groups
		inner := slices.DeleteFunc(elements[i].variables(), func(v int32) bool { return !isInner(v) })
		for changed := true; changed; {
			changed = false
			for j := range elements {
				vars := elements[j].variables()
				if group[j] == 0 && slices.ContainsFunc(vars, func(v int32) bool { return slices.Contains(inner, v) }) {
					group[j], changed = groups, true
					for _, v := range vars {
						if isInner(v) {
							inner = append(inner, v)
						}
					}
				}
			}
		}
	}
	if groups == 0 || groups == 1 && !slices.Contains(group, 0) {
		return false
	}
	*several = *several || groups > 1
	for k := 1; k <= groups; k++ {
		var members []element
		var shared []int32
		for i, e := range elements {
			if group[i] != k {
				continue
			}
			members = append(members, e)
			for _, v := range e.variables() {
				if !isInner(v) && !slices.Contains(shared, v) {
					shared = append(shared, v)
				}
			}
		}
		if (*several || len(shared) < len(outer)) && n.splitOff(c, members, shared) {
			return true
		}
	}
	return false
}

// project replaces a condition that has variables of its own, which nothing
// else in the clause mentions, by one without them, if other variables that the
// head lacks remain. It says whether it did.
func (n *normalizer) project(c *clause) bool {
	elements := c.elements()
	for _, e := range elements {
		if e.condition == nil || e.condition.negative || !e.condition.relation.dynamic {
			continue
		}
		others := c.head.variables(nil)
		inner := false // somewhere else is a variable that the head lacks
		for _, o := range elements {
			if o == e {
				continue
			}
			for _, v := range o.variables() {
				if !slices.Contains(others, v) {
					others = append(others, v)
					inner = true
				}
			}
		}
		vars := e.variables()
		shared := slices.DeleteFunc(slices.Clone(vars), func(v int32) bool { return !slices.Contains(others, v) })
		if inner && len(shared) < len(vars) && n.splitOff(c, []element{e}, shared) {
			return true
		}
	}
	return false
}

// splitOff moves elements of c to a clause of a new relation, whose arguments
// are the shared variables. It does nothing and says so if that clause would be
// unsafe or static.
func (n *normalizer) splitOff(c *clause, members []element, shared []int32) bool {
	part := &clause{names: c.names, span: c.span}
	var bound []int32
	dynamic := false
	for _, e := range members {
		if e.condition == nil {
			part.comparisons = append(part.comparisons, *e.comparison)
			continue
		}
		part.conditions = append(part.conditions, *e.condition)
		dynamic = dynamic || e.condition.relation.dynamic
		if !e.condition.negative {
			bound = e.condition.atom.variables(bound)
		}
	}
	for _, e := range members {
		if slices.ContainsFunc(e.variables(), func(v int32) bool { return !slices.Contains(bound, v) }) {
			return false
		}
	}
	if !dynamic {
		return false
	}
	// No name in a sheet holds a blank.
	part.relation = n.relation(n.terms.symbol(fmt.Sprintf("part %d of %s", len(n.relations), n.terms.names[c.relation.name])), len(shared))
	part.relation.dynamic = true
	part.relation.clauses = []*clause{part}
	part.head = pattern{kind: applyPattern, head: part.relation.name}
	for _, v := range shared {
		part.head.args = append(part.head.args, pattern{kind: variablePattern, variable: v})
	}
	if len(shared) == 0 {
		part.head = pattern{kind: groundPattern, head: part.relation.name, term: n.terms.intern(part.relation.name)}
	}
	var conditions []condition
	for i := range c.conditions {
		if !slices.ContainsFunc(members, func(e element) bool { return e.condition == &c.conditions[i] }) {
			conditions = append(conditions, c.conditions[i])
		}
	}
	var comparisons []comparison
	for i := range c.comparisons {
		if !slices.ContainsFunc(members, func(e element) bool { return e.comparison == &c.comparisons[i] }) {
			comparisons = append(comparisons, c.comparisons[i])
		}
	}
	c.conditions = append(conditions, condition{atom: part.head, relation: part.relation})
	c.comparisons = comparisons
	return true
}
