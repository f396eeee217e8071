package gdl

import (
	"math"
	"slices"
)

// plan is an order in which to find the instances of a clause, given an atom
// for one of its conditions, or none.
type plan struct {
	clause  *clause
	trigger int // the condition that is given, -1 for none
	steps   []step
	first   []filter // what can be checked before the first step
	// made is how many atoms there were when the plan was made.
	made int
}

// step finds the atoms for one condition.
type step struct {
	condition int
	index     *index
	keys      []pattern // whose instances the index is asked for
	binds     []int32   // variables that get their value here
	filters   []filter  // what can be checked after it
	// once says that one atom is enough: the values of the variables bound here
	// are not used, and the relation does not change.
	once bool
}

// filter is a comparison or a negative condition on a relation that does not
// change. One of the two fields is set.
type filter struct {
	compare *comparison
	absent  *condition
}

// makePlan orders the conditions: each next one is that which is expected to
// leave the fewest instances, judged by the sizes of the relations and by how
// much of the condition is known by then.
func (g *grounder) makePlan(c *clause, trigger int) *plan {
	p := &plan{clause: c, trigger: trigger, made: g.terms.size()}
	bound := make([]bool, len(c.names))
	bind := func(i int) (fresh []int32) {
		for _, v := range c.variables(i, nil) {
			if !bound[v] {
				bound[v] = true
				fresh = append(fresh, v)
			}
		}
		return fresh
	}
	filters := c.filters()
	ready := func() (list []filter) {
		filters = slices.DeleteFunc(filters, func(f filter) bool {
			ok := !slices.ContainsFunc(f.variables(), func(v int32) bool { return !bound[v] })
			if ok {
				list = append(list, f)
			}
			return ok
		})
		return list
	}
	rest := slices.DeleteFunc(c.positives(), func(i int) bool { return i == trigger })
	if trigger >= 0 {
		bind(trigger)
	}
	p.first = ready()
	for len(rest) > 0 {
		best, least := 0, math.Inf(1)
		for k, i := range rest {
			if n := g.estimate(&c.conditions[i], bound); n < least {
				best, least = k, n
			}
		}
		i := rest[best]
		rest = slices.Delete(rest, best, best+1)
		s := step{condition: i}
		var shapes []shape
		var keys []path
		cond := &c.conditions[i]
		for k := range cond.atom.args {
			collectKeys(&cond.atom.args[k], path{int32(k)}, bound, &shapes, &keys, &s.keys)
		}
		s.index = cond.relation.index(g.terms, shapes, keys)
		s.binds = bind(i)
		s.filters = ready()
		s.once = !cond.relation.dynamic && cond.relation.stratum < g.stratum && !c.needs(s.binds, rest, s.filters, filters)
		p.steps = append(p.steps, s)
	}
	return p
}

// collectKeys finds what is known of an argument: whole terms, by which an
// index can be asked, and the shapes around what is not known.
func collectKeys(p *pattern, at path, bound []bool, shapes *[]shape, keys *[]path, patterns *[]pattern) {
	if !slices.ContainsFunc(p.variables(nil), func(v int32) bool { return !bound[v] }) {
		*keys = append(*keys, slices.Clone(at))
		*patterns = append(*patterns, *p)
		return
	}
	if p.kind != applyPattern {
		return
	}
	*shapes = append(*shapes, shape{slices.Clone(at), relationKey{p.head, len(p.args)}})
	for i := range p.args {
		collectKeys(&p.args[i], append(at, int32(i)), bound, shapes, keys, patterns)
	}
}

// estimate is how many atoms of a condition's relation are expected to fit: all
// if nothing of it is known, one if everything is.
func (g *grounder) estimate(c *condition, bound []bool) float64 {
	leaves, known := 0, 0
	var count func(p *pattern)
	count = func(p *pattern) {
		if p.kind == applyPattern {
			for i := range p.args {
				count(&p.args[i])
			}
			return
		}
		leaves++
		if p.kind == groundPattern || bound[p.variable] {
			known++
		}
	}
	for i := range c.atom.args {
		count(&c.atom.args[i])
	}
	if leaves == known {
		return 0.5
	}
	return math.Pow(float64(len(c.relation.atoms)+2), 1-float64(known)/float64(leaves))
}

// filters are all of the clause.
func (c *clause) filters() []filter {
	var list []filter
	for i := range c.comparisons {
		list = append(list, filter{compare: &c.comparisons[i]})
	}
	for i := range c.conditions {
		if cond := &c.conditions[i]; cond.negative && !cond.relation.dynamic {
			list = append(list, filter{absent: cond})
		}
	}
	return list
}

func (f *filter) variables() []int32 {
	if f.absent != nil {
		return f.absent.atom.variables(nil)
	}
	return f.compare.right.variables(f.compare.left.variables(nil))
}

// needs says whether any of the variables is used in the head, in a negative
// condition that stays, in the conditions in rest, or in the filters.
func (c *clause) needs(vars []int32, rest []int, filters ...[]filter) bool {
	used := c.head.variables(nil)
	for i := range c.conditions {
		if c.conditions[i].negative && c.conditions[i].relation.dynamic || slices.Contains(rest, i) {
			used = c.variables(i, used)
		}
	}
	for _, list := range filters {
		for _, f := range list {
			used = append(used, f.variables()...)
		}
	}
	return slices.ContainsFunc(vars, func(v int32) bool { return slices.Contains(used, v) })
}
