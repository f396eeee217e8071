package ground

import (
	"fmt"
	"math"
	"slices"
)

// table has the answers to a question: an atom with markers.
type table struct {
	goal    Term
	open    bool // else there is one answer at most
	answers []Term
	has     map[Term]bool // nil while there are few

	done   bool
	active bool
	depth  int    // among the active ones
	round  int    // in which it was asked
	up     *table // that it waits for, if neither done nor active
}

// maxQuestions is how deep questions may lead to others: it takes some 100 MiB of stack.
const maxQuestions = 50_000

// noTable is deeper than all active tables.
const noTable = math.MaxInt

// holds says whether an atom does.
func (l *Lifted) holds(r *Relation, atom Term) bool {
	return l.isKnown(atom) || len(r.clauses) > 0 && len(l.call(r, atom).answers) > 0
}

// call is the table of a question. It has all answers, unless an active table waits for it,
// which asks again until there are no more.
func (l *Lifted) call(r *Relation, goal Term) *table {
	l.Spend(16)
	t := l.tables[r.on][goal]
	if t == nil {
		t = &table{goal: goal, open: l.isOpen(goal)}
		l.tables[r.on][goal] = t
		l.answers[r.on]++
		for _, atom := range r.Atoms {
			l.Spend(4)
			if l.fits(goal, atom) {
				l.add(t, r, atom)
			}
		}
		t.done = len(r.clauses) == 0 || !t.open && len(t.answers) > 0
	}
	switch {
	case t.done:
		return t
	case t.active || t.round == l.round:
		waits := t
		for !waits.active {
			waits = waits.up
		}
		l.low = min(l.low, waits.depth)
		return t
	}
	outer, first := l.low, len(l.pending)
	t.active, t.depth = true, len(l.active)
	l.active, l.pending = append(l.active, t), append(l.pending, t)
	if len(l.active) > maxQuestions {
		l.tooMuch(fmt.Sprintf("more than %d questions that lead to each other", maxQuestions))
	}
	for {
		l.low, t.round = noTable, l.round
		before := l.added
		if l.derive(t, r) {
			// The others were not asked to the end.
			for _, p := range l.pending[first:] {
				p.round = 0
			}
			t.done = true
			break
		}
		if l.low < t.depth {
			break
		}
		if l.low == noTable || l.added == before {
			for _, p := range l.pending[first:] {
				p.done = true
			}
			break
		}
		l.round++
	}
	t.active, l.active = false, l.active[:t.depth]
	if t.done {
		l.low, l.pending = outer, l.pending[:first]
	} else {
		t.up = l.active[l.low]
		l.low = min(l.low, outer)
	}
	return t
}

// derive adds the answers that the rules give. It says whether no more are wanted.
func (l *Lifted) derive(t *table, r *Relation) (enough bool) {
	outer, from := l.values, l.used
	for _, c := range r.clauses {
		l.Spend(16 + len(c.names))
		l.used = from + len(c.names)
		if l.used > len(l.frames) {
			l.frames = make([]Term, 2*l.used) // who uses the old ones keeps them
		}
		l.values = l.frames[from:l.used]
		for v := range l.values {
			l.values[v] = NoTerm
		}
		l.joined = c
		if enough = l.meets(&c.head, t.goal) && l.solve(t, c, l.order(c)); enough {
			break
		}
	}
	l.values, l.used = outer, from
	return enough
}

// solve finds the values with which the rest of a rule holds. It says whether no more
// answers are wanted.
func (l *Lifted) solve(t *table, c *clause, rest []question) (enough bool) {
	if len(rest) == 0 {
		return l.add(t, c.relation, l.instance(&c.head))
	}
	q := &rest[0]
	l.Spend(8 + 4*len(q.variables))
	if q.condition == nil {
		return l.pass([]element{q.element}) && l.solve(t, c, rest[1:])
	}
	r := q.condition.relation
	goal, _ := l.goal(&q.condition.atom, !q.condition.negative, 0)
	if !l.isOpen(goal) {
		holds := l.holds(r, goal)
		if asked := l.tables[r.on][goal]; q.condition.negative && asked != nil && !asked.done {
			l.fatal(c.span, "A relation may be negated only where its own rules do not need the result.",
				"Relation %s depends on its own negation through %s", l.Terms.names[c.relation.name], l.Terms.names[r.name])
		}
		return holds != q.condition.negative && l.solve(t, c, rest[1:])
	}
	asked := l.call(r, goal)
	for i := 0; i < len(asked.answers) && !enough; i++ { // more can come on the way
		l.Spend(8)
		l.joined = c
		enough = l.match(&q.condition.atom, asked.answers[i]) && l.solve(t, c, rest[1:])
		for _, v := range q.fresh {
			l.values[v] = NoTerm
		}
	}
	return enough
}

// add adds an answer. It says whether no more are wanted.
func (l *Lifted) add(t *table, r *Relation, atom Term) (enough bool) {
	if t.has == nil {
		if slices.Contains(t.answers, atom) {
			return !t.open
		}
	} else if t.has[atom] {
		return false
	}
	t.answers = append(t.answers, atom)
	switch {
	case t.has != nil:
		t.has[atom] = true
	case len(t.answers) > fewVariables:
		t.has = map[Term]bool{}
		for _, a := range t.answers {
			t.has[a] = true
		}
	}
	l.added++
	l.answers[r.on]++
	return !t.open
}

// question is an element of a rule when it is its turn.
type question struct {
	element
	fresh []int32 // variables that get their values from the answers
}

// order is the order of a rule's elements for the variables that have values: tests as soon
// as they can be made, then what is given for values that are known, then as in the sheet, as
// authors think of the order in which other players ask.
func (l *Lifted) order(c *clause) []question {
	l.key = l.key[:0]
	for _, v := range l.values {
		l.key = append(l.key, byte(min(v, 0)))
	}
	if order, ok := c.orders[string(l.key)]; ok {
		return order
	}
	unknown := make([]bool, len(c.names))
	for v := range unknown {
		unknown[v] = l.values[v] == NoTerm
	}
	var order []question
	for rest := slices.Clone(c.taken); len(rest) > 0; {
		l.Spend(16 * len(rest))
		best, least := 0, math.MaxInt
		for i := range rest {
			if cost := costOf(&rest[i], unknown); cost < least {
				best, least = i, cost
			}
		}
		q := question{element: rest[best]}
		for _, v := range q.variables {
			if unknown[v] {
				q.fresh, unknown[v] = append(q.fresh, v), false
			}
		}
		order, rest = append(order, q), slices.Delete(rest, best, best+1)
	}
	if c.orders == nil {
		c.orders = map[string][]question{}
	}
	c.orders[string(l.key)] = order
	return order
}

// costOf says how late an element is asked, the earlier ones first where it is the same.
func costOf(e *element, unknown []bool) int {
	n := 0
	for _, v := range e.variables {
		if unknown[v] {
			n++
		}
	}
	const given, derived, free = 2, 1_000_000, 2_000_000 // and 0 for a test
	switch filter := e.condition == nil || e.condition.negative; {
	case filter && n > 0:
		return math.MaxInt - 1 // it cannot be asked yet
	case e.condition == nil:
		return 0
	case n > 0 && (n == len(e.variables) || len(e.condition.relation.clauses) > 0):
		return free
	case len(e.condition.relation.clauses) > 0:
		return derived
	}
	return given * n
}
