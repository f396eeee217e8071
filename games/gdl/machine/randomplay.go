package machine

import "math/rand/v2"

// RandomPlay plays at random and calls visit at every state, that many times in
// all, and says whether it is the first of a play. It is the same every time.
func (m *Machine) RandomPlay(states int, visit func(p *Play, first bool)) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := m.NewPlay()
	joint := make([]int32, len(m.Roles))
	first := true
	for range states {
		// Few nodes of a large network change in a ply.
		if m.Work.Spend(512+m.Logic.Nodes()/16) != nil {
			return
		}
		visit(p, first)
		first = false
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			first = true
			continue
		}
		p.Do(joint)
	}
}

// RandomJoint chooses a legal move for each role. It is false if a role has none.
func (p *Play) RandomJoint(rng *rand.Rand, joint []int32) bool {
	for r := range joint {
		if joint[r] = p.Random(rng, r); joint[r] < 0 {
			return false
		}
	}
	return true
}

// Unseen says which fluents are not true in a state nor anywhere in some random
// plays: for drawing, where no proof is at hand that they are never true.
func (m *Machine) Unseen(state []int32) []bool {
	unseen := make([]bool, len(m.Fluents))
	for f := range unseen {
		unseen[f] = true
	}
	mark := func(fluents []int32) {
		for _, f := range fluents {
			unseen[f] = false
		}
	}
	mark(state)
	var list []int32
	m.RandomPlay(unseenStates, func(p *Play, _ bool) {
		list = p.State(list[:0])
		mark(list)
	})
	return unseen
}

// unseenStates is how many states Unseen looks at.
const unseenStates = 2000
