package ground

import (
	"cmp"
	"slices"
	"strconv"

	"zermelo/games/gdl/work"
)

// Vocabulary is what the rules of a sheet speak of, in the order in which the
// numbers of fluents and moves count.
type Vocabulary struct {
	Roles   []Term
	Fluents []Term
	Moves   [][]Term // by role
	Initial []bool   // by fluent
	// The texts of fluents and moves.
	FluentNames []string
	MoveNames   [][]string
}

// Vocabulary finds the roles, in the order of the sheet, and the fluents and
// moves that can be, in natural order.
func (g *Rules) Vocabulary(w *work.Meter) Vocabulary {
	var v Vocabulary
	for _, atom := range g.AtomsOf("role", 1) {
		v.Roles = append(v.Roles, g.Terms.Arguments(atom)[0])
	}
	for _, atom := range g.AtomsOf("true", 1) {
		v.Fluents = append(v.Fluents, g.Terms.Arguments(atom)[0])
	}
	v.Moves, v.MoveNames = make([][]Term, len(v.Roles)), make([][]string, len(v.Roles))
	for _, atom := range g.AtomsOf("does", 2) {
		w.Spend(len(v.Roles))
		args := g.Terms.Arguments(atom)
		if r := slices.Index(v.Roles, args[0]); r >= 0 {
			v.Moves[r] = append(v.Moves[r], args[1])
		}
	}
	naming := g.naming(w)
	v.FluentNames = naming.sort(v.Fluents)
	for r, moves := range v.Moves {
		v.MoveNames[r] = naming.sort(moves)
	}
	for _, f := range v.Fluents {
		atom := g.Atom("init", f)
		v.Initial = append(v.Initial, atom != NoTerm && g.isKnown(atom))
	}
	return v
}

// naming writes terms. A term of few parts can have a text without end nearly, as
// its parts can be the same term: so the lengths are looked at first.
type naming struct {
	*TermTable
	*work.Meter
	lengths []int64 // of the texts, and of the words made of them, by term; no more than tooLong
	depths  []int64 // by term
	used    int64   // the length of all texts so far
}

const tooLong = 1 << 40

func (g *Rules) naming(w *work.Meter) *naming {
	n := &naming{TermTable: g.Terms, Meter: w, lengths: make([]int64, g.Terms.Size()), depths: make([]int64, g.Terms.Size())}
	w.Begin("when positions and moves are named", func() string { return w.TooMuch(n.used) }, nil)
	for t := range n.lengths {
		n.lengths[t] = 1 + int64(len(n.names[n.heads[t]]))
		args := n.Arguments(Term(t))
		for _, a := range args {
			n.depths[t] = max(n.depths[t], 1+n.depths[a])
		}
		for _, a := range args {
			// In a word each argument has as many separators as it is deep inside.
			n.lengths[t] = min(tooLong, n.lengths[t]+2+n.lengths[a]+n.depths[t])
		}
		w.Spend(4 + len(args))
	}
	return n
}

// sort puts terms into the natural order of their texts, which it returns.
func (n *naming) sort(terms []Term) []string {
	type named struct {
		term Term
		text string
	}
	list := make([]named, 0, len(terms))
	for _, t := range terms {
		n.used += n.lengths[t]
		// Sorting looks at each text some times.
		n.Spend(64 + int(8*n.lengths[t]))
		list = append(list, named{t, n.Text(t)})
	}
	slices.SortFunc(list, func(a, b named) int { return CompareNatural(a.text, b.text) })
	texts := make([]string, len(terms))
	for i, t := range list {
		terms[i], texts[i] = t.term, t.text
	}
	return texts
}

// CompareNatural orders texts, numbers in them by their size.
func CompareNatural(a, b string) int {
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
