package gdl

import (
	"math/bits"
	"slices"

	"zermelo/games/gdl/network"
)

// packing is how a state is written with few bits. A group of fluents of which
// at most one is true is a field with a code for each; any other fluent that
// varies is a field of one bit.
type packing struct {
	fields []field
	bits   int
}

// field is a number of consecutive bits of a state, up to 64.
type field struct {
	at, width int
	// fluents are those that the codes stand for. Code c stands for fluent
	// number c - first; codes below first for none of them.
	fluents []int32
	first   int // 1, or 0 if one of them is always true
}

// code is that of a fluent of the field.
func (f *field) code(i int) uint64 { return uint64(i + f.first) }

// packing chooses groups, each time the one that saves the most bits for the
// fluents that are left.
func (f *facts) packing(live []bool, w *meter) *packing {
	p := &packing{}
	left := make([]bool, len(f.constant))
	for i, l := range f.constant {
		left[i] = live[i] && l != network.False && l != network.True
	}
	for {
		var best field
		saved := 0
		for _, g := range f.groups {
			if w.spend(4*len(g.fluents)) != nil {
				return p
			}
			members := slices.DeleteFunc(slices.Clone(g.fluents), func(i int32) bool { return !left[i] })
			first := 1
			if g.always && isAll(g.fluents, left, f.constant) {
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

// isAll says whether all of the group that can be true are left.
func isAll(group []int32, left []bool, constant []network.Lit) bool {
	for _, i := range group {
		if constant[i] != network.False && !left[i] {
			return false
		}
	}
	return true
}

// add appends a field, all of it in one word.
func (p *packing) add(f field, left []bool) {
	if p.bits%64+f.width > 64 {
		p.bits += 64 - p.bits%64
	}
	f.at = p.bits
	p.bits += f.width
	p.fields = append(p.fields, f)
	for _, i := range f.fluents {
		left[i] = false
	}
}

// get is the code of the field in a state.
func (f *field) get(words []uint64) uint64 {
	return words[len(words)-1-f.at/64] >> (f.at % 64) & (1<<f.width - 1)
}

// set puts a code into a field that is zero.
func (f *field) set(words []uint64, code uint64) {
	words[len(words)-1-f.at/64] |= code << (f.at % 64)
}

// packedLogic is a logic over the bits of packed states.
type packedLogic struct {
	*logic
	// state are the bits; nextState are those of the next state.
	state, nextState []network.Lit
}

// pack writes the logic over packed states.
func (l *logic) pack(p *packing, constant []network.Lit, w *meter) *packedLogic {
	packed := &packedLogic{}
	type place struct {
		field *field
		index int
	}
	places := map[int32]place{}
	for i := range p.fields {
		for k, f := range p.fields[i].fluents {
			places[f] = place{&p.fields[i], k}
		}
	}
	packed.logic = l.rebuild(func(to *network.Network, i int) network.Lit {
		for len(packed.state) < p.bits {
			packed.state = append(packed.state, to.Input())
		}
		if at, ok := places[int32(i)]; ok {
			if w.spend(at.field.width*at.field.codes()) != nil {
				return network.False
			}
			return to.And(at.field.decode(packed.state[at.field.at:], at.index)...)
		}
		if c := constant[i]; c == network.True {
			return c
		}
		// It is never true, or it does not matter whether it is.
		return network.False
	})
	packed.nextState = make([]network.Lit, p.bits)
	for i := range p.fields {
		f := &p.fields[i]
		for b := range f.width {
			var set []network.Lit
			for k, fluent := range f.fluents {
				if f.code(k)>>b&1 == 1 {
					set = append(set, packed.next[fluent])
				}
			}
			packed.nextState[f.at+b] = packed.Or(set...)
		}
	}
	return packed
}

// decode is a cube over the field's bits that holds for the code of fluent
// number i and for no other code in use.
func (f *field) decode(state []network.Lit, i int) []network.Lit {
	code, mask := f.code(i), uint64(1)<<f.width-1
	for b := range f.width {
		// Without bit b, is it still the only one?
		shorter := mask &^ (1 << b)
		only := true
		for c := uint64(0); c < uint64(len(f.fluents)+f.first); c++ {
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

// live says of each fluent whether it has any influence on legal moves, goals
// or the end, now or later. Others are no part of a state.
func (l *logic) live() []bool {
	live := make([]bool, len(l.fluents))
	byNode := map[int]int{}
	for i, f := range l.fluents {
		byNode[f.Node()] = i
	}
	o := l.outputs()
	lits := slices.Clone(o.lits[len(l.next):])
	for l.Err() == nil {
		found := false
		for _, v := range l.Cone(lits) {
			if i, ok := byNode[v]; ok && !live[i] && v != 0 {
				live[i], found = true, true
				lits = append(lits, l.next[i])
			}
		}
		if !found {
			break
		}
	}
	return live
}
