package pack

import (
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// Codec encodes states as words and decodes them.
type Codec struct {
	*layout
	texts    []string      // by fluent: its text in GDL
	constant []network.Lit // by fluent; see prove.Facts.Constant
	live     []bool
}

// Encode encodes the state where the given fluents are true. It writes the result
// to words, which must be zero. The fluents may be in any order. Fluents that are
// always true may be omitted. If the fluents violate a proven invariant, Encode
// returns a games.InputError.
func (c *Codec) Encode(words []uint64, fluents []int32) error {
	holds := make([]bool, len(c.constant))
	for _, f := range fluents {
		holds[f] = true
		if c.constant[f] == network.False {
			return games.BadInput("position: %s is never true in this game", games.Echo(c.texts[f]))
		}
	}
	for i := range c.fields {
		f := &c.fields[i]
		found := -1
		for k, fluent := range f.fluents {
			if !holds[fluent] {
				continue
			}
			if found >= 0 {
				return games.BadInput("position: %s and %s are never true together in this game", games.Echo(c.texts[f.fluents[found]]), games.Echo(c.texts[fluent]))
			}
			found = k
		}
		if found >= 0 {
			f.set(words, f.code(found))
		} else if f.first == 0 {
			return games.BadInput("position: one of %s ... %s must be true in this game", games.Echo(c.texts[f.fluents[0]]), games.Echo(c.texts[f.fluents[len(f.fluents)-1]]))
		}
	}
	return nil
}

// Decode returns the fluents that are true in a state, in ascending order. It
// includes fluents that are always true, but not fluents without influence.
func (c *Codec) Decode(words []uint64) []int32 {
	holds := make([]bool, len(c.constant))
	for f, l := range c.constant {
		holds[f] = l == network.True
	}
	for i := range c.fields {
		f := &c.fields[i]
		if code := int(f.get(words)) - f.first; code >= 0 {
			holds[f.fluents[code]] = true
		}
	}
	var fluents []int32
	for f, h := range holds {
		if h {
			fluents = append(fluents, int32(f))
		}
	}
	return fluents
}

// Holds returns a function that reports whether a live or constant fluent is true in
// a state.
func (c *Codec) Holds(fluent int32) func(words []uint64) bool {
	for i := range c.fields {
		f := &c.fields[i]
		if k := slices.Index(f.fluents, fluent); k >= 0 {
			code := f.code(k)
			return func(words []uint64) bool { return f.get(words) == code }
		}
	}
	always := c.constant[fluent] == network.True
	return func([]uint64) bool { return always }
}

// Relevant returns those of the given fluents that have an influence or are always
// true.
func (c *Codec) Relevant(fluents []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(fluents), func(f int32) bool { return !c.live[f] && c.constant[f] != network.True })
}

// Constants reports for each fluent whether it has the same value in all states.
func (c *Codec) Constants() []bool {
	list := make([]bool, len(c.constant))
	for f, l := range c.constant {
		list[f] = l == network.False || l == network.True
	}
	return list
}

// Varying returns the fluents that are true in the given state but not in all
// states.
func (c *Codec) Varying(words []uint64) []int32 {
	return slices.DeleteFunc(c.Decode(words), func(f int32) bool { return c.constant[f] == network.True })
}

// Packing summarizes the encoding of states.
type Packing struct {
	// Bits is the size of a state. A field encodes a group of mutually exclusive
	// fluents, or a single fluent.
	Bits, Fields int
	// Numbers of fluents that are not part of a state, because they are constant or
	// do not influence legal moves, goals or termination.
	Constant, Dead int
}

// Packing returns a summary of the encoding.
func (c *Codec) Packing() Packing {
	p := Packing{Bits: c.Bits, Fields: len(c.fields)}
	for f, constant := range c.Constants() {
		if constant {
			p.Constant++
		} else if !c.live[f] {
			p.Dead++
		}
	}
	return p
}

// NewCodec returns a codec that uses the proven facts to store live fluents in few
// bits.
func NewCodec(m *statemachine.Machine, f *prove.Facts, live []bool) Codec {
	return Codec{layout: newLayout(m, f, live), texts: m.Fluents, constant: f.Constant, live: live}
}
