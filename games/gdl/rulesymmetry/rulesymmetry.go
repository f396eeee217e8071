// Package rulesymmetry finds symmetries of a rule sheet: permutations of the fluents
// that preserve the rules, the initial state and the roles. Find computes the
// automorphisms of a graph of the ground rules. It returns the Group that they
// generate, or a subgroup if the group is large.
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
	symmetryLimit         = 10_000_000  // edges visited by the search
	maxSymmetryRules      = 400_000     // rules in the graph
	maxSymmetryConditions = 100_000_000 // edges in the graph
	maxSymmetries         = 128         // elements in use
)

// Group is a group of symmetries. All states in an orbit have the same value, and
// either all or none of them are reachable.
type Group struct {
	Order    float64 // of the group found
	Used     int     // number of permutations in use, including the identity
	Complete bool    // the group found contains all symmetries

	Elements [][]int32 // by element and fluent: image of the fluent; the identity is first
}

// Trivial returns the group that contains only the identity.
func Trivial(fluents int) Group {
	none := make([]int32, fluents)
	for f := range none {
		none[f] = int32(f)
	}
	return Group{Order: 1, Used: 1, Elements: [][]int32{none}}
}

// Describe returns a description of the symmetries in use, or "" if there is only
// the identity.
func (s *Group) Describe() string {
	if s.Used == 1 {
		return ""
	}
	return fmt.Sprintf("%d permutations of the fluents, with the identity, that preserve the rules and the first position", s.Used)
}

// Find returns a group of symmetries of the rules. Each symmetry maps ground rules
// to ground rules, so no further proof is needed. The group is trivial if the sheet
// has too many rules.
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

// RolesExchangeable reports whether it finds a permutation of fluents and moves that
// exchanges the two roles and preserves the rules and the initial state. It returns
// false if it reaches a limit.
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

// extend adds a permutation and its products to the group, unless the group would
// then have more than maxSymmetries elements.
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
