package gdl

import "zermelo/games/gdl/network"

// Packing says how the states of a game are packed.
type Packing struct {
	// Bits is the size of a state, Fields the number of its parts: groups of
	// fluents of which at most one is true, or single fluents.
	Bits, Fields int
	// Constant fluents are the same in all states, Dead ones have no influence
	// on legal moves, goals or the end. Neither are part of a state.
	Constant, Dead int
}

// Packed is what the games made by Machine.Open can tell about themselves.
type Packed interface{ Packing() Packing }

// Packing sums up how states are packed.
func (c *codec) Packing() Packing {
	p := Packing{Bits: c.bits, Fields: len(c.fields)}
	for f, l := range c.constant {
		switch {
		case l == network.False || l == network.True:
			p.Constant++
		case !c.live[f]:
			p.Dead++
		}
	}
	return p
}

// Nodes is the size of the network that evaluates a state: its inputs and gates
// with two inputs each.
func (m *Machine) Nodes() int { return m.logic.Size(m.logic.outputs().lits) }
