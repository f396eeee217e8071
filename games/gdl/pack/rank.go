package pack

import (
	"slices"

	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
)

// codeLits are the literals of the codes of some fields, or of their
// combinations, now and then.
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

// rankOf finds which codes of the fields can follow which in a ply, and ranks
// them: codes that can come back to each other have one rank, and one that can
// follow another, but not the other way, has a higher rank. It is false if all
// ranks are equal or nothing is known.
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
	list := digraph.Components(size, func(v int) []int { return follows[v] })
	component := make([]int, size)
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
	r := fieldRank{fields: fields}
	for v := range size {
		r.rank = append(r.rank, rank[component[v]])
	}
	return r, slices.Max(r.rank) > 0
}
