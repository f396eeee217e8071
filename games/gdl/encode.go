package gdl

import (
	"zermelo/games"
	"zermelo/games/gdl/network"
)

// codec turns states into words and back.
type codec struct {
	*packing
	texts    []string      // of the fluents
	constant []network.Lit // see facts
	live     []bool
}

// encode puts the fluents, ascending, into the words of a state, which are zero.
// Those that are always true can be left out. It is an InputError if no state
// has these fluents.
func (c *codec) encode(words []uint64, fluents []int32) error {
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
			return games.BadInput("position: one of %s ... %s is missing: one of them is always true in this game", games.Echo(c.texts[f.fluents[0]]), games.Echo(c.texts[f.fluents[len(f.fluents)-1]]))
		}
	}
	return nil
}

// decode lists the fluents that are true in a state, ascending. Those that do not
// matter are left out.
func (c *codec) decode(words []uint64) []int32 {
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

// relevant are the given fluents without those that do not matter.
func (c *codec) relevant(fluents []int32) []int32 {
	var list []int32
	for _, f := range fluents {
		if c.live[f] || c.constant[f] == network.True {
			list = append(list, f)
		}
	}
	return list
}

// complete says whether decode gives back what encode got: whether all fluents
// matter.
func (c *codec) complete() bool {
	for f, l := range c.constant {
		if !c.live[f] && l != network.False && l != network.True {
			return false
		}
	}
	return true
}

// settled says of each fluent whether it is the same in all states.
func (c *codec) settled() []bool {
	list := make([]bool, len(c.constant))
	for f, l := range c.constant {
		list[f] = l == network.False || l == network.True
	}
	return list
}
