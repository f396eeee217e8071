package prove

import (
	"maps"
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

type ClaimKind uint8

const (
	HasGoal    ClaimKind = iota // the role has a goal in terminal states
	HasOneGoal                  // the role has at most one goal in terminal states
	CanMove                     // the role has a legal move in nonterminal states
	TakesTurns                  // in each nonterminal state, at most one role has several legal moves
	FixedSum                    // the goals in terminal states have the sum seen in random plays
)

// Claim is a useful property that may hold in all reachable states.
type Claim struct {
	Kind ClaimKind
	Role int // 0 for TakesTurns and FixedSum
}

type Claims struct {
	Proven  map[Claim]bool
	Total   int  // sum of the goals in terminal states; valid if FixedSum or SameSum holds
	SameSum bool // all random plays end with the sum Total
}

// claims returns the candidate claims, except those that may fail in the initial
// state. A claim about the sum of the goals requires found.SameSum.
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
		if r < l.Players {
			add(HasGoal, r, l.Terminal.Not(), l.Or(holds...))
			add(HasOneGoal, r, l.Terminal.Not(), l.AtLeastTwo(holds).Not())
		}
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

// seenTotal returns the sum of two roles' goals in random plays, and reports whether
// the sum is always the same. If no play ends, it compares two sums: the minimum
// goal of each role plus the maximum goal of the other.
func seenTotal(m *statemachine.Machine) (total int, same bool) {
	if len(m.Roles) != 2 {
		return 0, false
	}
	if totals := Totals(m); len(totals) > 0 {
		return totals[0], len(totals) == 1
	}
	least, most := m.Logic.GoalRange(0)
	otherLeast, otherMost := m.Logic.GoalRange(1)
	return least + otherMost, least+otherMost == most+otherLeast
}

// Totals returns the distinct sums of two roles' goals in the terminal states of
// random plays, in ascending order.
func Totals(m *statemachine.Machine) []int {
	seen := map[int]bool{}
	m.RandomPlay(sampled, func(p *statemachine.Play, _ bool) {
		if p.Terminal() {
			a, _ := p.Goal(0)
			b, _ := p.Goal(1)
			seen[a+b] = true
		}
	})
	return slices.Sorted(maps.Keys(seen))
}

// otherSum returns a literal that holds if two roles' goals do not add up to total.
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

// Words returns a sentence for a refuted claim and a sentence for an unproven claim.
// Both contain the verb %s in place of the role. The hint is a remedy, with ROLE in
// place of the role, or "". The claim must be about a role.
func (k ClaimKind) Words() (broken, unproven, hint string) {
	switch k {
	case HasGoal:
		return "The game can end without a goal for %s; the payoff is then 0.",
			"It is not proven that %s has a goal in every terminal position; without a goal, the payoff is 0.",
			"write (<= (goal ROLE 0) ...) for the remaining terminal positions"
	case HasOneGoal:
		return "The game can end with several goals for %s; the highest counts.",
			"It is not proven that %s has only one goal in every terminal position; if there are several, the highest counts.", ""
	case CanMove:
		return "%s can have no legal move in a nonterminal position; the game is then over.",
			"It is not proven that %s always has a legal move; without a legal move, the game is over.",
			"give a role that waits a move, such as (<= (legal ROLE noop) ...)"
	}
	panic("gdl: no claim about a role")
}

// seenBroken returns the claims about roles that random plays refute.
func seenBroken(m *statemachine.Machine) map[Claim]bool {
	broken := map[Claim]bool{}
	var legal []int32
	m.RandomPlay(sampled, func(p *statemachine.Play, _ bool) {
		for r := range m.Moves {
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

// Turn is a fluent that determines the role to move. It changes in every ply. The
// role that is not to move has at most one legal move.
type Turn struct {
	Fluent int32
	Role   int // the role to move if the fluent is true
}

// FindTurn returns a live fluent that changes in every ply of random plays and is
// proven to be a turn, or nil.
func FindTurn(m *statemachine.Machine, p *Prover, live []bool) *Turn {
	if len(m.Roles) != 2 || m.Random() {
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
