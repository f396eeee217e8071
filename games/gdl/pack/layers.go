package pack

import (
	"slices"

	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
)

// Layering is a quantity that grows with every ply: the sum of the ranks of
// some fields. A step counter is one alone; on a board that fills up the cells
// are, together; where players take turns within a round, the round and the turn
// are one; where pieces advance, how far they have come.
type Layering struct {
	ranks  []fieldRank
	tables []rankTable // of the ranks,
	far    []fieldRank // but for those whose fields are too far apart
	span   int
	start  int32 // the sum in the first state

	prover *prove.Prover // of a sheet with one role
}

// maxCodes is the largest number of codes, or pairs of codes, that is looked at.
const maxCodes = 300

// FindLayering looks for fields whose value, once left, does not come back, and
// proves that each ply changes one of them; failing that, for a potential. It
// returns nil if there are none.
func FindLayering(m *machine.Machine, p *prove.Prover, c *Codec, groups []prove.Group, elements [][]int32) *Layering {
	p.Begin()
	y := layersOf(p, rankFields(m, p, c))
	if y == nil {
		y = findPotential(m, c, groups, elements)
	}
	if y == nil {
		y = byLevels(m, p, c)
	}
	if y == nil {
		return nil
	}
	words := make([]uint64, (c.Bits+63)/64)
	if err := c.Encode(words, c.Relevant(m.Initial)); err != nil {
		panic(err) // the first state keeps all invariants
	}
	y.start = y.Layer(words)
	if len(m.Roles) == 1 { // others have no use for Least, and a prover takes memory
		y.prover = p
	}
	return y
}

// layersOf are the layers by ranks of which one grows in every ply, nil if that is not so.
func layersOf(p *prove.Prover, ranked []fieldRank) *Layering {
	if len(ranked) == 0 || !strict(p, ranked) {
		return nil
	}
	return newLayering(ranked, spanOf(p, ranked))
}

// rankFields finds fields whose ranks do not fall: one that is enough alone or with another
// one, or else all.
func rankFields(m *machine.Machine, p *prove.Prover, c *Codec) []fieldRank {
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

// strict says whether some rank changes in every ply.
func strict(p *prove.Prover, ranks []fieldRank) bool {
	same := network.True
	for i := range ranks {
		same = p.And(same, grows(p, &ranks[i]).Not())
	}
	return !p.PossibleInPly(same)
}

// restless lists all fields, those first that change the most often in random
// plays, and those of up to four codes that change in every ply.
func restless(m *machine.Machine, c *Codec) (fields, always []*field) {
	changed := map[*field]int{}
	plies := 0
	words, last := make([]uint64, (c.Bits+63)/64), make([]uint64, (c.Bits+63)/64)
	m.RandomPlay(200, func(p *machine.Play, first bool) {
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

// grows says that the rank of a field is another after the ply: a higher one.
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

// maxCounted is up to how many fields that grow at once are counted.
const maxCounted = 64

// spanOf is a bound for the growth of the sum in a ply: how many fields can grow
// at once, times the largest rank.
func spanOf(p *prove.Prover, ranks []fieldRank) int {
	highest := int32(0)
	var grow []network.Lit
	for i := range ranks {
		highest = max(highest, jump(p, &ranks[i]))
		grow = append(grow, grows(p, &ranks[i]))
	}
	// many[k] says that more than k fields grow.
	many := make([]network.Lit, min(len(grow), maxCounted))
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

// jump is the most by which the rank of one field can grow in a ply.
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

// Span is the largest step between the layers of a state and its children.
func (y *Layering) Span() int { return y.span }

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
	r := fieldRank{fields, ranksOf(follows)}
	return r, slices.Max(r.rank) > 0
}

// ranksOf ranks codes by which of them can follow which.
func ranksOf(follows [][]int) []int32 {
	size := len(follows)
	list := digraph.Components(size, func(v int) []int { return follows[v] })
	component := digraph.Numbers(size, list)
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
	ranks := make([]int32, size)
	for v := range ranks {
		ranks[v] = rank[component[v]]
	}
	return ranks
}
