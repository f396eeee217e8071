package ground

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
	if c.silent || !c.relation.Dynamic {
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
		return e.condition.atom.variables()
	}
	var s variableNumbers
	s.add(&e.comparison.left)
	s.add(&e.comparison.right)
	return s.list
}

// scope is a clause taken apart: its elements with their variables.
type scope struct {
	elements  []element
	variables [][]int32 // by element
	outer     []bool    // by variable: the head has it
	outers    int       // how many those are
	in        [][]int32 // by variable: the elements that have it
}

// scope takes a clause apart.
func (n *normalizer) scope(c *clause) *scope {
	s := &scope{elements: c.elements(), outer: make([]bool, len(c.names)), in: make([][]int32, len(c.names))}
	for _, v := range c.head.variables() {
		s.outer[v] = true
		s.outers++
	}
	for i, e := range s.elements {
		vars := e.variables()
		s.variables = append(s.variables, vars)
		for _, v := range vars {
			s.in[v] = append(s.in[v], int32(i))
		}
		_ = n.Spend(16 + 16*len(vars)) // who asked for the scope asks for the reason
	}
	_ = n.Spend(len(c.names))
	return s
}

// isInner says that a variable is not in the head.
func (s *scope) isInner(v int32) bool { return !s.outer[v] }

// groups are the elements that are linked by inner variables, directly or by
// others, each group ascending, and in the order of their first members.
func (s *scope) groups() [][]int32 {
	var groups [][]int32
	grouped := make([]bool, len(s.elements))
	reached := make([]bool, len(s.outer)) // by variable
	for i := range s.elements {
		if grouped[i] || !slices.ContainsFunc(s.variables[i], s.isInner) {
			continue
		}
		grouped[i] = true
		group := []int32{int32(i)}
		for at := 0; at < len(group); at++ {
			for _, v := range s.variables[group[at]] {
				if s.outer[v] || reached[v] {
					continue
				}
				reached[v] = true
				for _, j := range s.in[v] {
					if !grouped[j] {
						grouped[j] = true
						group = append(group, j)
					}
				}
			}
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// splitGroup splits off a group of elements that are linked by variables which
// the head lacks, if there are several groups or the group has not all
// variables of the head. It says whether it did. Where several were found, the
// last is split off like the others, so that a rule that says the same of several
// things keeps its symmetry.
func (n *normalizer) splitGroup(c *clause, several *bool) bool {
	s := n.scope(c)
	groups := s.groups()
	if n.Failure() != nil || len(groups) == 0 || len(groups) == 1 && len(groups[0]) == len(s.elements) {
		return false
	}
	*several = *several || len(groups) > 1
	seen := make([]int, len(c.names)) // by variable: the number of the last group that shares it
	for k, group := range groups {
		var members []element
		var shared []int32
		for _, i := range group {
			members = append(members, s.elements[i])
			for _, v := range s.variables[i] {
				if s.outer[v] && seen[v] != k+1 {
					seen[v] = k + 1
					shared = append(shared, v)
				}
			}
		}
		if (*several || len(shared) < s.outers) && n.splitOff(c, members, shared) {
			return true
		}
	}
	return false
}

// project replaces a condition that has variables of its own, which nothing
// else in the clause mentions, by one without them, if other variables that the
// head lacks remain. It says whether it did.
func (n *normalizer) project(c *clause) bool {
	s := n.scope(c)
	inner := 0 // elements with a variable that the head lacks
	for i := range s.elements {
		if slices.ContainsFunc(s.variables[i], s.isInner) {
			inner++
		}
	}
	for i, e := range s.elements {
		if n.Failure() != nil {
			return false
		}
		if e.condition == nil || e.condition.negative || !e.condition.relation.Dynamic {
			continue
		}
		others := inner
		if slices.ContainsFunc(s.variables[i], s.isInner) {
			others--
		}
		vars := s.variables[i]
		shared := slices.DeleteFunc(slices.Clone(vars), func(v int32) bool { return s.isInner(v) && len(s.in[v]) == 1 })
		if others > 0 && len(shared) < len(vars) && n.splitOff(c, []element{e}, shared) {
			return true
		}
	}
	return false
}

// splitOff moves elements of c to a clause of a new relation, whose arguments
// are the shared variables. It does nothing and says so if that clause would be
// unsafe or static.
func (n *normalizer) splitOff(c *clause, members []element, shared []int32) bool {
	if n.Spend(8*len(members)+8*len(c.conditions)+len(c.names)) != nil {
		return false
	}
	part := &clause{names: c.names, span: c.span}
	var bound variableNumbers
	dynamic := false
	for _, e := range members {
		if e.condition == nil {
			part.comparisons = append(part.comparisons, *e.comparison)
			continue
		}
		part.conditions = append(part.conditions, *e.condition)
		dynamic = dynamic || e.condition.relation.Dynamic
		if !e.condition.negative {
			bound.add(&e.condition.atom)
		}
	}
	for _, e := range members {
		if slices.ContainsFunc(e.variables(), func(v int32) bool { return !bound.contains(v) }) {
			return false
		}
	}
	if !dynamic {
		return false
	}
	// No name in a sheet holds a blank.
	part.relation = n.Relation(n.terms.Symbol(fmt.Sprintf("part %d of %s", len(n.Relations), n.terms.names[c.relation.name])), len(shared))
	part.relation.Dynamic = true
	part.relation.clauses = []*clause{part}
	part.head = pattern{kind: applyPattern, head: part.relation.name}
	for _, v := range shared {
		part.head.args = append(part.head.args, pattern{kind: variablePattern, variable: v})
	}
	if len(shared) == 0 {
		part.head = pattern{kind: groundPattern, head: part.relation.name, term: n.terms.intern(part.relation.name)}
	}
	moved := map[element]bool{}
	for _, e := range members {
		moved[e] = true
	}
	var conditions []condition
	for i := range c.conditions {
		if !moved[element{condition: &c.conditions[i]}] {
			conditions = append(conditions, c.conditions[i])
		}
	}
	var comparisons []comparison
	for i := range c.comparisons {
		if !moved[element{comparison: &c.comparisons[i]}] {
			comparisons = append(comparisons, c.comparisons[i])
		}
	}
	c.conditions = append(conditions, condition{atom: part.head, relation: part.relation})
	c.comparisons = comparisons
	return true
}
