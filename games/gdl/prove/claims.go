package prove

import (
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// ClaimKind is the subject of a claim.
type ClaimKind uint8

const (
	HasGoal    ClaimKind = iota // at the end the role has a goal
	HasOneGoal                  // and only one
	CanMove                     // before the end the role has a legal move
	TakesTurns                  // at most one role has a choice
	FixedSum                    // the goals at the end have the sum seen in random plays
)

// Claim is a useful property that may hold in all reachable states.
type Claim struct {
	Kind ClaimKind
	Role int // that it is about, if it is about one
}

// Claims holds the results for all claims.
type Claims struct {
	Proven  map[Claim]bool
	Total   int  // sum of the goals at the end, if FixedSum or SameSum holds
	SameSum bool // no random play breaks it
}

// claims returns the candidate claims: those that hold in the first state.
// Found has the claims that no random play breaks.
func claims(m *statemachine.Machine, p *Prover, found *Claims) (list []invariant) {
	l := m.Logic
	var initial []network.Lit
	for i, f := range l.Fluents {
		if !m.Vocabulary.Initial[i] {
			f = f.Not()
		}
		initial = append(initial, f)
	}
	add := func(kind ClaimKind, role int, lits ...network.Lit) {
		lit := l.Or(lits...)
		if !p.Possible(append(initial[:len(initial):len(initial)], lit.Not())...) {
			list = append(list, invariant{now: lit, then: l.After(lit), claim: &Claim{kind, role}, add: func(found *Facts) {
				found.Claims.Proven[Claim{kind, role}] = true
			}})
		}
	}
	for r, goals := range l.Goals {
		var holds []network.Lit
		for _, g := range goals {
			holds = append(holds, g.Holds)
		}
		add(HasGoal, r, l.Terminal.Not(), l.Or(holds...))
		add(HasOneGoal, r, l.Terminal.Not(), l.AtLeastTwo(holds).Not())
		add(CanMove, r, l.Terminal, l.Or(l.Legal[r]...))
	}
	if len(m.Roles) > 2 {
		var many []network.Lit
		for _, legal := range l.Legal {
			many = append(many, l.AtLeastTwo(legal))
		}
		add(TakesTurns, 0, l.Terminal, l.AtLeastTwo(many).Not())
	}
	if len(m.Roles) == 2 {
		add(TakesTurns, 0, l.Terminal, l.AtLeastTwo(l.Legal[0]).Not(), l.AtLeastTwo(l.Legal[1]).Not())
		if found.SameSum {
			add(FixedSum, 0, l.Terminal.Not(), otherSum(l, found.Total).Not())
		}
	}
	return list
}

// seenTotal returns the sum of two roles' payoffs and reports whether it is
// equal at the end of all random plays. If no play ends, it returns the least
// payoff of one role plus the greatest of the other, if both such sums are
// equal.
func seenTotal(m *statemachine.Machine) (total int, same bool) {
	if len(m.Roles) != 2 {
		return 0, false
	}
	seen := map[int]bool{}
	m.RandomPlay(sampled, func(p *statemachine.Play, _ bool) {
		if !p.Terminal() {
			return
		}
		a, _ := p.Goal(0)
		b, _ := p.Goal(1)
		total = a + b
		seen[total] = true
	})
	if len(seen) == 0 {
		least, most := m.Logic.GoalRange(0)
		otherLeast, otherMost := m.Logic.GoalRange(1)
		return least + otherMost, least+otherMost == most+otherLeast
	}
	return total, len(seen) == 1
}

// otherSum returns a literal that holds if two goals hold whose sum is not
// total.
func otherSum(l *statemachine.Logic, total int) network.Lit {
	var pairs []network.Lit
	for _, a := range l.Goals[0] {
		var others []network.Lit
		for _, b := range l.Goals[1] {
			if a.Value+b.Value != total {
				others = append(others, b.Holds)
			}
		}
		pairs = append(pairs, l.And(a.Holds, l.Or(others...)))
	}
	return l.Or(pairs...)
}

// Words returns a sentence about a broken claim and one about an unproven
// claim. Each contains %s for the role.
func (k ClaimKind) Words() (broken, unproven string) {
	switch k {
	case HasGoal:
		return "The game can end without a goal for %s; the payoff is 0 then.",
			"It is not proven that %s has a goal wherever the game is over; without one the payoff is 0."
	case HasOneGoal:
		return "The game can end with several goals for %s; the highest counts.",
			"It is not proven that %s has only one goal wherever the game is over; of several the highest counts."
	case CanMove:
		return "%s can be without a legal move before the end; the game is over then.",
			"It is not proven that %s always has a legal move; without one the game is over."
	}
	panic("gdl: no claim about a role")
}

// seenBroken returns the claims about roles that random plays break.
func seenBroken(m *statemachine.Machine) map[Claim]bool {
	broken := map[Claim]bool{}
	var legal []int32
	m.RandomPlay(sampled, func(p *statemachine.Play, _ bool) {
		for r := range m.Roles {
			if !p.Terminal() {
				legal = p.Legal(legal[:0], r)
				broken[Claim{CanMove, r}] = broken[Claim{CanMove, r}] || len(legal) == 0
				continue
			}
			switch p.GoalCount(r) {
			case 0:
				broken[Claim{HasGoal, r}] = true
			case 1:
			default:
				broken[Claim{HasOneGoal, r}] = true
			}
		}
	})
	return broken
}

// Turn is a fluent that shows whose turn it is. It changes in every ply. If it
// is true, the other role has at most one legal move; if it is false, Role has
// at most one.
type Turn struct {
	Fluent int32
	Role   int // to move where the fluent is true
}

// FindTurn proves that one of the fluents that change in every ply of random
// plays is a turn. It returns nil if it finds none. Live marks the fluents that
// are part of a state.
func FindTurn(m *statemachine.Machine, p *Prover, live []bool) *Turn {
	if len(m.Roles) != 2 {
		return nil
	}
	l := m.Logic
	p.Begin()
	many := [2]network.Lit{l.AtLeastTwo(l.Legal[0]), l.AtLeastTwo(l.Legal[1])}
	for _, f := range alternating(m) {
		if p.OverBudget() {
			return nil
		}
		now, then := l.Fluents[f], l.Next[f]
		if !live[f] || p.PossibleInPly(l.And(now, then)) || p.PossibleInPly(l.And(now.Not(), then.Not())) {
			continue
		}
		for role := range many {
			if !p.Possible(l.Terminal.Not(), now, many[1-role]) && !p.Possible(l.Terminal.Not(), now.Not(), many[role]) {
				return &Turn{int32(f), role}
			}
		}
	}
	return nil
}

// alternating returns the fluents that change in every ply of random plays.
func alternating(m *statemachine.Machine) []int {
	before, still := make([]bool, len(m.Fluents)), make([]bool, len(m.Fluents))
	plies := 0
	m.RandomPlay(sampled, func(p *statemachine.Play, first bool) {
		if !first {
			plies++
			for f, holds := range p.Holds() {
				still[f] = still[f] || before[f] == holds
			}
		}
		copy(before, p.Holds())
	})
	var found []int
	for f := range still {
		if plies > 0 && !still[f] {
			found = append(found, f)
		}
	}
	return found
}
