package ground

import (
	"math"
	"slices"
)

// plan is the order in which to match the conditions of a clause. One condition, the
// trigger, may already have been matched with an atom.
type plan struct {
	clause  *clause
	trigger int // index of the trigger condition, or -1
	steps   []step
	first   []element // filters to check before the first step
	made    int       // number of terms when the plan was made
}

type step struct {
	condition int
	index     *index
	keys      []pattern // key values for the index
	binds     []int32   // variables bound by this step
	filters   []element // filters to check after this step
	// once reports that the first match suffices: the relation is complete, and the
	// variables bound by this step are not used again.
	once bool
}

// makePlan orders the conditions greedily by the expected number of matches. This
// number is estimated from the size of the relation and the proportion of the
// condition that is bound.
func (g *grounder) makePlan(c *clause, trigger int) *plan {
	if c.taken == nil {
		c.taken = c.elements()
		for _, e := range c.taken {
			g.Spend(16 + 16*len(e.variables))
		}
	}
	q := planner{grounder: g, clause: c, bound: make([]bool, len(c.names)), filters: c.filters()}
	for i := range c.conditions {
		if !c.conditions[i].negative && i != trigger {
			q.rest = append(q.rest, i)
		}
	}
	if trigger >= 0 {
		q.bind(trigger)
	}
	g.Spend(len(c.names) + 16*(len(q.filters)+len(q.rest)))
	p := &plan{clause: c, trigger: trigger, made: g.Terms.Size(), first: q.ready()}
	for len(q.rest) > 0 {
		p.steps = append(p.steps, q.step(q.next()))
	}
	return p
}

type planner struct {
	*grounder
	clause  *clause
	bound   []bool    // variables
	rest    []int     // positive conditions that have no step yet
	filters []element // filters with unbound variables
}

// bind binds the variables of a condition and returns the newly bound ones.
func (q *planner) bind(condition int) (fresh []int32) {
	for _, v := range q.clause.taken[condition].variables {
		if !q.bound[v] {
			q.bound[v] = true
			fresh = append(fresh, v)
		}
	}
	return fresh
}

// ready removes and returns the filters whose variables are bound.
func (q *planner) ready() (list []element) {
	q.filters = slices.DeleteFunc(q.filters, func(f element) bool {
		ok := !slices.ContainsFunc(f.variables, func(v int32) bool { return !q.bound[v] })
		if ok {
			list = append(list, f)
		}
		return ok
	})
	return list
}

// next removes and returns the condition with the fewest expected matches.
func (q *planner) next() (condition int) {
	best, least := 0, math.Inf(1)
	for k, i := range q.rest {
		n, leaves := q.estimate(&q.clause.conditions[i], q.bound)
		q.Spend(8 + 2*leaves)
		if n < least {
			best, least = k, n
		}
	}
	q.Spend(len(q.rest) + 8*len(q.filters))
	condition = q.rest[best]
	q.rest = slices.Delete(q.rest, best, best+1)
	return condition
}

// step returns the step for a condition and binds its variables.
func (q *planner) step(condition int) step {
	s := step{condition: condition}
	c := q.clause
	cond := &c.conditions[condition]
	var shapes []shape
	var keys []path
	for k := range cond.atom.args {
		collectKeys(&cond.atom.args[k], path{int32(k)}, q.bound, &shapes, &keys, &s.keys)
	}
	s.index = q.index(cond.relation, shapes, keys)
	s.binds = q.bind(condition)
	s.filters = q.ready()
	if !cond.relation.Dynamic && cond.relation.stratum < q.stratum {
		s.once = !c.needs(s.binds, q.rest, s.filters, q.filters)
		q.Spend(4 * (len(c.conditions) + len(c.names) + len(q.filters)))
	}
	return s
}

// collectKeys collects the bound subterms of an argument and the shapes around its
// unbound variables. The bound subterms are keys of an index.
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

// estimate returns the expected number of atoms that match a condition, and the
// number of constants and variables in the condition. If all variables are bound,
// the expected number of atoms is less than one.
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

// filters returns the comparisons and the negative conditions on static relations.
func (c *clause) filters() []element {
	return slices.DeleteFunc(slices.Clone(c.taken), func(e element) bool {
		return e.condition != nil && (!e.condition.negative || e.condition.relation.Dynamic)
	})
}

// needs reports whether any of the variables occurs in the head, in a dynamic
// negative condition, in the conditions in rest, or in the filters.
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
