package sat

import (
	"cmp"
	"slices"
)

// restartAfter is the number of conflicts before the first restart. Later intervals
// are multiples of it, which follow the Luby sequence.
const restartAfter = 100

// Solve reports whether the clauses are satisfiable under the assumptions. If limit
// is not 0, it returns Unknown after limit units of Work.
func (s *solver) Solve(limit int64, assumptions ...Lit) Result {
	defer s.backtrack(0)
	s.backtrack(0)
	s.core = s.core[:0]
	if s.failed {
		return Unsatisfiable
	}
	end := s.visits + limit
	for run := 1; ; run++ {
		next := s.conflict + restartAfter*luby(run)
		if r := s.search(next, limit, end, assumptions); r != Unknown {
			return r
		}
		if limit > 0 && s.visits >= end {
			return Unknown
		}
		s.backtrack(0)
		s.forget()
	}
}

// luby returns the i-th term, counted from 1, of the Luby sequence 1 1 2 1 1 2 4 1 1
// 2 1 1 2 4 8 ...
func luby(i int) int64 {
	for k := 1; ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - (1<<(k-1) - 1))
		}
	}
}

// search searches for a solution. It returns Unknown when the total number of
// conflicts reaches conflicts or, if limit is not 0, the work reaches end.
func (s *solver) search(conflicts, limit, end int64, assumptions []Lit) Result {
	for {
		if c := s.propagate(); c != 0 {
			s.conflict++
			if s.level() == 0 {
				s.failed = true
				return Unsatisfiable
			}
			s.learn(c)
			continue
		}
		if s.conflict >= conflicts || limit > 0 && s.visits >= end {
			return Unknown
		}
		var decision Lit = -1
		for s.level() < len(assumptions) {
			l := assumptions[s.level()]
			if s.values[l] == wrong {
				s.blame(l)
				return Unsatisfiable
			}
			if s.values[l] == free {
				decision = l
				break
			}
			s.limits = append(s.limits, len(s.trail)) // already true
		}
		for decision < 0 {
			if len(s.order.heap) == 0 {
				s.save()
				return Satisfiable
			}
			if v := s.order.take(); s.values[2*v] == free {
				decision = Lit(2 * v)
				if !s.phases[v] {
					decision++
				}
			}
		}
		s.limits = append(s.limits, len(s.trail))
		s.assign(decision, 0)
	}
}

// blame sets s.core to l and the assumptions that make l false. All decisions must
// be assumptions.
func (s *solver) blame(l Lit) {
	s.core = append(s.core, l)
	s.seen[l.variable()] = true
	for i := len(s.trail) - 1; i >= 0; i-- {
		v := s.trail[i].variable()
		if !s.seen[v] {
			continue
		}
		s.seen[v] = false
		if s.levels[v] == 0 {
			continue
		}
		if s.reasons[v] == 0 {
			s.core = append(s.core, s.trail[i])
			continue
		}
		for _, m := range s.lits(s.reasons[v]) {
			if m.variable() != v {
				s.seen[m.variable()] = true
			}
		}
	}
}

func (s *solver) save() {
	s.model = s.model[:0]
	for v := range s.reasons {
		s.model = append(s.model, s.values[2*v] == yes)
	}
}

// learn derives a clause from the conflicting clause c, backtracks to the level at
// which the new clause becomes unit, and adds it.
func (s *solver) learn(c ref) {
	lits := append(s.found[:0], 0) // lits[0] will be the implication point
	open := 0                      // unresolved literals of the current level
	at := len(s.trail)
	var point Lit = -1
	for {
		if s.learnt(c) {
			s.raise(c)
		}
		for _, l := range s.lits(c) {
			v := l.variable()
			if l == point || s.seen[v] || s.levels[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.order.raise(v)
			if int(s.levels[v]) == s.level() {
				open++
			} else {
				lits = append(lits, l)
			}
		}
		for at--; !s.seen[s.trail[at].variable()]; at-- {
		}
		point = s.trail[at]
		s.seen[point.variable()] = false
		if open--; open == 0 {
			break
		}
		c = s.reasons[point.variable()]
	}
	lits[0] = point.Not()
	s.found = lits
	lits = s.minimize(lits)
	for _, l := range s.marked {
		s.seen[l.variable()] = false
	}
	s.order.decay()
	s.bump /= 0.999
	if len(lits) == 1 {
		s.backtrack(0)
		s.assign(lits[0], 0)
		return
	}
	// The second literal must have the highest level among the remaining ones.
	for i := 2; i < len(lits); i++ {
		if s.levels[lits[i].variable()] > s.levels[lits[1].variable()] {
			lits[1], lits[i] = lits[i], lits[1]
		}
	}
	s.backtrack(int(s.levels[lits[1].variable()]))
	learnt := s.watch(lits, isLearnt)
	s.raise(learnt)
	s.learned = append(s.learned, learnt)
	s.assign(lits[0], learnt)
}

// minimize removes literals that other literals of the clause directly imply.
func (s *solver) minimize(lits []Lit) []Lit {
	s.marked = append(s.marked[:0], lits[1:]...)
	kept := lits[:1]
	for _, l := range s.marked {
		reason := s.reasons[l.variable()]
		if reason == 0 || slices.ContainsFunc(s.lits(reason), func(m Lit) bool {
			return m.variable() != l.variable() && !s.seen[m.variable()] && s.levels[m.variable()] > 0
		}) {
			kept = append(kept, l)
		}
	}
	return kept
}

func (s *solver) raise(c ref) {
	if s.bump == 0 {
		s.bump = 1
	}
	a := s.activity(c) + s.bump
	s.setActivity(c, a)
	if a > 1e20 {
		for _, c := range s.learned {
			s.setActivity(c, s.activity(c)*1e-20)
		}
		s.bump *= 1e-20
	}
}

// forget deletes the less active half of the learnt clauses if there are many. It
// keeps binary clauses and clauses that are reasons.
func (s *solver) forget() {
	if len(s.learned) < 4000+len(s.reasons)/4 {
		return
	}
	slices.SortStableFunc(s.learned, func(a, b ref) int { return cmp.Compare(s.activity(a), s.activity(b)) })
	half := len(s.learned) / 2
	kept := s.learned[:0]
	for i, c := range s.learned {
		if lits := s.lits(c); i < half && len(lits) > 2 && s.reasons[lits[0].variable()] != c {
			s.drop(c)
			s.literals -= int64(len(lits)) + clauseWords
		} else {
			kept = append(kept, c)
		}
	}
	s.learned = kept
	if moved := s.compact(); moved != nil {
		move := func(list []ref) {
			for i, c := range list {
				list[i] = moved(c)
			}
		}
		move(s.learned)
		move(s.reasons)
		for _, list := range s.watches {
			for i := range list {
				list[i].clause = moved(list[i].clause)
			}
		}
	}
}
