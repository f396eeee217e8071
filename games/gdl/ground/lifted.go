package ground

import (
	"fmt"
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
		return w.TooMuch(int64(l.Terms.Size())*bytesPerAtom + int64(l.Terms.args.total)*4 + int64(answers)*bytesPerAnswer)
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
