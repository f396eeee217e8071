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

// watcher is a clause that waits for a literal to become false, with another
// literal of the clause: while that holds, the clause needs no look. A clause of two literals
// needs none at all. The first two literals of a clause are watched.
type watcher struct {
	clause  ref
	blocker Lit
}

// Solver holds clauses and what was learnt of them. The zero value is ready for
// use.
type Solver struct {
	store
	watches  [][]watcher // by literal that becomes true: clauses that watch its negation
	values   []value     // by literal
	reasons  []ref       // by variable: what forced it, 0 if nothing did
	levels   []int32     // by variable: of the decision that it follows
	phases   []bool      // by variable: the value that it had last
	trail    []Lit       // what holds, in order
	limits   []int       // where each level begins in the trail
	head     int         // what of the trail is propagated
	order    order
	learned  []ref
	bump     float32 // for clauses
	failed   bool    // there is no solution at all
	seen     []bool
	found    []Lit // the literals of a clause in the making
	marked   []Lit // see minimize
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
	s.reasons = append(s.reasons, 0)
	s.levels = append(s.levels, 0)
	s.phases = append(s.phases, false)
	s.seen = append(s.seen, false)
	s.order.add(v)
	return Lit(2 * v)
}

// Add demands that one of the literals holds.
func (s *Solver) Add(lits ...Lit) {
	s.backtrack(0)
	rest := s.found[:0]
	holds := false
	for _, l := range lits {
		switch v := l.Var(); {
		case s.values[l] == yes || s.seen[v] && slices.Contains(rest, l.Not()):
			holds = true
		case s.values[l] == free && !s.seen[v]:
			s.seen[v] = true
			rest = append(rest, l)
		}
	}
	for _, l := range rest {
		s.seen[l.Var()] = false
	}
	s.found = rest
	switch {
	case holds:
	case len(rest) == 0:
		s.failed = true
	case len(rest) == 1:
		s.assign(rest[0], 0)
		s.failed = s.failed || s.propagate() != 0
	default:
		s.watch(rest, 0)
	}
}

// watch adds a clause, whose first two literals are watched.
func (s *Solver) watch(lits []Lit, flags Lit) ref {
	s.literals += int64(len(lits)) + clauseWords
	r := s.keep(lits, flags)
	a, b := lits[0].Not(), lits[1].Not()
	s.watches[a] = append(s.watches[a], watcher{r, lits[1]})
	s.watches[b] = append(s.watches[b], watcher{r, lits[0]})
	return r
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

func (s *Solver) assign(l Lit, reason ref) {
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
		s.reasons[l.Var()] = 0
		s.order.insert(l.Var())
	}
	s.trail = s.trail[:from]
	s.limits = s.limits[:level]
	s.head = from
}

// propagate draws the conclusions of what holds, and returns a clause that
// cannot hold any more, if there is one, else 0.
func (s *Solver) propagate() ref {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		list, kept := s.watches[l], 0
		s.visits += int64(len(list)) + 1
		for i, w := range list {
			if s.values[w.blocker] == yes {
				list[kept] = w
				kept++
				continue
			}
			first := w.blocker
			if w.clause > 0 {
				if s.words[w.clause-1]&isDeleted != 0 {
					continue
				}
				lits := s.lits(w.clause)
				if lits[0] == l.Not() {
					lits[0], lits[1] = lits[1], lits[0]
				}
				first = lits[0]
				w.blocker = first
				if s.values[first] != yes && s.rewatch(lits, w) {
					continue
				}
			}
			list[kept] = w
			kept++
			switch s.values[first] {
			case wrong:
				if w.clause < 0 {
					lits := s.lits(w.clause)
					lits[0], lits[1] = first, l.Not()
				}
				kept += copy(list[kept:], list[i+1:])
				s.watches[l] = list[:kept]
				s.head = len(s.trail)
				return w.clause
			case free:
				s.assign(first, w.clause)
			}
		}
		s.watches[l] = list[:kept]
	}
	return 0
}

// rewatch makes a clause watch another literal than its second, which is false. It
// fails if all others are false too.
func (s *Solver) rewatch(lits []Lit, w watcher) bool {
	for k := 2; k < len(lits); k++ {
		if l := lits[k]; s.values[l] != wrong {
			s.visits += int64(k) / 4
			lits[1], lits[k] = l, lits[1]
			s.watches[l.Not()] = append(s.watches[l.Not()], w)
			return true
		}
	}
	s.visits += int64(len(lits)) / 4
	return false
}
