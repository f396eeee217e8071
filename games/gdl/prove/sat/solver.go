// Package sat is a satisfiability solver with conflict-driven clause learning
// in the manner of MiniSat (N. Eén, N. Sörensson: An extensible SAT-solver,
// 2003): two watched literals, first unique implication point, decaying
// activities, saved phases, Luby restarts. It is incremental and accepts
// assumptions. It limits and counts its work, so that its answers are the same
// on every machine.
package sat

import "slices"

// Lit is a variable or its negation: twice the number of the variable, plus one
// for the negation.
type Lit int32

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// variable returns the number of the variable, from 0.
func (l Lit) variable() int { return int(l >> 1) }

// Result is the result of Solve.
type Result uint8

// The results.
const (
	Unknown Result = iota // the limit of work was reached
	Satisfiable
	Unsatisfiable
)

// value is the value of a literal under the current assignment.
type value int8

const (
	free  value = 0
	yes   value = 1
	wrong value = -1
)

// watcher is a clause to visit when a literal becomes false. It holds another
// literal of the clause: while that is true, the clause need not be visited.
// The first two literals of a clause are watched. Clauses of two literals are
// never visited.
type watcher struct {
	clause  ref
	blocker Lit
}

// solver holds clauses and learnt clauses. The zero value is ready to use.
type solver struct {
	store
	watches  [][]watcher // by literal: the clauses to visit when it becomes true
	values   []value     // by literal
	reasons  []ref       // by variable: the clause that implied it, or 0
	levels   []int32     // by variable: the decision level of its assignment
	phases   []bool      // by variable: its last value
	trail    []Lit       // true literals, in order of assignment
	limits   []int       // by decision level: its first index in trail
	head     int         // number of propagated literals in trail
	order    order
	learned  []ref
	bump     float32 // activity increment of clauses
	failed   bool    // unsatisfiable without assumptions
	seen     []bool
	found    []Lit // literals of the clause under construction
	marked   []Lit // see minimize
	model    []bool
	core     []Lit // contradictory assumptions
	conflict int64 // number of conflicts
	literals int64 // size of all kept clauses, in literals, including overhead
	visits   int64 // work: visited watchers and a quarter of the visited literals
}

// NewVar adds a variable and returns its positive literal.
func (s *solver) NewVar() Lit {
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

// Add adds a clause.
func (s *solver) Add(lits ...Lit) {
	s.backtrack(0)
	rest := s.found[:0]
	holds := false
	for _, l := range lits {
		switch v := l.variable(); {
		case s.values[l] == yes || s.seen[v] && slices.Contains(rest, l.Not()):
			holds = true
		case s.values[l] == free && !s.seen[v]:
			s.seen[v] = true
			rest = append(rest, l)
		}
	}
	for _, l := range rest {
		s.seen[l.variable()] = false
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

// watch adds a clause and watches its first two literals.
func (s *solver) watch(lits []Lit, flags Lit) ref {
	s.literals += int64(len(lits)) + clauseWords
	r := s.keep(lits, flags)
	a, b := lits[0].Not(), lits[1].Not()
	s.watches[a] = append(s.watches[a], watcher{r, lits[1]})
	s.watches[b] = append(s.watches[b], watcher{r, lits[0]})
	return r
}

// holds returns the value of a literal in the last solution.
func (s *solver) holds(l Lit) bool { return s.model[l.variable()] != (l&1 != 0) }

// Core returns assumptions that contradict the clauses, if the last result was
// Unsatisfiable. It may not be minimal.
func (s *solver) Core() []Lit { return s.core }

// Work returns the number of visits of clauses and literals. It does not depend
// on the machine.
func (s *solver) Work() int64 { return s.visits }

// clauseWords is the approximate size of a clause without its literals, in
// units of a literal.
const clauseWords = 20

func (s *solver) level() int { return len(s.limits) }

func (s *solver) assign(l Lit, reason ref) {
	s.values[l], s.values[l.Not()] = yes, wrong
	s.reasons[l.variable()] = reason
	s.levels[l.variable()] = int32(s.level())
	s.trail = append(s.trail, l)
}

// backtrack undoes all decisions above a level.
func (s *solver) backtrack(level int) {
	if s.level() <= level {
		return
	}
	from := s.limits[level]
	for _, l := range s.trail[from:] {
		s.values[l], s.values[l.Not()] = free, free
		s.phases[l.variable()] = l&1 == 0
		s.reasons[l.variable()] = 0
		s.order.insert(l.variable())
	}
	s.trail = s.trail[:from]
	s.limits = s.limits[:level]
	s.head = from
}

// propagate assigns implied literals. It returns a conflicting clause, or 0.
func (s *solver) propagate() ref {
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

// rewatch replaces the second watched literal of a clause, which is false. It
// returns false if all other literals are false too.
func (s *solver) rewatch(lits []Lit, w watcher) bool {
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
