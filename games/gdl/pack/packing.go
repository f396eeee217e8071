// Package pack encodes states in few bits, assigns layers to them and finds
// canonical states.
//
// A Codec encodes the true fluents of a state as words, using the facts about
// the machine. A Layering is a quantity of packed states that grows with every
// ply. A Canonizer replaces states by their least image under symmetries. Bit b
// of a state is bit b%64 of word len-1-b/64, so that states compare as numbers.
//
// Start reading in packing.go.
package pack

import (
	"math/bits"
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// layout divides the bits of a state into fields. A group of mutually exclusive
// fluents is a field with a code per member; any other varying fluent is a
// field of one bit.
type layout struct {
	fields []field
	Bits   int
}

// field is a run of up to 64 consecutive bits of a state.
type field struct {
	at, width int
	// Code c represents fluents[c-first]. If first is 1, code 0 means that none
	// of the fluents is true.
	fluents []int32
	first   int // 1, or 0 if one of them is always true
}

// code returns the code of a fluent by its index.
func (f *field) code(i int) uint64 { return uint64(i + f.first) }

// newLayout repeatedly chooses the group that saves the most bits for the
// remaining fluents.
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
			// All members of the group that can be true must remain.
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

// add appends a field within one word.
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

// codes returns the number of codes of a field.
func (f *field) codes() int { return len(f.fluents) + f.first }

// get returns the code of the field in a state.
func (f *field) get(words []uint64) uint64 {
	return words[len(words)-1-f.at/64] >> (f.at % 64) & (1<<f.width - 1)
}

// set writes a code to a field that is zero.
func (f *field) set(words []uint64, code uint64) {
	words[len(words)-1-f.at/64] |= code << (f.at % 64)
}

// Logic is a logic over the bits of packed states.
type Logic struct {
	*statemachine.Logic
	// State holds the bits of the state, and NextState those of the next state.
	State, NextState []network.Lit
}

// Pack converts the logic to packed states.
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
		// The fluent is never true, or it is not part of a state.
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

// place is the field and code of a fluent.
type place struct {
	field *field
	code  uint64
}

// places returns the places of all fluents that are part of a state.
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

// decode returns a cube over the field's bits that holds for a code and for no
// other code in use.
func (f *field) decode(state []network.Lit, code uint64) []network.Lit {
	mask := uint64(1)<<f.width - 1
	for b := range f.width {
		// Is the code still unique without bit b?
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
