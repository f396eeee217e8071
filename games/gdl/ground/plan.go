package ground

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
	first   []element // what can be checked before the first step
	// made is how many atoms there were when the plan was made.
	made int
}

// step finds the atoms for one condition.
type step struct {
	condition int
	index     *index
	keys      []pattern // whose instances the index is asked for
	binds     []int32   // variables that get their value here
	filters   []element // what can be checked after it
	// once says that one atom is enough: the values of the variables bound here
	// are not used, and the relation does not change.
	once bool
}

// makePlan orders the conditions: each next one is that which is expected to
// leave the fewest instances, judged by the sizes of the relations and by how
// much of the condition is known by then.
func (g *grounder) makePlan(c *clause, trigger int) *plan {
	p := &plan{clause: c, trigger: trigger, made: g.Terms.Size()}
	if c.taken == nil {
		c.taken = c.elements()
		for _, e := range c.taken {
			g.Spend(16 + 16*len(e.variables))
		}
	}
	bound := make([]bool, len(c.names))
	bind := func(i int) (fresh []int32) {
		for _, v := range c.taken[i].variables {
			if !bound[v] {
				bound[v] = true
				fresh = append(fresh, v)
			}
		}
		return fresh
	}
	filters := c.filters()
	ready := func() (list []element) {
		filters = slices.DeleteFunc(filters, func(f element) bool {
			ok := !slices.ContainsFunc(f.variables, func(v int32) bool { return !bound[v] })
			if ok {
				list = append(list, f)
			}
			return ok
		})
		return list
	}
	var rest []int // positive conditions that have no step yet
	for i := range c.conditions {
		if !c.conditions[i].negative && i != trigger {
			rest = append(rest, i)
		}
	}
	if trigger >= 0 {
		bind(trigger)
	}
	g.Spend(len(c.names) + 16*(len(filters)+len(rest)))
	p.first = ready()
	for len(rest) > 0 {
		best, least := 0, math.Inf(1)
		for k, i := range rest {
			n, leaves := g.estimate(&c.conditions[i], bound)
			g.Spend(8 + 2*leaves)
			if n < least {
				best, least = k, n
			}
		}
		g.Spend(len(rest) + 8*len(filters))
		i := rest[best]
		rest = slices.Delete(rest, best, best+1)
		s := step{condition: i}
		var shapes []shape
		var keys []path
		cond := &c.conditions[i]
		for k := range cond.atom.args {
			collectKeys(&cond.atom.args[k], path{int32(k)}, bound, &shapes, &keys, &s.keys)
		}
		s.index = g.index(cond.relation, shapes, keys)
		s.binds = bind(i)
		s.filters = ready()
		if !cond.relation.Dynamic && cond.relation.stratum < g.stratum {
			s.once = !c.needs(s.binds, rest, s.filters, filters)
			g.Spend(4 * (len(c.conditions) + len(c.names) + len(filters)))
		}
		p.steps = append(p.steps, s)
	}
	return p
}

// collectKeys finds what is known of an argument: whole terms, by which an
// index can be asked, and the shapes around what is not known.
func collectKeys(p *pattern, at path, bound []bool, shapes *[]shape, keys *[]path, patterns *[]pattern) {
	if !slices.ContainsFunc(p.variables(), func(v int32) bool { return !bound[v] }) {
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
// if nothing of it is known, one if everything is. It also returns how many
// constants and variables the condition has.
func (g *grounder) estimate(c *condition, bound []bool) (atoms float64, leaves int) {
	known := 0
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
		return 0.5, leaves
	}
	return math.Pow(float64(len(c.relation.Atoms)+2), 1-float64(known)/float64(leaves)), leaves
}

// filters are the comparisons and the negative conditions on relations that do not
// change: they say of values whether they will do.
func (c *clause) filters() []element {
	return slices.DeleteFunc(slices.Clone(c.taken), func(e element) bool {
		return e.condition != nil && (!e.condition.negative || e.condition.relation.Dynamic)
	})
}

// needs says whether any of the variables is used in the head, in a negative
// condition that stays, in the conditions in rest, or in the filters.
func (c *clause) needs(vars []int32, rest []int, filters ...[]element) bool {
	asked := make([]bool, len(c.names))
	for _, v := range vars {
		asked[v] = true
	}
	isAsked := func(v int32) bool { return asked[v] }
	if slices.ContainsFunc(c.head.variables(), isAsked) {
		return true
	}
	for i := range c.conditions {
		if c.conditions[i].negative && c.conditions[i].relation.Dynamic && slices.ContainsFunc(c.taken[i].variables, isAsked) {
			return true
		}
	}
	for _, i := range rest {
		if slices.ContainsFunc(c.taken[i].variables, isAsked) {
			return true
		}
	}
	for _, list := range filters {
		for _, f := range list {
			if slices.ContainsFunc(f.variables, isAsked) {
				return true
			}
		}
	}
	return false
}
