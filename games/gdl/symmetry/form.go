package symmetry

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/symmetry/automorphism"
)

// Form is what is left of rules without their names and their order. Two sheets with the
// same Text are the same game: fluents and moves in the same places of their Forms stand
// for each other. Roles keep their order, goals their values.
type Form struct {
	Text    []byte
	Fluents []int32   // those that matter
	Moves   [][]int32 // by role
}

// Digest is the SHA-256 of the text, in hexadecimal.
func (f *Form) Digest() string { return fmt.Sprintf("%x", sha256.Sum256(f.Text)) }

// formLimit is how many edges of the graph of the rules are looked at for a Form.
const formLimit = 20_000_000

// FormOf finds the form of a sheet, nil if that is too much work or the graph of its
// rules is one that Canonical of package automorphism has no order for.
func FormOf(m *machine.Machine) *Form {
	if m.Rules > maxSymmetryRules || m.Ground.Conditions() > maxSymmetryConditions {
		return nil
	}
	r := newRuleGraph(m.Ground, &m.Vocabulary, m.Logic.Fluents, m.Logic.Live(), m.Work)
	r.make()
	f := &Form{Text: r.palette(), Moves: make([][]int32, len(m.Roles))}
	graph := automorphism.NewGraph(r.colors, r.pairs)
	order := automorphism.Canonical(graph, formLimit, m.Work.Spend)
	if order == nil {
		return nil
	}
	f.Text = append(f.Text, graph.Text(order)...)
	type move struct {
		role   int
		number int32
	}
	moves := map[int32]move{} // by vertex
	for role, list := range m.Vocabulary.Moves {
		for i, term := range list {
			moves[r.vertices[itself][r.Atom("does", m.Vocabulary.Roles[role], term)]] = move{role, int32(i)}
		}
	}
	for _, v := range order {
		if int(v) < len(r.points) {
			f.Fluents = append(f.Fluents, r.points[v])
		} else if at, ok := moves[v]; ok {
			f.Moves[at.role] = append(f.Moves[at.role], at.number)
		}
	}
	return f
}

// palette numbers the colours of the vertices by what they stand for and writes that,
// with the number of roles and the goals that always hold, which are no vertices.
func (r *ruleGraph) palette() []byte {
	list := slices.SortedFunc(maps.Keys(r.byColor), func(a, b vertexColor) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role), cmp.Compare(a.number, b.number))
	})
	rank := make([]int32, len(list))
	text := binary.AppendUvarint(nil, uint64(len(r.vocabulary.Roles)))
	add := func(c vertexColor) {
		text = binary.AppendVarint(append(text, byte(c.kind), byte(c.role)), int64(c.number))
	}
	for i, c := range list {
		rank[r.byColor[c]] = int32(i)
		add(c)
	}
	for _, c := range r.always() {
		add(c)
	}
	for v, c := range r.colors {
		r.colors[v] = rank[c]
	}
	return text
}

// always are the goals that always hold, sorted.
func (r *ruleGraph) always() (list []vertexColor) {
	for _, atom := range r.AtomsOf("goal", 2) {
		if role, value, ok := r.goal(atom); ok && r.can[atom] == network.CanBeTrue {
			list = append(list, vertexColor{goalVertex, role, value})
		}
	}
	slices.SortFunc(list, func(a, b vertexColor) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.number, b.number))
	})
	return list
}
