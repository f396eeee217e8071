// Package sat provides an incremental satisfiability solver with assumptions. It
// uses conflict-driven clause learning in the style of MiniSat: two watched
// literals, first unique implication points, decaying activities, saved phases and
// Luby restarts (N. Eén, N. Sörensson: An extensible SAT-solver, 2003). The solver
// limits its work instead of its time, so results do not depend on the machine.
package sat

import "slices"

// Lit is a literal, encoded as twice the variable's number, plus 1 if the variable
// is negated.
type Lit int32

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) variable() int { return int(l >> 1) }

// Result is the outcome of a call to Solve.
type Result uint8

const (
	Unknown Result = iota // the work limit was reached
	Satisfiable
	Unsatisfiable
)

type value int8

const (
	free  value = 0
	yes   value = 1
	wrong value = -1
)

// watcher records that a clause must be visited when one of its first two literals
// becomes false. No visit is needed if the blocker, another literal of the clause,
// is true. A binary clause is never visited, because the blocker is its only other
// literal.
type watcher struct {
	clause  ref
	blocker Lit
}

// solver is a satisfiability solver. The zero value has no variables or clauses.
type solver struct {
	store
	watches  [][]watcher // by literal: clauses to visit when the literal becomes true
	values   []value     // by literal
	reasons  []ref       // by variable: clause that implied its value, or 0
	levels   []int32     // by variable: decision level of its assignment
	phases   []bool      // by variable: last value
	trail    []Lit       // true literals, in order of assignment
	limits   []int       // by decision level: index of the decision in trail
	head     int         // number of literals in trail that have been propagated
	order    order
	learned  []ref
	bump     float32 // activity increment for clauses
	failed   bool    // the clauses are unsatisfiable without assumptions
	seen     []bool
	found    []Lit // buffer for the clause under construction
	marked   []Lit // buffer of minimize
	model    []bool
	core     []Lit // see Core
	conflict int64 // number of conflicts
	literals int64 // size of all clauses in literals, including overhead
	visits   int64 // see Work
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

// Add adds a clause: at least one of the literals must hold.
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

func (s *solver) watch(lits []Lit, flags Lit) ref {
	s.literals += int64(len(lits)) + clauseWords
	r := s.keep(lits, flags)
	a, b := lits[0].Not(), lits[1].Not()
	s.watches[a] = append(s.watches[a], watcher{r, lits[1]})
	s.watches[b] = append(s.watches[b], watcher{r, lits[0]})
	return r
}

// holds reports whether a literal is true in the last solution.
func (s *solver) holds(l Lit) bool { return s.model[l.variable()] != (l&1 != 0) }

// Core returns a set of assumptions that contradicts the clauses. The set need not
// be minimal. The last call to Solve must have returned Unsatisfiable.
func (s *solver) Core() []Lit { return s.core }

// Work returns the work done so far: the number of visited watchers plus a quarter
// of the number of visited literals.
func (s *solver) Work() int64 { return s.visits }

// clauseWords is the approximate overhead of a clause, in literals.
const clauseWords = 20

func (s *solver) level() int { return len(s.limits) }

func (s *solver) assign(l Lit, reason ref) {
	s.values[l], s.values[l.Not()] = yes, wrong
	s.reasons[l.variable()] = reason
	s.levels[l.variable()] = int32(s.level())
	s.trail = append(s.trail, l)
}

// backtrack undoes all decisions above the given level.
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

// propagate assigns all implied literals. It returns a clause that has become false,
// or 0 if there is none.
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

// rewatch replaces a clause's second watched literal, which must be false. It
// returns false if all unwatched literals are false.
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
