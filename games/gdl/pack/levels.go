package pack

import (
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
)

// leveler finds ranks that do not fall; then others that do not fall in the plies in which none
// of those grows, and so on, until there is no ply in which no rank grows. What does not fall
// counts more than all that follows together: as arrows that stay where they are shot more than
// whether a queen has moved already.
type leveler struct {
	*prove.Prover
	fields []*field        // those of few codes first, as they take less work
	now    [][]network.Lit // by field and code
	then   [][]network.Lit
	idle   network.Lit // no rank of the earlier levels grows
	plies  []seenPly   // that are idle
}

// seenPly has the codes of the fields before a ply and after it.
type seenPly struct{ now, then []int32 }

const (
	maxLevels = 3
	// maxWeighed is the greatest sum of ranks.
	maxWeighed = 1 << 30
	// pliesSeen is of how many states of random plays plies are seen.
	pliesSeen = 1000
)

// byLevels are the layers by such ranks, nil if there are none.
func byLevels(m *machine.Machine, p *prove.Prover, c *Codec) *Layering {
	fields, _ := restless(m, c)
	slices.SortStableFunc(fields, func(a, b *field) int { return a.codes() - b.codes() })
	v := leveler{Prover: p, idle: network.True}
	for _, f := range fields {
		if f.codes() <= maxCodes {
			now, then := codeLits(p, []*field{f})
			v.fields, v.now, v.then = append(v.fields, f), append(v.now, now), append(v.then, then)
		}
	}
	v.see(m, c)
	var levels [][]fieldRank
	for again := true; again; {
		level, more := v.level()
		if more && (len(level) == 0 || len(levels) == maxLevels) {
			return nil
		}
		levels, again = append(levels, level), more
	}
	if len(levels[0]) == 0 {
		return nil // there are no plies
	}
	var ranks []fieldRank
	span := 0
	most := int32(0) // of the sum of the later levels
	for i := len(levels) - 1; i >= 0; i-- {
		weight := most + 1
		if i == 0 {
			p.Begin()
			span = spanOf(p, levels[0])*int(weight) + int(most)
		}
		for _, r := range levels[i] {
			highest := slices.Max(r.rank)
			if int64(most)+int64(weight)*int64(highest) > maxWeighed {
				return nil
			}
			most += weight * highest
			for code := range r.rank {
				r.rank[code] *= weight
			}
		}
		ranks = append(ranks, levels[i]...)
	}
	return newLayering(ranks, span)
}

// level finds the ranks of a level. It reports whether there can be plies in which none grows:
// those are idle then.
func (v *leveler) level() (ranked []fieldRank, more bool) {
	v.Begin()
	has := make([]bool, len(v.fields))
	idle := v.idle // and none of ranked grows
	rank := func(fields func(i int) bool) (found bool) {
		for i := range has {
			if has[i] || !fields(i) || v.OverBudget() {
				continue
			}
			if r, ok := v.rank(i); ok {
				ranked, has[i], found = append(ranked, r), true, true
				idle = v.And(idle, grows(v.Prover, &r).Not())
			}
		}
		return found
	}
	rank(func(int) bool { return true })
	for {
		holds, possible := v.find(idle)
		if more = possible; holds == nil {
			break
		}
		ply := v.plyOf(holds)
		v.plies = append(v.plies, ply)
		if !rank(func(i int) bool { return ply.now[i] != ply.then[i] }) {
			break
		}
	}
	v.idle = idle
	v.plies = slices.DeleteFunc(v.plies, func(ply seenPly) bool {
		return slices.ContainsFunc(ranked, func(r fieldRank) bool {
			i := slices.Index(v.fields, r.fields[0])
			return r.rank[ply.now[i]] != r.rank[ply.then[i]]
		})
	})
	return ranked, more
}

// rank ranks the codes of a field so that the rank does not fall in idle plies. Which codes follow
// which is taken from plies that were seen; one in which the rank falls is looked for until there
// is none.
func (v *leveler) rank(i int) (r fieldRank, ok bool) {
	now, then := v.now[i], v.then[i]
	follows := make([][]int, len(now))
	for _, ply := range v.plies {
		v.Spend(2)
		if from, to := ply.now[i], int(ply.then[i]); int(from) != to && !slices.Contains(follows[from], to) {
			follows[from] = append(follows[from], to)
		}
	}
	r.fields = v.fields[i : i+1]
	for {
		r.rank = ranksOf(follows)
		if slices.Max(r.rank) == 0 {
			return r, false
		}
		var falls []network.Lit
		for a := range now {
			var lower []network.Lit
			for b := range then {
				if r.rank[b] < r.rank[a] {
					lower = append(lower, then[b])
				}
			}
			falls = append(falls, v.And(now[a], v.Or(lower...)))
		}
		holds, possible := v.find(v.idle, v.Or(falls...))
		switch {
		case !possible:
			return r, true
		case holds == nil:
			return r, false
		}
		from, to := slices.IndexFunc(now, holds), slices.IndexFunc(then, holds)
		follows[from] = append(follows[from], to)
	}
}

// find is FindPly, which is asked about each move by itself where that is too hard: often all do
// what it is asked about, each in its own way.
func (v *leveler) find(lits ...network.Lit) (holds func(network.Lit) bool, possible bool) {
	holds, possible = v.FindPly(lits...)
	if holds != nil || !possible {
		return holds, possible
	}
	for _, move := range slices.MaxFunc(v.Choices, func(a, b []network.Lit) int { return len(a) - len(b) }) {
		if v.OverBudget() {
			return nil, true
		}
		if holds, possible = v.FindPly(append([]network.Lit{move}, lits...)...); possible {
			return holds, true
		}
	}
	return nil, false
}

// plyOf is a ply of which it is known what holds.
func (v *leveler) plyOf(holds func(network.Lit) bool) (ply seenPly) {
	for i := range v.now {
		ply.now = append(ply.now, int32(slices.IndexFunc(v.now[i], holds)))
		ply.then = append(ply.then, int32(slices.IndexFunc(v.then[i], holds)))
	}
	return ply
}

// see sees plies of random plays.
func (v *leveler) see(m *machine.Machine, c *Codec) {
	var last []int32
	words := make([]uint64, (c.Bits+63)/64)
	m.RandomPlay(pliesSeen, func(p *machine.Play, first bool) {
		clear(words)
		if err := c.Encode(words, c.Relevant(p.State(nil))); err != nil {
			panic(err) // all states that are reached keep the invariants
		}
		v.Spend(len(v.fields))
		var codes []int32
		for _, f := range v.fields {
			codes = append(codes, int32(f.get(words)))
		}
		if !first {
			v.plies = append(v.plies, seenPly{last, codes})
		}
		last = codes
	})
}
