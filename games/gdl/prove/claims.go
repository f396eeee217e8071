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
	Kind  ClaimKind
	Role  int // that it is about, if it is about one
	Total int // of a FixedSum
	lit   network.Lit
}

// claimsOf are those that hold in the first state.
func claimsOf(m *machine.Machine, p *Prover) []Claim {
	l := m.Logic
	var list []Claim
	add := func(kind ClaimKind, role int, lit network.Lit) {
		list = append(list, Claim{Kind: kind, Role: role, lit: lit})
	}
	for r, goals := range l.Goals {
		var holds []network.Lit
		for _, g := range goals {
			holds = append(holds, g.Holds)
		}
		add(HasGoal, r, l.Or(l.Terminal.Not(), l.Or(holds...)))
		add(HasOneGoal, r, l.Or(l.Terminal.Not(), l.AtLeastTwo(holds).Not()))
		add(CanMove, r, l.Or(l.Terminal, l.Or(l.Legal[r]...)))
	}
	if len(m.Roles) == 2 {
		add(TakesTurns, 0, l.Or(l.Terminal, l.AtLeastTwo(l.Legal[0]).Not(), l.AtLeastTwo(l.Legal[1]).Not()))
		if total, ok := seenTotal(m); ok {
			add(FixedSum, 0, l.Or(l.Terminal.Not(), otherSum(l, total).Not()))
			list[len(list)-1].Total = total
		}
	}
	var initial []network.Lit
	for i, f := range l.Fluents {
		if !m.Vocabulary.Initial[i] {
			f = f.Not()
		}
		initial = append(initial, f)
	}
	var hold []Claim
	for _, c := range list {
		if !p.possible(append(initial[:len(initial):len(initial)], c.lit.Not())...) {
			hold = append(hold, c)
		}
	}
	return hold
}

// seenTotal is the sum of the two roles' payoffs if it is the same at the end of
// all random plays.
func seenTotal(m *machine.Machine) (total int, same bool) {
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
	return total, len(seen) == 1
}

// otherSum says that two goals hold that do not add up to total.
func otherSum(l *machine.Logic, total int) network.Lit {
	var pairs []network.Lit
	for _, a := range l.Goals[0] {
		if l.Err() != nil {
			break
		}
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

// RoleClaim is a claim about a role.
type RoleClaim struct {
	Kind ClaimKind
	Role int
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
func SeenBroken(m *machine.Machine) map[RoleClaim]bool {
	broken := map[RoleClaim]bool{}
	var legal []int32
	m.RandomPlay(sampled, func(p *machine.Play, _ bool) {
		for r := range m.Roles {
			if !p.Terminal() {
				if legal = p.Legal(legal[:0], r); len(legal) == 0 {
					broken[RoleClaim{CanMove, r}] = true
				}
				continue
			}
			switch p.GoalCount(r) {
			case 0:
				broken[RoleClaim{HasGoal, r}] = true
			case 1:
			default:
				broken[RoleClaim{HasOneGoal, r}] = true
			}
		}
	})
	return broken
}
