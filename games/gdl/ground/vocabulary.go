package ground

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"zermelo/games/gdl/work"
)

// Vocabulary lists the roles, fluents and moves of a sheet by their numbers.
type Vocabulary struct {
	Roles   []Term // the players, followed by the role random if there is one
	Players int
	Fluents []Term
	Moves   [][]Term // by role
	Initial []bool   // by fluent: whether it is true in the initial state
	// The names are in GDL.
	FluentNames []string
	MoveNames   [][]string
}

// Vocabulary returns the players in the order of the sheet, and the possible fluents
// and moves in natural order.
func (g *Rules) Vocabulary(w *work.Meter) Vocabulary {
	var v Vocabulary
	for _, atom := range g.AtomsOf("role", 1) {
		v.Roles = append(v.Roles, g.Terms.Arguments(atom)[0])
	}
	v.Players = len(v.Roles)
	if i := slices.IndexFunc(v.Roles, func(r Term) bool {
		return len(g.Terms.Arguments(r)) == 0 && strings.EqualFold(g.Terms.Text(r), "random")
	}); i >= 0 {
		v.Players--
		random := v.Roles[i]
		v.Roles = append(slices.Delete(v.Roles, i, i+1), random)
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

// naming formats terms. A term with few distinct subterms can have an exponentially
// long text, so the lengths are computed first.
type naming struct {
	*TermTable
	*work.Meter
	lengths []int64 // by term: length of its text or its sheet.Word, whichever is longer, at most tooLong
	depths  []int64 // by term: nesting depth
	used    int64   // total length of all texts so far
}

const tooLong = 1 << 40

func (g *Rules) naming(w *work.Meter) *naming {
	n := &naming{TermTable: g.Terms, Meter: w, lengths: make([]int64, g.Terms.Size()), depths: make([]int64, g.Terms.Size())}
	w.Begin("naming positions and moves", func() string { return w.MemoryExcess(n.used) }, nil)
	for t := range n.lengths {
		n.lengths[t] = 1 + int64(len(n.names[n.heads[t]]))
		args := n.Arguments(Term(t))
		for _, a := range args {
			n.depths[t] = max(n.depths[t], 1+n.depths[a])
		}
		for _, a := range args {
			// In a word, separators of length n surround an argument of depth n.
			n.lengths[t] = min(tooLong, n.lengths[t]+2+n.lengths[a]+n.depths[t])
		}
		w.Spend(4 + len(args))
	}
	return n
}

// sort sorts terms by their texts in natural order, and returns the texts.
func (n *naming) sort(terms []Term) []string {
	type named struct {
		term Term
		text string
	}
	list := make([]named, 0, len(terms))
	for _, t := range terms {
		n.used += n.lengths[t]
		n.Spend(64 + int(8*n.lengths[t])) // sorting compares each text several times
		list = append(list, named{t, n.Text(t)})
	}
	slices.SortFunc(list, func(a, b named) int { return CompareNatural(a.text, b.text) })
	texts := make([]string, len(terms))
	for i, t := range list {
		terms[i], texts[i] = t.term, t.text
	}
	return texts
}

// CompareNatural compares two strings, treating runs of digits as numbers.
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

// digits returns the number of digits at the start of a, at most 18.
func digits(a string) int {
	n := 0
	for n < len(a) && n < 18 && a[n] >= '0' && a[n] <= '9' {
		n++
	}
	return n
}
