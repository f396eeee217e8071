package prove

import (
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

// ClaimKind is what a claim is about.
type ClaimKind uint8

const (
	HasGoal    ClaimKind = iota // at the end the role has a goal
	HasOneGoal                  // and only one
	CanMove                     // before the end the role has a legal move
	TakesTurns                  // at most one role has a choice
	FixedSum                    // the goals at the end have the sum seen in random plays
)

// Claim is something good to know if it holds in all states.
type Claim struct {
	Kind ClaimKind
	Role int // that it is about, if it is about one
}

// Claims are those that hold.
type Claims struct {
	Hold    map[Claim]bool
	Total   int  // of the goals at the end, if there is a FixedSum or a SameSum
	SameSum bool // no random play breaks it
}

// claims are the candidates among them: those that hold in the first state. Found are those
// that no random play breaks.
func claims(m *machine.Machine, p *Prover, found *Claims) (list []invariant) {
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
				found.Claims.Hold[Claim{kind, role}] = true
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

// seenTotal is the sum of the two roles' payoffs if it is the same at the end of
// all random plays. Where none comes to an end it is the least of one and the most of the
// other, if that is the same either way.
func seenTotal(m *machine.Machine) (total int, same bool) {
	if len(m.Roles) != 2 {
		return 0, false
	}
	seen := map[int]bool{}
	m.RandomPlay(sampled, func(p *machine.Play, _ bool) {
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

// otherSum says that two goals hold that do not add up to total.
func otherSum(l *machine.Logic, total int) network.Lit {
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

// Words say of a claim about a role what happens where it does not hold: where that
// is known, and where it is not proven that it holds.
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

// SeenBroken are the claims about roles that random plays break.
func SeenBroken(m *machine.Machine) map[Claim]bool {
	broken := map[Claim]bool{}
	var legal []int32
	m.RandomPlay(sampled, func(p *machine.Play, _ bool) {
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

// Turn is a fluent that tells whose move it is: it changes in every ply, and
// where it is true the other role than role has at most one legal move, where it
// is false role has. So the roles take turns, however many moves there are.
type Turn struct {
	Fluent int32
	Role   int // to move where the fluent is true
}

// FindTurn looks for a turn among the fluents that change in every ply of some
// random plays, and proves it. It returns nil if there is none. Live are the
// fluents that matter; others are in no state.
func FindTurn(m *machine.Machine, p *Prover, live []bool) *Turn {
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

// alternating lists the fluents that change in every ply of some random plays.
func alternating(m *machine.Machine) []int {
	before, still := make([]bool, len(m.Fluents)), make([]bool, len(m.Fluents))
	plies := 0
	m.RandomPlay(sampled, func(p *machine.Play, first bool) {
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
