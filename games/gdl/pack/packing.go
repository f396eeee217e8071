// Package pack encodes states in few bits, assigns layers to states and computes
// canonical states.
//
// A Codec encodes the true fluents of a state in words, based on facts about the
// machine. A Layering computes a quantity of states that grows with every ply. A
// Canonizer replaces states with their least images under symmetries. In a state of
// n words, bit b is bit b%64 of word n-1-b/64, so the order of states is numeric.
package pack

import (
	"math/bits"
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// layout divides the bits of a state into fields: one for each group of mutually
// exclusive fluents, with a code for each member, and a one-bit field for each
// remaining fluent. Constant fluents and fluents without influence have no field.
type layout struct {
	fields []field
	Bits   int
}

// field is a run of consecutive bits within one word of a state.
type field struct {
	at, width int
	// Code c represents fluents[c-first]. If first is 1, code 0 means that none is true.
	fluents []int32
	first   int // 0 if one of the fluents is always true, otherwise 1
}

func (f *field) code(i int) uint64 { return uint64(i + f.first) }

// newLayout returns a layout for the live fluents. It repeatedly makes a field from
// the group that saves the most bits.
func newLayout(m *statemachine.Machine, f *prove.Facts, live []bool) *layout {
	p := &layout{}
	left := make([]bool, len(f.Constant))
	for i, l := range f.Constant {
		left[i] = live[i] && l != network.False && l != network.True
	}
	for {
		var best field
		saved := 0
		for _, g := range f.Groups {
			m.Work.Spend(4 * len(g.Fluents))
			members := slices.DeleteFunc(slices.Clone(g.Fluents), func(i int32) bool { return !left[i] })
			first := 1
			// If a member that can be true belongs to another field, none of the
			// remaining members may be true.
			gone := func(i int32) bool { return f.Constant[i] != network.False && !left[i] }
			if g.Always && !slices.ContainsFunc(g.Fluents, gone) {
				first = 0
			}
			width := bits.Len(uint(len(members) + first - 1))
			if len(members) > 1 && len(members)-width > saved {
				saved = len(members) - width
				best = field{width: width, fluents: members, first: first}
			}
		}
		if saved == 0 {
			break
		}
		p.add(best, left)
	}
	for i := range left {
		if left[i] {
			p.add(field{width: 1, fluents: []int32{int32(i)}, first: 1}, left)
		}
	}
	return p
}

// add appends a field, placing it so that it does not cross a word boundary.
func (p *layout) add(f field, left []bool) {
	if p.Bits%64+f.width > 64 {
		p.Bits += 64 - p.Bits%64
	}
	f.at = p.Bits
	p.Bits += f.width
	p.fields = append(p.fields, f)
	for _, i := range f.fluents {
		left[i] = false
	}
}

// codes returns the number of codes, which may include code 0.
func (f *field) codes() int { return len(f.fluents) + f.first }

func (f *field) get(words []uint64) uint64 {
	return words[len(words)-1-f.at/64] >> (f.at % 64) & (1<<f.width - 1)
}

// set writes a code to the field. The field must be zero in words.
func (f *field) set(words []uint64, code uint64) {
	words[len(words)-1-f.at/64] |= code << (f.at % 64)
}

// Logic is a logic whose inputs are the moves and the bits of packed states.
type Logic struct {
	*statemachine.Logic
	// State and NextState contain the bits of the current and the next state.
	State, NextState []network.Lit
}

// Pack converts a logic over fluents to a logic over packed states.
func (c *Codec) Pack(l *statemachine.Logic) *Logic {
	packed := &Logic{}
	places := c.places()
	packed.Logic = l.Rebuild(func(to *network.Network, i int) network.Lit {
		for len(packed.State) < c.Bits {
			packed.State = append(packed.State, to.Input())
		}
		if at, ok := places[int32(i)]; ok {
			l.Spend(at.field.width * at.field.codes())
			return to.And(at.field.decode(packed.State[at.field.at:], at.code)...)
		}
		if c.constant[i] == network.True {
			return network.True
		}
		return network.False
	})
	packed.NextState = make([]network.Lit, c.Bits)
	for i := range c.fields {
		f := &c.fields[i]
		for b := range f.width {
			var set []network.Lit
			for k, fluent := range f.fluents {
				if f.code(k)>>b&1 == 1 {
					set = append(set, packed.Next[fluent])
				}
			}
			packed.NextState[f.at+b] = packed.Or(set...)
		}
	}
	return packed
}

type place struct {
	field *field
	code  uint64
}

func (p *layout) places() map[int32]place {
	places := map[int32]place{}
	for i := range p.fields {
		f := &p.fields[i]
		for k, fluent := range f.fluents {
			places[fluent] = place{f, f.code(k)}
		}
	}
	return places
}

// decode returns a cube over the bits of the field, which are the first bits in
// state. The cube holds for the given code and for no other valid code.
func (f *field) decode(state []network.Lit, code uint64) []network.Lit {
	mask := uint64(1)<<f.width - 1
	for b := range f.width {
		// Omit bit b if the code is unique without it.
		shorter := mask &^ (1 << b)
		only := true
		for c := uint64(0); c < uint64(f.codes()); c++ {
			if c != code && (c^code)&shorter == 0 {
				only = false
				break
			}
		}
		if only {
			mask = shorter
		}
	}
	var cube []network.Lit
	for b := range f.width {
		if mask>>b&1 == 1 {
			cube = append(cube, state[b]^network.Lit(1-code>>b&1))
		}
	}
	return cube
}
