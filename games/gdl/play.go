package gdl

import "zermelo/games/gdl/network"

// Play follows one line of play. It is not safe for concurrent use.
type Play struct {
	machine *Machine
	tracker *network.Tracker
	state   []bool // by fluent
	joint   []int32
	moves   []int32 // for random
	// differs are the fluents whose next value is another than the present one;
	// place is where each is in it, -1 if it is not.
	differs []int32
	place   []int32
}

// NewPlay begins a play at the first state.
func (m *Machine) NewPlay() *Play {
	p := &Play{
		machine: m, tracker: m.tracking.NewTracker(),
		state: make([]bool, len(m.Fluents)), joint: make([]int32, len(m.Roles)),
		place: make([]int32, len(m.Fluents)),
	}
	for r := range p.joint {
		p.joint[r] = -1
	}
	for f := range p.place {
		p.place[f] = -1
		if p.tracker.Holds(f) {
			p.toggle(int32(f))
		}
	}
	p.SetState(m.Initial)
	return p
}

// Reset goes back to the first state.
func (p *Play) Reset() { p.SetState(p.machine.Initial) }

// SetState goes to the state in which these fluents are true.
func (p *Play) SetState(fluents []int32) {
	want := make([]bool, len(p.state))
	for _, f := range fluents {
		want[f] = true
	}
	for f := range want {
		if want[f] != p.state[f] {
			p.flip(int32(f))
		}
	}
	p.settle()
}

// State appends the numbers of the fluents that are true, ascending.
func (p *Play) State(dst []int32) []int32 {
	for f, holds := range p.state {
		if holds {
			dst = append(dst, int32(f))
		}
	}
	return dst
}

// Terminal says whether the play is over.
func (p *Play) Terminal() bool { return p.tracker.Holds(p.machine.outputs.terminal) }

// Legal appends the numbers of the legal moves of a role, ascending.
func (p *Play) Legal(dst []int32, role int) []int32 {
	from := p.machine.outputs.legal[role]
	for i := range p.machine.Moves[role] {
		if p.tracker.Holds(from + i) {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

// Goal is what the role gets here. It is false where the sheet gives no goal, or
// several.
func (p *Play) Goal(role int) (value int, ok bool) {
	from := p.machine.outputs.goals[role]
	for i, g := range p.machine.logic.goals[role] {
		if p.tracker.Holds(from + i) {
			if ok {
				return 0, false
			}
			value, ok = g.value, true
		}
	}
	return value, ok
}

// Do makes a joint move, a legal one for each role.
func (p *Play) Do(joint []int32) {
	for r, m := range joint {
		p.choose(r, m)
	}
	p.settle()
	for len(p.differs) > 0 {
		p.flip(p.differs[len(p.differs)-1])
	}
	p.settle()
}

// choose makes m the move of a role.
func (p *Play) choose(role int, m int32) {
	does := p.machine.logic.does[role]
	if old := p.joint[role]; old == m {
		return
	} else if old >= 0 {
		p.tracker.Set(does[old].Not())
	}
	p.tracker.Set(does[m])
	p.joint[role] = m
}

// flip changes a fluent.
func (p *Play) flip(f int32) {
	p.state[f] = !p.state[f]
	l := p.machine.logic.fluents[f]
	if !p.state[f] {
		l = l.Not()
	}
	p.tracker.Set(l)
	p.toggle(f)
}

// toggle notes that a fluent has become different from its next value, or is no
// more.
func (p *Play) toggle(f int32) {
	at := p.place[f]
	if at < 0 {
		p.place[f] = int32(len(p.differs))
		p.differs = append(p.differs, f)
		return
	}
	last := p.differs[len(p.differs)-1]
	p.differs[at] = last
	p.place[last] = at
	p.place[f] = -1
	p.differs = p.differs[:len(p.differs)-1]
}

// settle lets everything follow the changes made.
func (p *Play) settle() {
	p.tracker.Settle()
	for _, o := range p.tracker.Changed {
		if int(o) < len(p.state) {
			p.toggle(o)
		}
	}
	p.tracker.Changed = p.tracker.Changed[:0]
}
