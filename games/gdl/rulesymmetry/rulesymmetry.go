// Package rulesymmetry finds symmetries of a rule sheet: permutations of the
// fluents that preserve the rules, the initial state and the roles.
//
// Find computes the automorphisms of a graph of the ground rules. It returns
// the Group that they generate, or a subgroup if the group is large.
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
	// symmetryLimit is the maximum number of edges visited by the search.
	// Effort is measured in steps, not time; see package prove.
	symmetryLimit = 10_000_000
	// maxSymmetryRules and maxSymmetryConditions limit the size of the graph,
	// which has an edge for each condition.
	maxSymmetryRules      = 400_000
	maxSymmetryConditions = 100_000_000
	// maxSymmetries is the maximum number of elements in use. If the group is
	// larger, a subgroup is used.
	maxSymmetries = 128
)

// Group is a group of permutations of fluents that preserve the rules, the
// initial state and the roles. All states in an orbit have the same value, and
// either all or none of them are reachable.
type Group struct {
	// Order is the order of the group found. Used is the number of permutations
	// in use. Both include the identity.
	Order float64
	Used  int
	// Complete reports whether the group found contains all symmetries.
	Complete bool

	Elements [][]int32 // by element and fluent: image of the fluent; the first element is the identity
}

// Trivial returns the group that contains only the identity.
func Trivial(fluents int) Group {
	none := make([]int32, fluents)
	for f := range none {
		none[f] = int32(f)
	}
	return Group{Order: 1, Used: 1, Elements: [][]int32{none}}
}

// Describe returns a description of the symmetries in use, or "" if there are
// none besides the identity.
func (s *Group) Describe() string {
	if s.Used == 1 {
		return ""
	}
	return fmt.Sprintf("%d permutations of the fluents, with the identity, that preserve the rules and the first position", s.Used)
}

// Find returns symmetries of the rules. Each of them maps every ground rule to
// a ground rule, so no further proof is needed. The group is trivial if the
// sheet has too many rules.
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

// RolesExchangeable reports whether the two roles are interchangeable. This is the case
// if a permutation of fluents and moves exchanges the roles and preserves the
// rules and the initial state. Exchange returns false if it finds no such
// permutation within its limits.
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

// extend adds a permutation and its products to the group. If the group would
// have more than maxSymmetries elements, extend leaves it unchanged.
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

// compose returns the permutation that applies p and then q.
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
