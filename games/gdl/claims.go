package gdl

import "zermelo/games/gdl/network"

// claimKind is what a claim is about.
type claimKind uint8

const (
	hasGoal    claimKind = iota // at the end the role has a goal
	hasOneGoal                  // and only one
	canMove                     // before the end the role has a legal move
	takesTurns                  // at most one role has a choice
	fixedSum                    // the goals at the end have the sum seen in random plays
)

// claim is something good to know if it holds in all states.
type claim struct {
	kind  claimKind
	role  int // that it is about, if it is about one
	total int // of a fixedSum
	lit   network.Lit
}

// claims are those that hold in the first state.
func (m *Machine) claims(p *prover) []claim {
	l := m.logic
	var list []claim
	add := func(kind claimKind, role int, lit network.Lit) {
		list = append(list, claim{kind: kind, role: role, lit: lit})
	}
	for r, goals := range l.goals {
		var holds []network.Lit
		for _, g := range goals {
			holds = append(holds, g.holds)
		}
		add(hasGoal, r, l.Or(l.terminal.Not(), l.Or(holds...)))
		add(hasOneGoal, r, l.Or(l.terminal.Not(), l.AtLeastTwo(holds).Not()))
		add(canMove, r, l.Or(l.terminal, l.Or(l.legal[r]...)))
	}
	if len(m.Roles) == 2 {
		add(takesTurns, 0, l.Or(l.terminal, l.AtLeastTwo(l.legal[0]).Not(), l.AtLeastTwo(l.legal[1]).Not()))
		if total, ok := m.seenTotal(); ok {
			add(fixedSum, 0, l.Or(l.terminal.Not(), l.otherSum(total).Not()))
			list[len(list)-1].total = total
		}
	}
	var initial []network.Lit
	for i, f := range l.fluents {
		if !m.vocabulary.initial[i] {
			f = f.Not()
		}
		initial = append(initial, f)
	}
	var hold []claim
	for _, c := range list {
		if !p.possible(append(initial[:len(initial):len(initial)], c.lit.Not())...) {
			hold = append(hold, c)
		}
	}
	return hold
}

// seenTotal is the sum of the two roles' payoffs if it is the same at the end of
// all random plays.
func (m *Machine) seenTotal() (total int, same bool) {
	seen := map[int]bool{}
	m.wander(sampled, func(p *Play, _ bool) {
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
func (l *logic) otherSum(total int) network.Lit {
	var pairs []network.Lit
	for _, a := range l.goals[0] {
		if l.Err() != nil {
			break
		}
		var others []network.Lit
		for _, b := range l.goals[1] {
			if a.value+b.value != total {
				others = append(others, b.holds)
			}
		}
		pairs = append(pairs, l.And(a.holds, l.Or(others...)))
	}
	return l.Or(pairs...)
}
