package prove

import "zermelo/games/gdl/machine"

// census counts, over states met in random plays, how many members of each
// candidate group are true at least and at most, and which fluents change.
type census struct {
	least, most []int
	varies      []bool // by fluent
}

// sampled is how many states the census looks at, at most.
const sampled = 2000

// takeCensus looks at random plays. It is the same every time.
func takeCensus(m *machine.Machine, groups [][]int32) census {
	c := census{least: make([]int, len(groups)), most: make([]int, len(groups)), varies: make([]bool, len(m.Fluents))}
	of := make([][]int32, len(m.Fluents))
	for g, members := range groups {
		c.least[g] = len(members)
		for _, f := range members {
			of[f] = append(of[f], int32(g))
		}
	}
	initial := make([]bool, len(m.Fluents))
	for _, f := range m.Initial {
		initial[f] = true
	}
	count := make([]int, len(groups))
	m.RandomPlay(sampled, func(p *machine.Play, _ bool) {
		_ = m.Work.Spend(len(count) + len(p.Holds()))
		clear(count)
		for f, holds := range p.Holds() {
			c.varies[f] = c.varies[f] || holds != initial[f]
			if holds {
				for _, g := range of[f] {
					count[g]++
				}
			}
		}
		for g, n := range count {
			c.least[g], c.most[g] = min(c.least[g], n), max(c.most[g], n)
		}
	})
	return c
}
