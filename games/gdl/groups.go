package gdl

import (
	"slices"

	"zermelo/games/gdl/network"
)

// group are fluents of which at most one is true in any state.
type group struct {
	fluents []int32 // ascending
	always  bool    // one of them is always true
}

// facts are what is known of all states that can be reached.
type facts struct {
	groups []group
	// constant has, for each fluent, False or True if it is the same in all
	// states, else its literal.
	constant []network.Lit
	claims   []claim // those that hold
	turn     *turn   // nil if none is known
}

// candidateGroups are sets of fluents of one relation that differ in certain
// arguments only: for (cell x y piece) those with the same x and y, with the
// same piece, and so on.
func candidateGroups(t *termTable, fluents []groundTerm, wanted func(f int) bool, w *meter) [][]int32 {
	byRelation := map[relationKey][]int32{}
	var keys []relationKey
	for i, f := range fluents {
		if !wanted(i) {
			continue
		}
		key := relationKey{t.heads[f], len(t.arguments(f))}
		if byRelation[key] == nil {
			keys = append(keys, key)
		}
		byRelation[key] = append(byRelation[key], int32(i))
	}
	var list [][]int32
	for _, key := range keys {
		members := byRelation[key]
		for _, free := range freeArguments(key.arity) {
			bySame := map[string]int{}
			first := len(list)
			for _, i := range members {
				if w.spend(64+8*key.arity) != nil {
					return nil
				}
				var same []byte
				for k, arg := range t.arguments(fluents[i]) {
					if free>>k&1 == 0 {
						same = append(same, byte(arg), byte(arg>>8), byte(arg>>16), byte(arg>>24))
					}
				}
				at, ok := bySame[string(same)]
				if !ok {
					at = len(list)
					bySame[string(same)] = at
					list = append(list, nil)
				}
				list[at] = append(list[at], i)
			}
			list = list[:first+len(slices.DeleteFunc(list[first:], func(g []int32) bool { return len(g) < 2 }))]
		}
	}
	slices.SortStableFunc(list, slices.Compare[[]int32])
	return slices.CompactFunc(list, slices.Equal[[]int32])
}

// freeArguments are the sets of arguments, as bits, in which the members of a
// group may differ: all sets of up to four arguments; of more the single ones,
// all but one, and all.
func freeArguments(arity int) []uint64 {
	var sets []uint64
	if arity <= 4 {
		for set := uint64(1); set < 1<<arity; set++ {
			sets = append(sets, set)
		}
		return sets
	}
	if arity > 64 {
		return nil
	}
	all := ^uint64(0) >> (64 - arity)
	for k := range arity {
		sets = append(sets, 1<<k, all&^(1<<k))
	}
	return append(sets, all)
}

// census counts, over states met in random plays, how many members of each
// candidate group are true at least and at most, and which fluents change.
type census struct {
	least, most []int
	varies      []bool // by fluent
}

// sampled is how many states the census looks at, at most.
const sampled = 2000

// takeCensus looks at random plays. It is the same every time.
func (m *Machine) takeCensus(groups [][]int32) census {
	c := census{least: make([]int, len(groups)), most: make([]int, len(groups)), varies: make([]bool, len(m.Fluents))}
	of := make([][]int32, len(m.Fluents))
	for g, members := range groups {
		c.least[g] = len(members)
		for _, f := range members {
			of[f] = append(of[f], int32(g))
		}
	}
	initial := make([]bool, len(m.Fluents))
	for _, f := range m.Initial {
		initial[f] = true
	}
	count := make([]int, len(groups))
	m.wander(sampled, func(p *Play, _ bool) {
		_ = m.work.spend(len(count) + len(p.state))
		clear(count)
		for f, holds := range p.state {
			c.varies[f] = c.varies[f] || holds != initial[f]
			if holds {
				for _, g := range of[f] {
					count[g]++
				}
			}
		}
		for g, n := range count {
			c.least[g], c.most[g] = min(c.least[g], n), max(c.most[g], n)
		}
	})
	return c
}

// findFacts proves which fluents are constant, which groups there are, and which
// claims hold.
func (m *Machine) findFacts(p *prover) facts {
	l := m.logic
	varying := func(f int) bool { return l.fluents[f] != network.False && l.fluents[f] != network.True }
	sets := candidateGroups(m.terms, m.vocabulary.fluents, varying, m.work)
	census := m.takeCensus(sets)
	var candidates []invariant
	var constants, most, least []int // what the candidates are about
	for f, lit := range l.fluents {
		if !varying(f) || census.varies[f] {
			continue
		}
		c := invariant{now: lit, then: l.next[f]}
		if !m.vocabulary.initial[f] {
			c = invariant{now: lit.Not(), then: l.next[f].Not()}
		}
		candidates = append(candidates, c)
		constants = append(constants, f)
	}
	then := func(set []int32) (lits []network.Lit) {
		for _, f := range set {
			lits = append(lits, l.next[f])
		}
		return lits
	}
	number := make([]int, len(sets)) // of the candidate that at most one of them is true, -1 if it is none
	exclusion := newExclusion(l, sets, m.work)
	for g, set := range sets {
		if m.work.spend(16+8*len(set)) != nil {
			return facts{constant: l.fluents}
		}
		if number[g] = -1; census.most[g] > 1 {
			continue
		}
		number[g] = len(candidates)
		candidates = append(candidates, invariant{
			now:  l.AtLeastTwo(l.literals(set)).Not(),
			then: l.AtLeastTwo(then(set)).Not(),
			proves: func(holds []bool) bool {
				return exclusion.proves(set, func(g int32) bool { return number[g] >= 0 && holds[number[g]] })
			},
		})
		most = append(most, g)
	}
	for _, g := range most {
		if census.least[g] == 1 {
			candidates = append(candidates, invariant{now: l.Or(l.literals(sets[g])...), then: l.Or(then(sets[g])...)})
			least = append(least, g)
		}
	}
	claims := m.claims(p)
	for _, c := range claims {
		candidates = append(candidates, invariant{now: c.lit, then: l.after(c.lit)})
	}
	holds := p.induct(candidates)
	found := facts{constant: slices.Clone(l.fluents)}
	for i, f := range constants {
		if holds[i] {
			found.constant[f] = network.False
			if m.vocabulary.initial[f] {
				found.constant[f] = network.True
			}
		}
	}
	holds = holds[len(constants):]
	for i, g := range most {
		if m.work.spend(8+len(least)) != nil {
			break
		}
		if !holds[i] {
			continue
		}
		at := slices.Index(least, g)
		found.groups = append(found.groups, group{sets[g], at >= 0 && holds[len(most)+at]})
	}
	for i, c := range claims {
		if holds[len(candidates)-len(claims)-len(constants)+i] {
			found.claims = append(found.claims, c)
		}
	}
	return found
}

// after is the literal of what depends on the state alone, in the next state.
func (l *logic) after(lit network.Lit) network.Lit {
	inputs := map[int]network.Lit{}
	for i, f := range l.fluents {
		inputs[f.Node()] = l.next[i]
	}
	return l.CopyTo(l.Network, inputs, []network.Lit{lit})[0]
}

// literals are those of the given fluents.
func (l *logic) literals(fluents []int32) []network.Lit {
	lits := make([]network.Lit, len(fluents))
	for i, f := range fluents {
		lits[i] = l.fluents[f]
	}
	return lits
}
