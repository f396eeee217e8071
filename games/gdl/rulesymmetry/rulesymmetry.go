// Package rulesymmetry finds the symmetries of rules: permutations of the
// fluents that preserve the rules, the first state and the roles.
//
// Find computes the automorphisms of a graph of the ground rules. It returns a
// Group, or a subgroup if the group is large.
//
// Start reading in rulesymmetry.go.
package rulesymmetry

import (
	"encoding/binary"
	"fmt"
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/rulesymmetry/automorphism"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

const (
	// symmetryLimit is the maximum number of edges that the search visits.
	// Effort is counted, not timed; see package prove.
	symmetryLimit = 10_000_000
	// maxSymmetryRules and maxSymmetryConditions limit the size of the graph,
	// which has an edge per condition.
	maxSymmetryRules      = 400_000
	maxSymmetryConditions = 100_000_000
	// maxSymmetries is the maximum size of the group in use. A subgroup is used
	// of a larger group.
	maxSymmetries = 128
)

// Group is a group of permutations of fluents that preserve the rules, the
// first state and the roles. All positions in an orbit have the same value, and
// all or none of them are reachable.
type Group struct {
	// Order is the size of the group found, and Used the number of permutations
	// in use. Both count the identity.
	Order float64
	Used  int
	// Complete reports whether the group contains all symmetries.
	Complete bool

	Elements [][]int32 // by element and fluent: where the fluent goes; the first moves nothing
}

// Trivial returns the group of the identity.
func Trivial(fluents int) Group {
	none := make([]int32, fluents)
	for f := range none {
		none[f] = int32(f)
	}
	return Group{Order: 1, Used: 1, Elements: [][]int32{none}}
}

// Describe describes the symmetries in use, or returns "" if there are none.
func (s *Group) Describe() string {
	if s.Used == 1 {
		return ""
	}
	return fmt.Sprintf("%d permutations of the fluents, with the identity, that preserve the rules and the first position", s.Used)
}

// Find returns symmetries of the rules. Each is proven: it maps every ground
// rule to a ground rule.
func Find(m *statemachine.Machine, constant []network.Lit, live []bool) Group {
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

// RolesExchangeable reports whether the two roles are proven exchangeable: a permutation
// of fluents and moves that exchanges the roles preserves the rules and the
// first state.
func RolesExchangeable(m *statemachine.Machine, constant []network.Lit, live []bool) bool {
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

// extend adds a permutation and its products to the group, unless that makes it
// too large.
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

// compose returns the permutation that applies p, then q.
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
