// Package sat decides whether clauses can be satisfied together, by
// conflict-driven clause learning as in MiniSat (N. Eén, N. Sörensson: An
// extensible SAT-solver, 2003): two watched literals a clause, the first unique
// implication point, activities that decay, saved phases, restarts after Luby's
// sequence. It answers many questions about one set of clauses, each under
// assumptions.
package sat

import "slices"

// Lit is a variable or its negation: twice the variable's number, plus one for
// the negation.
type Lit int32

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Var is the number of the variable, from 0.
func (l Lit) Var() int { return int(l >> 1) }

// Result is the answer to a question.
type Result uint8

// The answers.
const (
	Unknown Result = iota // the limit of work was reached
	Satisfiable
	Unsatisfiable
)

// value is what a literal is under the present assignment.
type value int8

const (
	free  value = 0
	yes   value = 1
	wrong value = -1
)

// clause is a disjunction. Its first two literals are watched.
type clause struct {
	lits     []Lit
	activity float32 // of a learnt clause
	learnt   bool
	deleted  bool
}

// watcher is a clause that waits for a literal to become false, with another
// literal of the clause: while that holds, the clause needs no look.
type watcher struct {
	clause  *clause
	blocker Lit
}

// Solver holds clauses and what was learnt of them. The zero value is ready for
// use.
type Solver struct {
	watches  [][]watcher // by literal that becomes true: clauses that watch its negation
	values   []value     // by literal
	reasons  []*clause   // by variable: what forced it
	levels   []int32     // by variable: of the decision that it follows
	phases   []bool      // by variable: the value that it had last
	trail    []Lit       // what holds, in order
	limits   []int       // where each level begins in the trail
	head     int         // what of the trail is propagated
	order    order
	learnt   []*clause
	bump     float32 // for clauses
	failed   bool    // there is no solution at all
	seen     []bool
	model    []bool
	core     []Lit // assumptions that cannot hold together
	conflict int64 // how many there were
	literals int64 // of all clauses kept, and what these take besides
	visits   int64 // how many watchers were looked at, and a quarter of the literals
}

// NewVar makes a variable and returns its positive literal.
func (s *Solver) NewVar() Lit {
	v := len(s.reasons)
	s.watches = append(s.watches, nil, nil)
	s.values = append(s.values, free, free)
	s.reasons = append(s.reasons, nil)
	s.levels = append(s.levels, 0)
	s.phases = append(s.phases, false)
	s.seen = append(s.seen, false)
	s.order.add(v)
	return Lit(2 * v)
}

// Add demands that one of the literals holds.
func (s *Solver) Add(lits ...Lit) {
	s.backtrack(0)
	var rest []Lit
	for _, l := range lits {
		switch {
		case s.values[l] == yes || slices.Contains(rest, l.Not()):
			return
		case s.values[l] == free && !slices.Contains(rest, l):
			rest = append(rest, l)
		}
	}
	switch len(rest) {
	case 0:
		s.failed = true
	case 1:
		s.assign(rest[0], nil)
		s.failed = s.failed || s.propagate() != nil
	default:
		s.watch(&clause{lits: rest})
	}
}

func (s *Solver) watch(c *clause) {
	s.literals += int64(len(c.lits)) + clauseWords
	a, b := c.lits[0].Not(), c.lits[1].Not()
	s.watches[a] = append(s.watches[a], watcher{c, c.lits[1]})
	s.watches[b] = append(s.watches[b], watcher{c, c.lits[0]})
}

// Holds is the value of a literal in the solution that Solve found last.
func (s *Solver) Holds(l Lit) bool { return s.model[l.Var()] != (l&1 != 0) }

// Core are assumptions of the last question that cannot hold together with the
// clauses, if its answer was Unsatisfiable; perhaps not all are needed.
func (s *Solver) Core() []Lit { return s.core }

// Work is a measure of the work done so far: how often clauses and their literals were looked
// at. It does not depend on the machine.
func (s *Solver) Work() int64 { return s.visits }

// clauseWords is what a clause takes besides its literals, in the memory of so many of them.
const clauseWords = 20

// Bytes is the memory that the solver takes, roughly.
func (s *Solver) Bytes() int64 { return 4*s.literals + 80*int64(len(s.reasons)) }

func (s *Solver) level() int { return len(s.limits) }

func (s *Solver) assign(l Lit, reason *clause) {
	s.values[l], s.values[l.Not()] = yes, wrong
	s.reasons[l.Var()] = reason
	s.levels[l.Var()] = int32(s.level())
	s.trail = append(s.trail, l)
}

// backtrack takes back all decisions above a level.
func (s *Solver) backtrack(level int) {
	if s.level() <= level {
		return
	}
	from := s.limits[level]
	for _, l := range s.trail[from:] {
		s.values[l], s.values[l.Not()] = free, free
		s.phases[l.Var()] = l&1 == 0
		s.reasons[l.Var()] = nil
		s.order.insert(l.Var())
	}
	s.trail = s.trail[:from]
	s.limits = s.limits[:level]
	s.head = from
}

// propagate draws the conclusions of what holds, and returns a clause that
// cannot hold any more, if there is one.
func (s *Solver) propagate() *clause {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		list := s.watches[l]
		s.visits += int64(len(list)) + 1
		kept := list[:0]
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.values[w.blocker] == yes {
				kept = append(kept, w)
				continue
			}
			c := w.clause
			if c.deleted {
				continue
			}
			if c.lits[0] == l.Not() {
				c.lits[0], c.lits[1] = c.lits[1], c.lits[0]
			}
			first := c.lits[0]
			if first != w.blocker && s.values[first] == yes {
				kept = append(kept, watcher{c, first})
				continue
			}
			if s.rewatch(c, first) {
				continue
			}
			kept = append(kept, watcher{c, first})
			if s.values[first] == wrong {
				kept = append(kept, list[i+1:]...)
				s.watches[l] = kept
				s.head = len(s.trail)
				return c
			}
			s.assign(first, c)
		}
		s.watches[l] = kept
	}
	return nil
}

// rewatch makes c watch another literal than its second, which is false. It
// fails if all others are false too.
func (s *Solver) rewatch(c *clause, first Lit) bool {
	for k := 2; k < len(c.lits); k++ {
		if s.values[c.lits[k]] != wrong {
			s.visits += int64(k) / 4
			c.lits[1], c.lits[k] = c.lits[k], c.lits[1]
			n := c.lits[1].Not()
			s.watches[n] = append(s.watches[n], watcher{c, first})
			return true
		}
	}
	s.visits += int64(len(c.lits)) / 4
	return false
}
