package gdl

import (
	"fmt"
	"slices"

	"zermelo/games/gdl/automorphism"
)

const (
	// symmetryLimit is how many edges of the graph of the rules the search for
	// symmetries looks at. Work is counted, not timed: see prover.go.
	symmetryLimit = 10_000_000
	// maxSymmetryRules is the largest number of rules that is looked at, and
	// maxSymmetryConditions that of their conditions, each an edge of the graph.
	maxSymmetryRules      = 400_000
	maxSymmetryConditions = 100_000_000
	// maxSymmetries is the largest group that is used. Of a larger one a part is
	// taken that is a group itself.
	maxSymmetries = 128
)

// Symmetries are permutations of a game's fluents that change neither its rules
// nor its first state, and keep the roles. All positions that one of them takes to
// each other are worth the same, and all are reached if one of them is.
type Symmetries struct {
	// Order is the number of all that were found, Used the number of those that
	// canonical states are made with. Not moving anything counts as one.
	Order float64
	Used  int
	// Complete says that there are no others that permute the rules.
	Complete bool

	elements [][]int32 // by element and fluent: where the fluent goes; the first moves nothing
}

// Symmetric is what the games made by Machine.Open can tell of their symmetries.
type Symmetric interface{ Symmetries() Symmetries }

// noSymmetries is the group that moves none of so many fluents.
func noSymmetries(fluents int) Symmetries {
	none := make([]int32, fluents)
	for f := range none {
		none[f] = int32(f)
	}
	return Symmetries{Order: 1, Used: 1, elements: [][]int32{none}}
}

// describe says what is used, for people; nothing if there is nothing to use.
func (s *Symmetries) describe() string {
	if s.Used == 1 {
		return ""
	}
	return fmt.Sprintf("%d permutations of the fluents, with that of none, which change neither the rules nor the first position", s.Used)
}

// findSymmetries finds symmetries of the rules, and proves them by the way: each
// takes every rule without variables to such a rule.
func (m *Machine) findSymmetries(c *codec) Symmetries {
	s := noSymmetries(len(m.Fluents))
	if m.Rules > maxSymmetryRules || len(m.rules.bodies) > maxSymmetryConditions {
		return s
	}
	r := newRuleGraph(m.rules, &m.vocabulary, c, m.work)
	if m.work.failure() != nil {
		return s
	}
	graph := r.make()
	if m.work.failure() != nil {
		return s
	}
	group := automorphism.Find(graph, len(r.points), symmetryLimit, func(steps int) bool { return m.work.spend(steps) == nil })
	s.Order, s.Complete = group.Order, group.Complete
	for _, g := range group.Generators {
		if m.work.spend(16*len(s.elements[0])) != nil {
			break
		}
		permutation := slices.Clone(s.elements[0])
		for i, f := range r.points {
			permutation[f] = r.points[g[i]]
		}
		s.extend(permutation, m.work)
	}
	return s
}

// extend makes the group that the elements and another permutation generate,
// unless it is too large.
func (s *Symmetries) extend(by []int32, w *meter) {
	generators := append(slices.Clone(s.elements[1:]), by)
	known := map[string]bool{}
	elements := [][]int32{s.elements[0]}
	known[key(s.elements[0])] = true
	for i := 0; i < len(elements); i++ {
		for _, g := range generators {
			if w.spend(32*len(by)) != nil {
				return
			}
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
	s.elements = elements
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
		b = append(b, byte(to), byte(to>>8), byte(to>>16), byte(to>>24))
	}
	return string(b)
}
