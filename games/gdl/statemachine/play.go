package statemachine

import (
	"math/rand/v2"
	"slices"

	"zermelo/games/gdl/network"
)

// Play is a single play of a game. It is not safe for concurrent use.
type Play struct {
	machine *Machine
	tracker *network.Tracker
	state   []bool // by fluent
	want    []bool // buffer of SetState
	joint   []int32
	legal   []int32     // buffer of Choose
	sets    []numberSet // see watching.set
}

// NewPlay returns a play in the initial state.
func (m *Machine) NewPlay() *Play {
	p := m.emptyPlay()
	p.Reset()
	return p
}

func (m *Machine) emptyPlay() *Play {
	p := &Play{
		machine: m, tracker: m.watching.NewTracker(),
		state: make([]bool, len(m.Fluents)), want: make([]bool, len(m.Fluents)),
		joint: make([]int32, len(m.Moves)),
	}
	for r := range p.joint {
		p.joint[r] = -1
	}
	for _, size := range m.watching.sizes {
		p.sets = append(p.sets, newNumberSet(size))
	}
	for o, set := range m.watching.set {
		if set >= 0 && p.tracker.Holds(o) {
			p.sets[set].toggle(m.watching.member[o])
		}
	}
	return p
}

// Reset returns p to the initial state by copying that state. For short plays, this
// is faster than changing individual fluents.
func (p *Play) Reset() {
	first := p.machine.first
	p.tracker.Copy(first.tracker)
	copy(p.state, first.state)
	copy(p.joint, first.joint)
	for i := range p.sets {
		p.sets[i].copy(&first.sets[i])
	}
}

// SetState makes exactly the given fluents true.
func (p *Play) SetState(fluents []int32) {
	clear(p.want)
	for _, f := range fluents {
		p.want[f] = true
	}
	for f, want := range p.want {
		if want != p.state[f] {
			p.flip(int32(f))
		}
	}
	p.settle()
}

// State appends the numbers of the true fluents to dst, in ascending order.
func (p *Play) State(dst []int32) []int32 {
	for f, holds := range p.state {
		if holds {
			dst = append(dst, int32(f))
		}
	}
	return dst
}

func (p *Play) Terminal() bool { return p.tracker.Holds(p.machine.watching.terminal) }

// Legal appends the numbers of a role's legal moves to dst, in ascending order.
func (p *Play) Legal(dst []int32, role int) []int32 {
	from := len(dst)
	for _, g := range p.machine.watching.moves[role] {
		if p.tracker.Holds(g.guard) {
			dst = append(dst, p.sets[g.set].members...)
		}
	}
	slices.Sort(dst[from:])
	return dst
}

// random returns a random legal move of a role, or -1 if there is none.
func (p *Play) random(rng *rand.Rand, role int) int32 {
	count := 0
	for _, g := range p.machine.watching.moves[role] {
		if p.tracker.Holds(g.guard) {
			count += len(p.sets[g.set].members)
		}
	}
	if count == 0 {
		return -1
	}
	i := 0
	if count > 1 {
		i = int(rng.Uint64() % uint64(count)) // the bias, about 2^-50, is negligible
	}
	for _, g := range p.machine.watching.moves[role] {
		if !p.tracker.Holds(g.guard) {
			continue
		}
		if members := p.sets[g.set].members; i < len(members) {
			return members[i]
		} else {
			i -= len(members)
		}
	}
	return -1
}

// Goal returns the value of a role's goal in the current state. It returns false
// unless the role has exactly one goal.
func (p *Play) Goal(role int) (value int, ok bool) {
	from := p.machine.watching.goals[role]
	for i, g := range p.machine.Logic.Goals[role] {
		if p.tracker.Holds(from + i) {
			if ok {
				return 0, false
			}
			value, ok = g.Value, true
		}
	}
	return value, ok
}

// Do makes a joint move, which must contain one legal move for each role.
func (p *Play) Do(joint []int32) {
	for r, m := range joint {
		p.choose(r, m)
	}
	p.settle()
	for differs := &p.sets[differing]; len(differs.members) > 0; {
		p.flip(differs.members[len(differs.members)-1])
	}
	p.settle()
}

// choose sets the move of a role. The network derives moves that are not inputs.
func (p *Play) choose(role int, m int32) {
	l := p.machine.Logic
	// Setting the new move first avoids changing common consequences twice.
	if l.IsInput(l.Does[role][m]) {
		p.tracker.Set(l.Does[role][m])
	}
	if old := p.joint[role]; old >= 0 && old != m && l.IsInput(l.Does[role][old]) {
		p.tracker.Set(l.Does[role][old].Not())
	}
	p.joint[role] = m
}

func (p *Play) flip(f int32) {
	p.state[f] = !p.state[f]
	l := p.machine.Logic.Fluents[f]
	if !p.state[f] {
		l = l.Not()
	}
	p.tracker.Set(l)
	p.sets[differing].toggle(f)
}

// settle propagates changes through the network and updates p.sets.
func (p *Play) settle() {
	p.tracker.Settle()
	w := p.machine.watching
	for _, o := range p.tracker.Changed {
		if set := w.set[o]; set >= 0 {
			p.sets[set].toggle(w.member[o])
		}
	}
	p.tracker.Changed = p.tracker.Changed[:0]
}

func (p *Play) GoalCount(role int) int {
	from, n := p.machine.watching.goals[role], 0
	for i := range p.machine.Logic.Goals[role] {
		if p.tracker.Holds(from + i) {
			n++
		}
	}
	return n
}

// Holds returns the value of each fluent. The caller must not modify the slice.
func (p *Play) Holds() []bool { return p.state }

// RandomPlay plays random games and calls visit for the given number of states. The
// argument first is true for the first state of a play. RandomPlay is deterministic.
func (m *Machine) RandomPlay(states int, visit func(p *Play, first bool)) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := m.NewPlay()
	joint := make([]int32, len(m.Moves))
	first := true
	for range states {
		// Few nodes change per ply.
		m.Work.Spend(512 + m.Logic.Nodes()/16)
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

// RandomJoint sets joint to a random legal move for each role. It returns false if a
// role has no legal move.
func (p *Play) RandomJoint(rng *rand.Rand, joint []int32) bool {
	for r := range joint {
		if joint[r] = p.random(rng, r); joint[r] < 0 {
			return false
		}
	}
	return true
}

// Choose sets each element of joint, in role order, to the move with index
// rng.IntN(n) among the role's n legal moves. It returns the first role without a
// legal move, or -1 if there is none.
func (p *Play) Choose(rng *rand.Rand, joint []int32) (stuck int) {
	for r := range joint {
		p.legal = p.Legal(p.legal[:0], r)
		if len(p.legal) == 0 {
			return r
		}
		joint[r] = p.legal[rng.IntN(len(p.legal))]
	}
	return -1
}

// Settled reports, for each fluent, whether it has the same value in the given state
// and in all states of some random plays. The result is used for drawings if no proof
// is available.
func (m *Machine) Settled(state []int32) []bool {
	settled, value := slices.Repeat([]bool{true}, len(m.Fluents)), make([]bool, len(m.Fluents))
	for _, f := range state {
		value[f] = true
	}
	m.RandomPlay(2000, func(p *Play, _ bool) {
		for f, holds := range p.state {
			settled[f] = settled[f] && holds == value[f]
		}
	})
	return settled
}
