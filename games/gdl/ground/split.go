package ground

import (
	"fmt"
	"slices"
)

// split splits a clause if that is likely to reduce the number of ground rules. It
// moves conditions linked by variables that are not in the head to a clause of a new
// relation. For example, the rule
//
//	h(x) <- p(x), q(y), r(y, z)
//
// has an instance for each combination of x, y and z. If it is split into part <-
// q(y), r(y, z) and h(x) <- p(x), part, the numbers of instances are added instead of
// multiplied (M. Bichler, M. Morak, S. Woltran: lpopt, 2016).
func (g *grounder) split(c *clause) {
	if c.silent || !c.relation.Dynamic {
		return
	}
	several := false
	for g.splitGroup(c, &several) || g.project(c) {
	}
}

// element is a condition or a comparison of a clause.
type element struct {
	condition  *condition
	comparison *comparison
	variables  []int32
}

func (c *clause) elements() []element {
	var list []element
	for i := range c.conditions {
		list = append(list, element{condition: &c.conditions[i], variables: c.conditions[i].atom.variables()})
	}
	for i := range c.comparisons {
		var s variableNumbers
		s.add(&c.comparisons[i].left)
		s.add(&c.comparisons[i].right)
		list = append(list, element{comparison: &c.comparisons[i], variables: s.list})
	}
	return list
}

// scope records which elements of a clause use which variables. Variables are outer
// if they occur in the head, and inner otherwise.
type scope struct {
	elements []element
	outer    []bool // by variable
	outers   int
	in       [][]int32 // by variable: elements that contain it
}

func (g *grounder) scope(c *clause) *scope {
	s := &scope{elements: c.elements(), outer: make([]bool, len(c.names)), in: make([][]int32, len(c.names))}
	for _, v := range c.head.variables() {
		s.outer[v] = true
		s.outers++
	}
	for i, e := range s.elements {
		for _, v := range e.variables {
			s.in[v] = append(s.in[v], int32(i))
		}
		g.Spend(16 + 16*len(e.variables))
	}
	g.Spend(len(c.names))
	return s
}

func (s *scope) isInner(v int32) bool { return !s.outer[v] }

func (s *scope) hasInner(e element) bool { return slices.ContainsFunc(e.variables, s.isInner) }

// groups returns the groups of elements that inner variables link, directly or
// indirectly. Each group is in ascending order, and the groups are ordered by their
// first elements.
func (s *scope) groups() [][]int32 {
	var groups [][]int32
	grouped := make([]bool, len(s.elements))
	reached := make([]bool, len(s.outer)) // by variable
	for i := range s.elements {
		if grouped[i] || !s.hasInner(s.elements[i]) {
			continue
		}
		grouped[i] = true
		group := []int32{int32(i)}
		for at := 0; at < len(group); at++ {
			for _, v := range s.elements[group[at]].variables {
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

// splitGroup splits off a group of elements, and reports whether it did. If there
// are several groups, it sets *several. Unless *several is set, a group that is
// split off must lack a variable of the head. Later calls for the same clause use
// *several to preserve the symmetry of rules that treat several objects alike.
func (g *grounder) splitGroup(c *clause, several *bool) bool {
	s := g.scope(c)
	groups := s.groups()
	if len(groups) == 0 || len(groups) == 1 && len(groups[0]) == len(s.elements) {
		return false
	}
	*several = *several || len(groups) > 1
	seen := make([]int, len(c.names)) // by variable: last group that contains it, plus 1
	for k, group := range groups {
		var shared []int32
		for _, i := range group {
			for _, v := range s.elements[i].variables {
				if s.outer[v] && seen[v] != k+1 {
					seen[v] = k + 1
					shared = append(shared, v)
				}
			}
		}
		if (*several || len(shared) < s.outers) && g.splitOff(c, s, group, shared) {
			return true
		}
	}
	return false
}

// project eliminates variables that occur in only one condition of the clause, and
// reports whether it did. It does so only if other elements of the clause contain
// inner variables.
func (g *grounder) project(c *clause) bool {
	s := g.scope(c)
	inner := 0 // number of elements with inner variables
	for _, e := range s.elements {
		if s.hasInner(e) {
			inner++
		}
	}
	for i, e := range s.elements {
		if e.condition == nil || e.condition.negative || !e.condition.relation.Dynamic {
			continue
		}
		others := inner
		if s.hasInner(e) {
			others--
		}
		shared := slices.DeleteFunc(slices.Clone(e.variables), func(v int32) bool { return s.isInner(v) && len(s.in[v]) == 1 })
		if others > 0 && len(shared) < len(e.variables) && g.splitOff(c, s, []int32{int32(i)}, shared) {
			return true
		}
	}
	return false
}

// splitOff moves elements of c to a clause of a new relation whose arguments are the
// shared variables. It returns false and changes nothing if the new clause would be
// unsafe or static.
func (g *grounder) splitOff(c *clause, s *scope, members, shared []int32) bool {
	g.Spend(8*len(members) + 8*len(c.conditions) + len(c.names))
	moved := make([]bool, len(s.elements))
	for _, i := range members {
		moved[i] = true
	}
	part, rest := &clause{names: c.names, span: c.span}, &clause{}
	var bound variableNumbers
	dynamic := false
	for i, e := range s.elements {
		to := rest
		if moved[i] {
			to = part
		}
		if e.condition == nil {
			to.comparisons = append(to.comparisons, *e.comparison)
			continue
		}
		to.conditions = append(to.conditions, *e.condition)
		if moved[i] {
			dynamic = dynamic || e.condition.relation.Dynamic
			if !e.condition.negative {
				bound.add(&e.condition.atom)
			}
		}
	}
	for _, i := range members {
		if slices.ContainsFunc(s.elements[i].variables, func(v int32) bool { return !bound.contains(v) }) {
			return false
		}
	}
	if !dynamic {
		return false
	}
	// Names in a sheet contain no blank, so this name is unique.
	part.relation = g.relation(fmt.Sprintf("part %d of %s", len(g.Relations), g.Terms.names[c.relation.name]), len(shared))
	part.relation.Dynamic = true
	part.relation.clauses = []*clause{part}
	var args []pattern
	for _, v := range shared {
		args = append(args, pattern{kind: variablePattern, variable: v})
	}
	part.head = g.apply(part.relation.name, args)
	c.conditions = append(rest.conditions, condition{atom: part.head, relation: part.relation})
	c.comparisons = rest.comparisons
	return true
}
