package pack

import (
	"slices"

	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// Layering computes the layers of states. A state's layer is a quantity that grows
// with every ply: the sum of the ranks of certain fields, relative to the initial
// state. Examples are a step counter, the number of occupied cells, and a round
// number combined with the turn.
type Layering struct {
	ranks  []fieldRank
	tables []rankTable // sums of ranks whose fields are close together
	far    []fieldRank // the remaining ranks
	span   int
	start  int32 // sum of the ranks in the initial state

	prover *prove.Prover // for LowerBound; nil unless the game has one role
}

// maxCodes is the maximum number of codes of a ranked field, or of pairs of codes.
const maxCodes = 300

// FindLayering searches for fields that never return to an earlier code, and proves
// that each ply changes the rank of at least one of them. It returns nil if it finds
// no such fields.
func FindLayering(m *statemachine.Machine, p *prove.Prover, c *Codec) *Layering {
	p.Begin()
	ranked := rankFields(m, p, c, true)
	found := len(ranked) > 0 && strict(p, ranked)
	if !found && p.OverBudget() {
		p.Begin()
		ranked = rankFields(m, p, c, false)
		found = len(ranked) > 0 && strict(p, ranked)
	}
	if !found {
		return nil
	}
	y := newLayering(ranked, spanOf(p, ranked))
	words := make([]uint64, (c.Bits+63)/64)
	if err := c.Encode(words, c.Relevant(m.Initial)); err != nil {
		panic(err) // the initial state satisfies all invariants
	}
	y.start = y.Layer(words)
	if len(m.Roles) == 1 { // LowerBound is not used otherwise, and a prover takes memory
		y.prover = p
	}
	return y
}

// rankFields returns ranks that never decrease. If pairs is true and one field or one
// pair of fields suffices, it returns only that rank, and otherwise the ranks of all
// fields. On a large board, trying pairs may exceed the budget.
func rankFields(m *statemachine.Machine, p *prove.Prover, c *Codec, pairs bool) []fieldRank {
	var ranked []fieldRank
	fields, restless := restless(m, c)
	for _, f := range fields {
		if p.OverBudget() {
			break
		}
		r, ok := rankOf(p, f)
		if !ok {
			continue
		}
		ranked = append(ranked, r)
		if !pairs {
			continue
		}
		if strict(p, ranked[len(ranked)-1:]) {
			return ranked[len(ranked)-1:]
		}
		for _, turn := range restless {
			if turn == f || p.OverBudget() {
				continue
			}
			if both, ok := rankOf(p, f, turn); ok && strict(p, []fieldRank{both}) {
				return []fieldRank{both}
			}
		}
	}
	return ranked
}

// strict reports whether each ply provably changes at least one of the ranks.
func strict(p *prove.Prover, ranks []fieldRank) bool {
	same := network.True
	for i := range ranks {
		same = p.And(same, grows(p, &ranks[i]).Not())
	}
	return !p.PossibleInPly(same)
}

// restless returns all fields, in descending order of the number of changes in
// random plays. It also returns the fields with at most four codes that change in
// every ply.
func restless(m *statemachine.Machine, c *Codec) (fields, always []*field) {
	changed := map[*field]int{}
	plies := 0
	words, last := make([]uint64, (c.Bits+63)/64), make([]uint64, (c.Bits+63)/64)
	m.RandomPlay(200, func(p *statemachine.Play, first bool) {
		words, last = last, words
		clear(words)
		if c.Encode(words, c.Relevant(p.State(nil))) != nil || first {
			return
		}
		plies++
		for i := range c.fields {
			if f := &c.fields[i]; f.get(words) != f.get(last) {
				changed[f]++
			}
		}
	})
	for i := range c.fields {
		f := &c.fields[i]
		fields = append(fields, f)
		if changed[f] == plies && f.codes() <= 4 {
			always = append(always, f)
		}
	}
	slices.SortStableFunc(fields, func(a, b *field) int { return changed[b] - changed[a] })
	return fields, always
}

// grows returns a literal that holds if a ply changes the rank.
func grows(p *prove.Prover, r *fieldRank) network.Lit {
	now, then := codeLits(p, r.fields)
	var same []network.Lit
	for v := range slices.Max(r.rank) + 1 {
		var a, b []network.Lit
		for c, rank := range r.rank {
			if rank == v {
				a, b = append(a, now[c]), append(b, then[c])
			}
		}
		same = append(same, p.And(p.Or(a...), p.Or(b...)))
	}
	return p.Or(same...).Not()
}

// maxCounted limits the number of simultaneously growing ranks that spanOf counts.
const maxCounted = 64

// spanOf returns an upper bound on the growth of the sum in one ply: the number of
// ranks that can grow simultaneously, multiplied by the maximum growth of a rank.
func spanOf(p *prove.Prover, ranks []fieldRank) int {
	highest := int32(0)
	var grow []network.Lit
	for i := range ranks {
		highest = max(highest, jump(p, &ranks[i]))
		grow = append(grow, grows(p, &ranks[i]))
	}
	many := make([]network.Lit, min(len(grow), maxCounted)) // many[k] holds if more than k ranks grow
	for _, g := range grow {
		for k := len(many) - 1; k > 0; k-- {
			many[k] = p.Or(many[k], p.And(many[k-1], g))
		}
		many[0] = p.Or(many[0], g)
	}
	most := len(grow)
	for k := 1; k < len(many); k++ {
		if !p.PossibleInPly(many[k]) {
			most = k
			break
		}
	}
	return most * int(highest)
}

// jump returns an upper bound on the growth of a rank in one ply.
func jump(p *prove.Prover, r *fieldRank) int32 {
	now, then := codeLits(p, r.fields)
	most := int32(0)
	for c := range now {
		var far []network.Lit
		for {
			far = far[:0]
			for d := range then {
				if r.rank[d]-r.rank[c] > most {
					far = append(far, then[d])
				}
			}
			if len(far) == 0 || !p.PossibleInPly(now[c], p.Or(far...)) {
				break
			}
			most++
		}
	}
	return most
}

// Span returns the maximum difference between the layers of a child and its parent.
func (y *Layering) Span() int { return y.span }

// codeLits returns literals for the codes of a field, or for all combinations of
// codes of several fields, in the current and in the next state.
func codeLits(p *prove.Prover, fields []*field) (now, then []network.Lit) {
	now, then = []network.Lit{network.True}, []network.Lit{network.True}
	for _, f := range fields {
		var a, b []network.Lit
		if f.first == 1 {
			a, b = append(a, network.False), append(b, network.False)
		}
		for _, i := range f.fluents {
			a, b = append(a, p.Fluents[i]), append(b, p.Next[i])
		}
		if f.first == 1 {
			a[0], b[0] = p.Or(a...).Not(), p.Or(b...).Not()
		}
		now, then = products(p, now, a), products(p, then, b)
	}
	return now, then
}

func products(p *prove.Prover, a, b []network.Lit) []network.Lit {
	var list []network.Lit
	for _, x := range a {
		for _, y := range b {
			list = append(list, p.And(x, y))
		}
	}
	return list
}

// rankOf ranks the codes of the fields by the order in which they can follow each
// other. A code has a higher rank than its predecessors, unless these can also
// follow the code. The result is false if there are too many codes, all ranks are
// equal, or the budget is exhausted.
func rankOf(p *prove.Prover, fields ...*field) (fieldRank, bool) {
	size := 1
	for _, f := range fields {
		size *= f.codes()
	}
	if size > maxCodes {
		return fieldRank{}, false
	}
	follows, ok := p.Successors(codeLits(p, fields))
	if !ok {
		return fieldRank{}, false
	}
	r := fieldRank{fields, ranksOf(follows)}
	return r, slices.Max(r.rank) > 0
}

// ranksOf returns the rank of each code, given the codes that can follow it.
func ranksOf(follows [][]int) []int32 {
	size := len(follows)
	list := digraph.Components(size, func(v int) []int { return follows[v] })
	component := digraph.Numbers(size, list)
	rank := make([]int32, len(list)) // components are in reverse topological order
	for i := len(list) - 1; i >= 0; i-- {
		for _, v := range list[i] {
			for _, w := range follows[v] {
				if j := component[w]; j != i {
					rank[j] = max(rank[j], rank[i]+1)
				}
			}
		}
	}
	ranks := make([]int32, size)
	for v := range ranks {
		ranks[v] = rank[component[v]]
	}
	return ranks
}
