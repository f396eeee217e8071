package gdl

import (
	"slices"

	"zermelo/games/gdl/network"
)

// layering is a quantity that grows with every ply: the sum of the ranks of
// some fields. A step counter is one alone; on a board that fills up the cells
// are, together; where players take turns within a round, the round and the turn
// are one; where pieces advance, how far they have come.
type layering struct {
	ranks []fieldRank
	span  int
	start int32 // the sum in the first state
}

// fieldRank gives a rank to each code of a field, or to each pair of codes of
// two fields.
type fieldRank struct {
	fields []*field
	rank   []int32 // by code; by the first's code times the second's number of codes, plus the second's code
}

// codes is the number of codes of a field.
func (f *field) codes() int { return len(f.fluents) + f.first }

// of is the rank in a state.
func (r *fieldRank) of(words []uint64) int32 {
	code := uint64(0)
	for _, f := range r.fields {
		code = code*uint64(f.codes()) + f.get(words)
	}
	return r.rank[code]
}

// layer is that of a state.
func (y *layering) layer(words []uint64) int32 {
	sum := -y.start
	for i := range y.ranks {
		sum += y.ranks[i].of(words)
	}
	return sum
}

// maxCodes is the largest number of codes, or pairs of codes, that is looked at.
const maxCodes = 300

// findLayering looks for fields whose value, once left, does not come back, and
// proves that each ply changes one of them; failing that, for a potential. It
// returns nil if there are none.
func (m *Machine) findLayering(p *prover, c *codec, groups []group, s *Symmetries) *layering {
	p.begin()
	var y *layering
	if ranked := m.rankFields(p, c); len(ranked) > 0 && p.strict(ranked) {
		y = &layering{ranks: ranked, span: p.span(ranked)}
	} else if y = m.findPotential(c, groups, s); y == nil {
		return nil
	}
	words := make([]uint64, (c.bits+63)/64)
	if err := c.encode(words, c.relevant(m.Initial)); err != nil {
		panic(err) // the first state keeps all invariants
	}
	y.start = y.layer(words)
	return y
}

// rankFields finds fields whose ranks do not fall: one that is enough alone, or
// else all.
func (m *Machine) rankFields(p *prover, c *codec) []fieldRank {
	var ranked []fieldRank
	fields, restless := m.restless(c)
	for _, f := range fields {
		if p.tired() {
			break
		}
		r, ok := p.rank(f)
		if !ok {
			continue
		}
		ranked = append(ranked, r)
		if p.strict(ranked[len(ranked)-1:]) {
			return ranked[len(ranked)-1:]
		}
		for _, turn := range restless {
			if turn == f || p.tired() {
				continue
			}
			if both, ok := p.rank(f, turn); ok && p.strict([]fieldRank{both}) {
				return []fieldRank{both}
			}
		}
	}
	return ranked
}

// strict says whether some rank changes in every ply.
func (p *prover) strict(ranks []fieldRank) bool {
	same := network.True
	for i := range ranks {
		same = p.And(same, p.grows(&ranks[i]).Not())
	}
	return !p.possibleInPly(same)
}

// restless lists all fields, those first that change the most often in random
// plays, and those of up to four codes that change in every ply.
func (m *Machine) restless(c *codec) (fields, always []*field) {
	changed := map[*field]int{}
	plies := 0
	words, last := make([]uint64, (c.bits+63)/64), make([]uint64, (c.bits+63)/64)
	m.wander(200, func(p *Play, first bool) {
		words, last = last, words
		clear(words)
		if c.encode(words, c.relevant(p.State(nil))) != nil || first {
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
func (p *prover) grows(r *fieldRank) network.Lit {
	now, then := p.codeLits(r.fields)
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
	now, then := p.codeLits(r.fields)
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
