package ground

import (
	"fmt"
	"math"
	"slices"

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Lifted plays by the rules as they stand, with their variables: for sheets whose rules are too
// many when written out. It finds no more than what a question needs, from the question down
// (H. Tamaki, T. Sato: OLD resolution with tabulation, 1986), and asks every question once a
// state. It is not safe for concurrent use, and of no use after a panic of its meter.
type Lifted struct {
	*grounder
	Roles []Term

	tables  [ofMoves + 1]map[Term]*table // by question
	markers []Term                       // stand in questions for what is asked for
	open    []bool                       // by term: there is a marker in it
	depths  []int                        // by term
	lengths []int64                      // of texts, by term; no more than tooLong
	frames  []Term                       // the values of variables, of one rule after the other
	used    int                          // of frames
	key     []byte                       // see order
	answers [ofMoves + 1]int             // how many the tables have, those without one included

	active  []*table // whose answers are looked for, each for the one before
	pending []*table // that wait for an active one, and the active ones
	low     int      // the lowest active table that what was asked since depends on
	added   int      // answers so far
	round   int      // grows when questions that wait are asked again
}

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

// NewLifted reads the rules of a sheet. Like all its methods it ends by a panic (see
// work.Catch) at the limits of the meter, or with a sheet.InvalidError.
func NewLifted(sheet *sheet.Sheet, w *work.Meter) *Lifted {
	l := &Lifted{round: 1, low: noTable, grounder: &grounder{
		Rules: Rules{Terms: newTermTable(), byKey: map[relationKey]*Relation{}}, sheet: sheet, lifted: true,
	}}
	for i := range l.tables {
		l.tables[i] = map[Term]*table{}
	}
	l.Measure(w)
	l.readRules()
	for _, r := range l.Relations {
		r.clauses = slices.DeleteFunc(r.clauses, func(c *clause) bool {
			c.taken = c.elements()
			if len(c.taken) > 0 || c.head.kind != groundPattern {
				return false
			}
			l.give(r, c.head.term)
			return true
		})
	}
	l.Roles = l.ask("role", NoTerm)
	return l
}

// Measure counts what is done from now on.
func (l *Lifted) Measure(w *work.Meter) {
	l.Meter = w
	w.Begin(liftedWork, func() string {
		if l.Terms.Size() > maxNumber {
			return fmt.Sprintf("more than %d terms", maxNumber)
		}
		answers := l.answers[ofRules] + l.answers[ofState] + l.answers[ofMoves]
		return w.TooMuch(int64(l.Terms.Size())*bytesPerAtom + int64(len(l.Terms.args))*4 + int64(answers)*bytesPerAnswer)
	}, l.atHand)
}

// bytesPerAnswer is roughly what an answer and its share of the table cost.
const bytesPerAnswer = 100

// give makes an atom hold.
func (l *Lifted) give(r *Relation, atom Term) {
	l.Spend(8)
	for len(l.known) <= int(atom) {
		l.known = append(l.known, false)
	}
	if !l.known[atom] {
		l.known[atom] = true
		r.Atoms = append(r.Atoms, atom)
	}
}

// forget drops what is given in a relation, and the answers that depend on it.
func (l *Lifted) forget(name string, arity int) {
	r := l.relation(name, arity)
	for _, atom := range r.Atoms {
		l.known[atom] = false
	}
	r.Atoms = r.Atoms[:0]
	for on := r.on; on <= ofMoves; on++ {
		clear(l.tables[on])
		l.answers[on] = 0
	}
}

// SetState goes to the state in which these fluents are true.
func (l *Lifted) SetState(fluents []Term) {
	l.forget("does", 2)
	l.forget("true", 1)
	r := l.relation("true", 1)
	for _, f := range fluents {
		l.give(r, l.Terms.intern(r.name, f))
	}
}

// Initial are the fluents of the first state.
func (l *Lifted) Initial() []Term { return l.ask("init", NoTerm) }

// Terminal says whether the play is over.
func (l *Lifted) Terminal() bool {
	r := l.relation("terminal", 0)
	return l.holds(r, l.Terms.intern(r.name))
}

// Legal are the moves of a role.
func (l *Lifted) Legal(role Term) []Term { return l.ask("legal", role, NoTerm) }

// Goals are those of a role.
func (l *Lifted) Goals(role Term) []Term { return l.ask("goal", role, NoTerm) }

// Next are the fluents of the next state, after a move of each role.
func (l *Lifted) Next(moves []Term) []Term {
	l.forget("does", 2)
	r := l.relation("does", 2)
	for i, m := range moves {
		l.give(r, l.Terms.intern(r.name, l.Roles[i], m))
	}
	return l.ask("next", NoTerm)
}

// GoalValues are all goals that the rules give a role, false if a rule does not say which.
func (l *Lifted) GoalValues(role Term) (values []Term, ok bool) {
	r := l.relation("goal", 2)
	for _, atom := range r.Atoms {
		if args := l.Terms.Arguments(atom); args[0] == role {
			values = append(values, args[1])
		}
	}
	for _, c := range r.clauses {
		if to := &c.head.args[0]; to.kind == groundPattern && to.term != role {
			continue
		}
		if c.head.args[1].kind != groundPattern {
			return nil, false
		}
		values = append(values, c.head.args[1].term)
	}
	return values, true
}

// ask finds what stands in the place of NoTerm, the last argument, without order.
func (l *Lifted) ask(name string, args ...Term) []Term {
	r := l.relation(name, len(args))
	args[len(args)-1] = l.marker(0)
	var found []Term
	for _, atom := range l.call(r, l.Terms.intern(r.name, args...)).answers {
		found = append(found, l.Terms.Arguments(atom)[len(args)-1])
	}
	return found
}

// longestText is the longest text of a fluent or move: longer ones grow without end.
const longestText = 1 << 10

// Text is that of a term; see TermTable.Text.
func (l *Lifted) Text(t Term) string {
	l.isOpen(t)
	if l.lengths[t] > longestText {
		l.tooMuch(fmt.Sprintf("a text of more than %d characters for a term", longestText))
	}
	l.Spend(int(l.lengths[t]))
	return l.Terms.Text(t)
}

// liftedWork is what is done.
const liftedWork = "when played by rules with variables"

func (l *Lifted) tooMuch(needs string) {
	work.Stop(&work.LimitError{Sheet: l.sheet.Name, Needs: needs, Doing: liftedWork, Detail: l.atHand()})
}

// marker is the i-th. No name in a sheet holds a blank.
func (l *Lifted) marker(i int) Term {
	for len(l.markers) <= i {
		m := l.Terms.intern(l.Terms.Symbol(fmt.Sprint("marker ", len(l.markers))))
		l.isOpen(m)
		l.open[m] = true
		l.markers = append(l.markers, m)
	}
	return l.markers[i]
}

// isOpen says whether there is a marker in a term.
func (l *Lifted) isOpen(t Term) bool {
	for n := Term(len(l.open)); n <= t; n++ {
		open, depth, length := false, 0, int64(1+len(l.Terms.names[l.Terms.heads[n]]))
		for _, a := range l.Terms.Arguments(n) {
			open, depth, length = open || l.open[a], max(depth, 1+l.depths[a]), min(tooLong, length+2+l.lengths[a])
		}
		l.open, l.depths, l.lengths = append(l.open, open), append(l.depths, depth), append(l.lengths, length)
	}
	return l.open[t]
}

func (l *Lifted) depth(t Term) int {
	l.isOpen(t)
	return l.depths[t]
}

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

// maxMade is how deep the terms are that are made for a question. For deeper ones a marker is
// asked, as otherwise questions could grow without end where answers do not.
const maxMade = 4

// goal is a pattern with markers for the variables that have no value, counted on from n, and
// for terms that are too deep.
func (l *Lifted) goal(p *pattern, short bool, n int) (Term, int) {
	switch {
	case p.kind == groundPattern:
		return p.term, n
	case p.kind == variablePattern && l.values[p.variable] != NoTerm:
		return l.values[p.variable], n
	case p.kind == variablePattern:
		// A variable that is there twice has two markers: its answers are matched with it.
		return l.marker(n), n + 1
	}
	from := len(l.stack)
	for i := range p.args {
		var arg Term
		arg, n = l.goal(&p.args[i], short, n)
		if short && p.args[i].kind == applyPattern && l.depth(arg) > maxMade {
			arg, n = l.marker(n), n+1
		}
		l.stack = append(l.stack, arg)
	}
	t := l.Terms.intern(p.head, l.stack[from:]...)
	l.stack = l.stack[:from]
	return t, n
}

// meets binds the variables of a head to what a question says of them. It is false if the
// head is no answer.
func (l *Lifted) meets(p *pattern, goal Term) bool {
	if !l.isOpen(goal) {
		return l.match(p, goal)
	}
	switch {
	case p.kind == groundPattern:
		return l.fits(goal, p.term)
	case p.kind == variablePattern || len(l.Terms.Arguments(goal)) == 0:
		return true // who asks looks at the answers
	case l.Terms.heads[goal] != p.head || len(l.Terms.Arguments(goal)) != len(p.args):
		return false
	}
	for i := range p.args {
		if !l.meets(&p.args[i], l.Terms.Arguments(goal)[i]) {
			return false
		}
	}
	return true
}

// fits says whether a term without markers is an answer, apart from markers that are there
// twice.
func (l *Lifted) fits(goal, t Term) bool {
	if !l.isOpen(goal) {
		return goal == t
	}
	parts, args := l.Terms.Arguments(goal), l.Terms.Arguments(t)
	if len(parts) == 0 {
		return true // a marker
	}
	if l.Terms.heads[goal] != l.Terms.heads[t] || len(parts) != len(args) {
		return false
	}
	for i := range parts {
		if !l.fits(parts[i], args[i]) {
			return false
		}
	}
	return true
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
