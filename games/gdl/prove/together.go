package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

const (
	maxConditions  = 40  // maximum number of conditions to compare
	comparedStates = 500 // number of states visited in random plays
)

// neverTogether returns candidate invariants. Each states that two conditions in the
// rules for goals and termination, such as winning lines of both roles, never hold
// together. Pairs that hold together in random plays are omitted. Some claims can be
// proven only with the help of these invariants.
func neverTogether(m *statemachine.Machine) (list []invariant) {
	l := m.Logic
	conditions, cone := conditionsOf(l)
	values := make([]bool, l.Nodes())
	var sign []network.Lit // 1 if the condition holds initially; its complement is used instead
	together := make([]bool, len(conditions)*len(conditions))
	var holding []int
	m.RandomPlay(comparedStates, func(p *statemachine.Play, _ bool) {
		l.Spend(2 * len(cone))
		for f, holds := range p.Holds() {
			values[l.Fluents[f].Node()] = holds != l.Fluents[f].Complemented()
		}
		for _, v := range cone {
			if fanins := l.Fanins(v); len(fanins) > 0 {
				values[v] = !slices.ContainsFunc(fanins, func(f network.Lit) bool { return values[f.Node()] == f.Complemented() })
			}
		}
		holding = holding[:0]
		for i, v := range conditions {
			if len(sign) == i {
				sign = append(sign, 0)
				if values[v] {
					sign[i] = 1
				}
			}
			if values[v] != (sign[i] == 1) {
				holding = append(holding, i)
			}
		}
		for _, i := range holding {
			for _, j := range holding {
				together[i*len(conditions)+j] = true
			}
		}
	})
	var now, then []network.Lit
	for i, v := range conditions {
		now = append(now, network.Lit(2*v)^sign[i])
		then = append(then, l.After(now[i]))
		for j := range i {
			if both := l.And(now[i], now[j]); both != network.False && !together[i*len(conditions)+j] {
				list = append(list, invariant{now: both.Not(), then: l.And(then[i], then[j]).Not(), add: func(*Facts) {}})
			}
		}
	}
	return list
}

// conditionsOf returns up to maxConditions conjunctions, found by a breadth-first
// search from the goals and the terminal output. It also returns the cone: all nodes
// on which these outputs depend.
func conditionsOf(l *statemachine.Logic) (nodes, cone []int) {
	roots := []network.Lit{l.Terminal}
	for _, goals := range l.Goals {
		for _, g := range goals {
			roots = append(roots, g.Holds)
		}
	}
	seen := map[int]bool{0: true}
	for queue := roots; len(queue) > 0 && len(nodes) < maxConditions; queue = queue[1:] {
		v := queue[0].Node()
		if fanins := l.Fanins(v); !seen[v] && len(fanins) > 0 {
			seen[v] = true
			nodes = append(nodes, v)
			queue = append(queue, fanins...)
		}
	}
	return nodes, l.Cone(roots)
}
