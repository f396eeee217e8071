// Package symmetry finds the symmetries of rules: permutations of the fluents that
// change neither the rules nor the first state, and keep the roles.
//
// Find looks for the automorphisms of a graph made of the rules without variables.
// The Group that it returns has the permutations that are used; of a large group a
// part that is a group itself.
package symmetry

import (
	"encoding/binary"
	"fmt"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/symmetry/automorphism"
	"zermelo/games/gdl/work"
)

const (
	// symmetryLimit is how many edges of the graph of the rules the search for
	// symmetries looks at. Work is counted, not timed: see package prove.
	symmetryLimit = 10_000_000
	// maxSymmetryRules is the largest number of rules that is looked at, and
	// maxSymmetryConditions that of their conditions, each an edge of the graph.
	maxSymmetryRules      = 400_000
	maxSymmetryConditions = 100_000_000
	// maxSymmetries is the largest group that is used. Of a larger one a part is
	// taken that is a group itself.
	maxSymmetries = 128
)

// Group are permutations of a game's fluents that change neither its rules
// nor its first state, and keep the roles. All positions that one of them takes to
// each other are worth the same, and all are reached if one of them is.
type Group struct {
	// Order is the number of all that were found, Used the number of those that
	// canonical states are made with. Not moving anything counts as one.
	Order float64
	Used  int
	// Complete says that there are no others that permute the rules.
	Complete bool

	Elements [][]int32 // by element and fluent: where the fluent goes; the first moves nothing
}

// Trivial is the group that moves none of so many fluents.
func Trivial(fluents int) Group {
	none := make([]int32, fluents)
	for f := range none {
		none[f] = int32(f)
	}
	return Group{Order: 1, Used: 1, Elements: [][]int32{none}}
}

// Describe says what is used, for people; nothing if there is nothing to use.
func (s *Group) Describe() string {
	if s.Used == 1 {
		return ""
	}
	return fmt.Sprintf("%d permutations of the fluents, with that of none, which change neither the rules nor the first position", s.Used)
}

// Find finds symmetries of the rules, and proves them by the way: each
// takes every rule without variables to such a rule.
func Find(m *machine.Machine, constant []network.Lit, live []bool) Group {
	s := Trivial(len(m.Fluents))
	if m.Rules > maxSymmetryRules || m.Ground.Conditions() > maxSymmetryConditions {
		return s
	}
	r := newRuleGraph(m.Ground, &m.Vocabulary, constant, live, m.Work)
	graph := r.make()
	group := automorphism.Find(graph, len(r.points), symmetryLimit, m.Work.Spend)
	s.Order, s.Complete = group.Order, group.Complete
	for _, g := range group.Generators {
		m.Work.Spend(16 * len(s.Elements[0]))
		permutation := slices.Clone(s.Elements[0])
		for i, f := range r.points {
			permutation[f] = r.points[g[i]]
		}
		s.extend(permutation, m.Work)
	}
	return s
}

// Exchange reports whether it is proven that two roles can be exchanged: that a permutation of
// fluents and moves with that of the roles changes neither the rules nor the first state.
func Exchange(m *machine.Machine, constant []network.Lit, live []bool) bool {
	if len(m.Roles) != 2 || m.Rules > maxSymmetryRules || m.Ground.Conditions() > maxSymmetryConditions {
		return false
	}
	r := newRuleGraph(m.Ground, &m.Vocabulary, constant, live, m.Work)
	r.exchange = true
	graph := r.make()
	var always [2][]int
	for _, g := range r.always() {
		always[g.role] = append(always[g.role], g.number)
	}
	role := len(r.points)
	group := automorphism.Find(graph, role+2, symmetryLimit, m.Work.Spend)
	return slices.Equal(always[0], always[1]) && slices.ContainsFunc(group.Generators, func(g []int32) bool { return int(g[role]) != role })
}

// extend makes the group that the elements and another permutation generate,
// unless it is too large.
func (s *Group) extend(by []int32, w *work.Meter) {
	generators := append(slices.Clone(s.Elements[1:]), by)
	known := map[string]bool{}
	elements := [][]int32{s.Elements[0]}
	known[key(s.Elements[0])] = true
	for i := 0; i < len(elements); i++ {
		for _, g := range generators {
			w.Spend(32 * len(by))
			product := compose(elements[i], g)
			if k := key(product); !known[k] {
				known[k] = true
				elements = append(elements, product)
			}
			if len(elements) > maxSymmetries {
				return
			}
		}
	}
	s.Elements = elements
}

// compose is the permutation that does p first, then q.
func compose(p, q []int32) []int32 {
	r := make([]int32, len(p))
	for i, to := range p {
		r[i] = q[to]
	}
	return r
}

func key(p []int32) string {
	b := make([]byte, 0, 4*len(p))
	for _, to := range p {
		b = binary.LittleEndian.AppendUint32(b, uint32(to))
	}
	return string(b)
}
