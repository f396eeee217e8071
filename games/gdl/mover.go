package gdl

import (
	"slices"

	"zermelo/games/gdl/network"
)

// turn is a fluent that tells whose move it is: it changes in every ply, and
// where it is true the other role than role has at most one legal move, where it
// is false role has. So the roles take turns, however many moves there are.
type turn struct {
	fluent int32
	role   int // to move where the fluent is true
}

// of is the role to move in a state with these fluents.
func (t *turn) of(fluents []int32) int {
	if slices.Contains(fluents, t.fluent) {
		return t.role
	}
	return 1 - t.role
}

// findTurn looks for a turn among the fluents that change in every ply of some
// random plays, and proves it. It returns nil if there is none. Live are the
// fluents that matter; others are in no state.
func (m *Machine) findTurn(p *prover, live []bool) *turn {
	if len(m.Roles) != 2 {
		return nil
	}
	l := m.logic
	p.begin()
	many := [2]network.Lit{l.AtLeastTwo(l.legal[0]), l.AtLeastTwo(l.legal[1])}
	for _, f := range m.alternating() {
		if p.tired() {
			return nil
		}
		now, then := l.fluents[f], l.next[f]
		if !live[f] || p.possibleInPly(l.And(now, then)) || p.possibleInPly(l.And(now.Not(), then.Not())) {
			continue
		}
		for role := range many {
			if !p.possible(l.terminal.Not(), now, many[1-role]) && !p.possible(l.terminal.Not(), now.Not(), many[role]) {
				return &turn{int32(f), role}
			}
		}
	}
	return nil
}

// alternating lists the fluents that change in every ply of some random plays.
func (m *Machine) alternating() []int {
	before, after := make([]bool, len(m.Fluents)), make([]bool, len(m.Fluents))
	still := make([]bool, len(m.Fluents))
	var list []int32
	plies := 0
	m.wander(sampled, func(p *Play, first bool) {
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
