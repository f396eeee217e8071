package gdl

import (
	"cmp"
	"slices"
	"strconv"

	"zermelo/games/gdl/network"
)

// logic is a sheet as a Boolean network. Its inputs are the fluents, or the bits
// that encode them, and the moves done.
type logic struct {
	*network.Network
	fluents []network.Lit // by number
	does    [][]network.Lit
	// idle is, by role, the move by which it waits, if the roles take turns: in
	// every ply exactly one role makes another move. Else it is nil.
	idle []int
	// What follows from the inputs.
	next     []network.Lit
	legal    [][]network.Lit
	goals    [][]goal
	terminal network.Lit
}

// newMoves makes the literals of the moves done, for each role as many as sizes
// has. Each role does one; if there are idle moves all but one role do theirs.
func newMoves(net *network.Network, sizes, idle []int) [][]network.Lit {
	var does [][]network.Lit
	if idle == nil {
		for _, n := range sizes {
			does = append(does, net.Choice(n))
		}
		return does
	}
	others := -len(sizes)
	for _, n := range sizes {
		others += n
	}
	// All that is not idle is one choice.
	choice := net.Choice(others)
	for r, n := range sizes {
		own := choice[:n-1]
		choice = choice[n-1:]
		none := net.Or(own...).Not()
		does = append(does, slices.Insert(slices.Clone(own), idle[r], none))
	}
	return does
}

// goal is a payoff and when a role has it.
type goal struct {
	value int
	holds network.Lit
}

// vocabulary is what the rules of a sheet speak of, in the order in which the
// numbers of fluents and moves count.
type vocabulary struct {
	roles   []groundTerm
	fluents []groundTerm
	moves   [][]groundTerm // by role
	initial []bool         // by fluent
}

// vocabulary finds the roles, in the order of the sheet, and the fluents and
// moves that can be, in natural order.
func (g *grounding) vocabulary() vocabulary {
	var v vocabulary
	arguments := func(name string, arity int) [][]groundTerm {
		var list [][]groundTerm
		for _, atom := range g.relation(g.terms.symbol(name), arity).atoms {
			list = append(list, g.terms.arguments(atom))
		}
		return list
	}
	for _, args := range arguments("role", 1) {
		v.roles = append(v.roles, args[0])
	}
	for _, args := range arguments("true", 1) {
		v.fluents = append(v.fluents, args[0])
	}
	order := func(a, b groundTerm) int { return compareNatural(g.terms.text(a), g.terms.text(b)) }
	slices.SortFunc(v.fluents, order)
	v.moves = make([][]groundTerm, len(v.roles))
	for _, args := range arguments("does", 2) {
		if r := slices.Index(v.roles, args[0]); r >= 0 {
			v.moves[r] = append(v.moves[r], args[1])
		}
	}
	for _, moves := range v.moves {
		slices.SortFunc(moves, order)
	}
	init := g.terms.symbol("init")
	for _, f := range v.fluents {
		atom := g.terms.lookup(init, f)
		v.initial = append(v.initial, atom != noTerm && g.isKnown(atom))
	}
	return v
}

// compareNatural orders texts, numbers in them by their size.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, _ := strconv.ParseUint(a[:x], 10, 64)
			n, _ := strconv.ParseUint(b[:y], 10, 64)
			if c := cmp.Or(cmp.Compare(m, n), cmp.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is the length of the number that a begins with.
func digits(a string) int {
	n := 0
	for n < len(a) && n < 18 && a[n] >= '0' && a[n] <= '9' {
		n++
	}
	return n
}
