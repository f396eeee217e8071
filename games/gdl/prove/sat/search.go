package sat

import (
	"cmp"
	"slices"
)

// restartAfter is the number of conflicts before the first restart; the others
// follow Luby's sequence.
const restartAfter = 100

// Solve says whether the clauses and the assumptions can hold together. It
// gives up after some work, as counted by Work; 0 stands for no limit.
func (s *Solver) Solve(limit int64, assumptions ...Lit) Result {
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

// luby is term i, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
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

// search looks for a solution until that many conflicts were met in all, or, if
// there is a limit, until the end of the work.
func (s *Solver) search(conflicts, limit, end int64, assumptions []Lit) Result {
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
			s.limits = append(s.limits, len(s.trail)) // it holds already
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

// blame finds the assumptions that make the assumption l false, where all
// decisions so far are assumptions.
func (s *Solver) blame(l Lit) {
	s.core = append(s.core, l)
	s.seen[l.Var()] = true
	for i := len(s.trail) - 1; i >= 0; i-- {
		v := s.trail[i].Var()
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
			if m.Var() != v {
				s.seen[m.Var()] = true
			}
		}
	}
}

func (s *Solver) save() {
	s.model = s.model[:0]
	for v := range s.reasons {
		s.model = append(s.model, s.values[2*v] == yes)
	}
}

// learn finds out why clause c cannot hold, goes back to where that could have
// been known, and keeps the reason as a clause.
func (s *Solver) learn(c ref) {
	lits := append(s.found[:0], 0) // the first is the implication point
	open := 0                      // literals of this level that are not explained yet
	at := len(s.trail)
	var point Lit = -1
	for {
		if s.learnt(c) {
			s.raise(c)
		}
		for _, l := range s.lits(c) {
			v := l.Var()
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
		for at--; !s.seen[s.trail[at].Var()]; at-- {
		}
		point = s.trail[at]
		s.seen[point.Var()] = false
		if open--; open == 0 {
			break
		}
		c = s.reasons[point.Var()]
	}
	lits[0] = point.Not()
	s.found = lits
	lits = s.minimize(lits)
	for _, l := range s.marked {
		s.seen[l.Var()] = false
	}
	s.order.decay()
	s.bump /= 0.999
	if len(lits) == 1 {
		s.backtrack(0)
		s.assign(lits[0], 0)
		return
	}
	// The second literal is one of the highest level below this one.
	for i := 2; i < len(lits); i++ {
		if s.levels[lits[i].Var()] > s.levels[lits[1].Var()] {
			lits[1], lits[i] = lits[i], lits[1]
		}
	}
	s.backtrack(int(s.levels[lits[1].Var()]))
	learnt := s.watch(lits, isLearnt)
	s.raise(learnt)
	s.learned = append(s.learned, learnt)
	s.assign(lits[0], learnt)
}

// minimize leaves out literals that follow from the others at once.
func (s *Solver) minimize(lits []Lit) []Lit {
	s.marked = append(s.marked[:0], lits[1:]...)
	kept := lits[:1]
	for _, l := range s.marked {
		reason := s.reasons[l.Var()]
		if reason == 0 || slices.ContainsFunc(s.lits(reason), func(m Lit) bool {
			return m.Var() != l.Var() && !s.seen[m.Var()] && s.levels[m.Var()] > 0
		}) {
			kept = append(kept, l)
		}
	}
	return kept
}

func (s *Solver) raise(c ref) {
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

// forget deletes the less active half of the learnt clauses when they are many.
func (s *Solver) forget() {
	if len(s.learned) < 4000+len(s.reasons)/4 {
		return
	}
	slices.SortStableFunc(s.learned, func(a, b ref) int { return cmp.Compare(s.activity(a), s.activity(b)) })
	half := len(s.learned) / 2
	kept := s.learned[:0]
	for i, c := range s.learned {
		if lits := s.lits(c); i < half && len(lits) > 2 && s.reasons[lits[0].Var()] != c {
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
