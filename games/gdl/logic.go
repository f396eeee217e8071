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
	// The texts of fluents and moves.
	fluentNames []string
	moveNames   [][]string
}

// vocabulary finds the roles, in the order of the sheet, and the fluents and
// moves that can be, in natural order.
func (g *grounding) vocabulary(w *meter) (vocabulary, error) {
	var v vocabulary
	arguments := func(name string, arity int) [][]groundTerm {
		var list [][]groundTerm
		for _, atom := range g.relation(g.terms.symbol(name), arity).atoms {
			list = append(list, g.terms.arguments(atom))
		}
		return list
	}
	number := map[groundTerm]int{} // of each role
	for _, args := range arguments("role", 1) {
		number[args[0]] = len(v.roles)
		v.roles = append(v.roles, args[0])
	}
	for _, args := range arguments("true", 1) {
		v.fluents = append(v.fluents, args[0])
	}
	v.moves, v.moveNames = make([][]groundTerm, len(v.roles)), make([][]string, len(v.roles))
	for _, args := range arguments("does", 2) {
		if r, ok := number[args[0]]; ok {
			v.moves[r] = append(v.moves[r], args[1])
		}
	}
	naming := g.naming(w)
	v.fluentNames = naming.sort(v.fluents)
	for r, moves := range v.moves {
		v.moveNames[r] = naming.sort(moves)
	}
	init := g.terms.symbol("init")
	for _, f := range v.fluents {
		atom := g.terms.lookup(init, f)
		v.initial = append(v.initial, atom != noTerm && g.isKnown(atom))
	}
	return v, w.failure()
}

// naming writes terms. A term of few parts can have a text without end nearly, as
// its parts can be the same term: so the lengths are looked at first.
type naming struct {
	*termTable
	*meter
	lengths []int64 // of the texts, and of the words made of them, by term; no more than tooLong
	depths  []int64 // by term
	used    int64   // the length of all texts so far
}

const tooLong = 1 << 40

func (g *grounding) naming(w *meter) *naming {
	n := &naming{termTable: g.terms, meter: w, lengths: make([]int64, g.terms.size()), depths: make([]int64, g.terms.size())}
	w.begin("when positions and moves are named", func() string { return w.tooMuch(n.used) }, nil)
	for t := range n.lengths {
		n.lengths[t] = 1 + int64(len(n.names[n.heads[t]]))
		args := n.arguments(groundTerm(t))
		for _, a := range args {
			n.depths[t] = max(n.depths[t], 1+n.depths[a])
		}
		for _, a := range args {
			// In a word each argument has as many separators as it is deep inside.
			n.lengths[t] = min(tooLong, n.lengths[t]+2+n.lengths[a]+n.depths[t])
		}
		if w.spend(4+len(args)) != nil {
			break
		}
	}
	return n
}

// sort puts terms into the natural order of their texts, which it returns.
func (n *naming) sort(terms []groundTerm) []string {
	type named struct {
		term groundTerm
		text string
	}
	list := make([]named, 0, len(terms))
	for _, t := range terms {
		n.used += n.lengths[t]
		// Sorting looks at each text some times.
		if n.spend(64+int(8*n.lengths[t])) != nil {
			return nil
		}
		list = append(list, named{t, n.text(t)})
	}
	slices.SortFunc(list, func(a, b named) int { return compareNatural(a.text, b.text) })
	texts := make([]string, len(terms))
	for i, t := range list {
		terms[i], texts[i] = t.term, t.text
	}
	return texts
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
