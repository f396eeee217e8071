package prove

import (
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

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
			if !p.possible(l.Terminal.Not(), now, many[1-role]) && !p.possible(l.Terminal.Not(), now.Not(), many[role]) {
				return &Turn{int32(f), role}
			}
		}
	}
	return nil
}

// alternating lists the fluents that change in every ply of some random plays.
func alternating(m *machine.Machine) []int {
	before, after := make([]bool, len(m.Fluents)), make([]bool, len(m.Fluents))
	still := make([]bool, len(m.Fluents))
	var list []int32
	plies := 0
	m.RandomPlay(sampled, func(p *machine.Play, first bool) {
		before, after = after, before
		clear(after)
		list = p.State(list[:0])
		for _, f := range list {
			after[f] = true
		}
		if first {
			return
		}
		plies++
		for f := range still {
			still[f] = still[f] || before[f] == after[f]
		}
	})
	var found []int
	for f := range still {
		if plies > 0 && !still[f] {
			found = append(found, f)
		}
	}
	return found
}
