package gdl

import (
	"slices"

	"zermelo/games/gdl/network"
)

// layering is a quantity that grows with every ply: the sum of the ranks of
// some fields. A step counter is one alone; on a board that fills up the cells
// are, together.
type layering struct {
	ranks []fieldRank
	span  int
	start int32 // the sum in the first state
}

// fieldRank gives a rank to each code of a field.
type fieldRank struct {
	field *field
	rank  []int32 // by code
}

// layer is that of a state.
func (y *layering) layer(words []uint64) int32 {
	sum := -y.start
	for i := range y.ranks {
		sum += y.ranks[i].rank[y.ranks[i].field.get(words)]
	}
	return sum
}

// maxCodes is the largest field that is looked at.
const maxCodes = 300

// findLayering looks for fields whose value, once left, does not come back, and
// proves that each ply changes one of them. It returns nil if there are none.
func (m *Machine) findLayering(p *prover, c *codec) *layering {
	var ranked []fieldRank
	for i := range c.fields {
		f := &c.fields[i]
		if len(f.fluents)+f.first > maxCodes {
			continue
		}
		if rank := m.rankCodes(p, f); slices.Max(rank) > 0 {
			ranked = append(ranked, fieldRank{f, rank})
		}
	}
	strict := func(ranks []fieldRank) bool {
		same := network.True
		for i := range ranks {
			same = p.And(same, p.grows(&ranks[i]).Not())
		}
		return !p.possibleInPly(same)
	}
	for i := range ranked {
		if strict(ranked[i : i+1]) {
			ranked = ranked[i : i+1]
			break
		}
	}
	if len(ranked) == 0 || len(ranked) > 1 && !strict(ranked) {
		return nil
	}
	y := &layering{ranks: ranked, span: p.span(ranked)}
	words := make([]uint64, (c.bits+63)/64)
	if err := c.encode(words, c.relevant(m.Initial)); err != nil {
		panic(err) // the first state keeps all invariants
	}
	y.start = y.layer(words)
	return y
}

// codeLits are the literals of a field's codes now and then.
func (p *prover) codeLits(f *field) (now, then []network.Lit) {
	if f.first == 1 {
		now, then = append(now, network.False), append(then, network.False)
	}
	for _, i := range f.fluents {
		now, then = append(now, p.fluents[i]), append(then, p.next[i])
	}
	if f.first == 1 {
		now[0], then[0] = p.Or(now...).Not(), p.Or(then...).Not()
	}
	return now, then
}

// rankCodes finds which codes of a field can follow which in a ply, and ranks
// them: codes that can come back to each other have one rank, and one that can
// follow another, but not the other way, has a higher rank.
func (m *Machine) rankCodes(p *prover, f *field) []int32 {
	now, then := p.codeLits(f)
	follows := make([][]int, len(now))
	for c := range now {
		// Ask for one that is not known yet, until there is none.
		question := []network.Lit{now[c], then[c].Not()}
		for p.possibleInPly(question...) {
			found := -1
			for d := range then {
				if d != c && !slices.Contains(follows[c], d) && p.solver.Holds(p.lit(then[d])) {
					found = d
				}
			}
			if found < 0 {
				return make([]int32, len(now)) // too hard
			}
			follows[c] = append(follows[c], found)
			question = append(question, then[found].Not())
		}
	}
	list := components(len(now), func(v int) []int { return follows[v] })
	component := make([]int, len(now))
	for i, members := range list {
		for _, v := range members {
			component[v] = i
		}
	}
	// A component comes after those that it leads to: the last comes first.
	rank := make([]int32, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		for _, v := range list[i] {
			for _, w := range follows[v] {
				if j := component[w]; j != i {
					rank[j] = max(rank[j], rank[i]+1)
				}
			}
		}
	}
	ranks := make([]int32, len(now))
	for v := range ranks {
		ranks[v] = rank[component[v]]
	}
	return ranks
}

// grows says that the rank of a field is another after the ply: a higher one.
func (p *prover) grows(r *fieldRank) network.Lit {
	now, then := p.codeLits(r.field)
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

// span is a bound for the growth of the sum in a ply: how many fields can grow
// at once, times the largest rank.
func (p *prover) span(ranks []fieldRank) int {
	highest := int32(0)
	var grow []network.Lit
	for i := range ranks {
		highest = max(highest, p.jump(&ranks[i]))
		grow = append(grow, p.grows(&ranks[i]))
	}
	// many[k] says that more than k fields grow.
	many := make([]network.Lit, len(grow))
	for _, g := range grow {
		for k := len(many) - 1; k > 0; k-- {
			many[k] = p.Or(many[k], p.And(many[k-1], g))
		}
		many[0] = p.Or(many[0], g)
	}
	most := len(grow)
	for k := 1; k < len(grow); k++ {
		if !p.possibleInPly(many[k]) {
			most = k
			break
		}
	}
	return most * int(highest)
}

// jump is the most by which the rank of one field can grow in a ply.
func (p *prover) jump(r *fieldRank) int32 {
	now, then := p.codeLits(r.field)
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
			if len(far) == 0 || !p.possibleInPly(now[c], p.Or(far...)) {
				break
			}
			most++
		}
	}
	return most
}
