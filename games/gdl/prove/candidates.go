package prove

import (
	"encoding/binary"
	"slices"

	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// fewRelations is the maximum number of relations that candidateGroups pairs.
const fewRelations = 20

// candidateGroups returns sets of fluents that may exclude each other. Some sets
// contain fluents of one relation that differ only in certain arguments, such as
// (cell x y piece) with the same x and y. Others contain all fluents of two
// relations, which may, for example, mark whose turn it is.
func candidateGroups(m *statemachine.Machine) [][]int32 {
	t, fluents := m.Ground.Terms, m.Vocabulary.Fluents
	type relation struct {
		name  ground.Symbol
		arity int
	}
	byRelation := map[relation][]int32{}
	var keys []relation
	for i, f := range fluents {
		if !varies(m.Logic.Fluents[i]) {
			continue
		}
		key := relation{t.Head(f), len(t.Arguments(f))}
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
				m.Work.Spend(64 + 8*key.arity)
				var same []byte
				for k, arg := range t.Arguments(fluents[i]) {
					if free>>k&1 == 0 {
						same = binary.LittleEndian.AppendUint32(same, uint32(arg))
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
	if len(keys) <= fewRelations {
		for i := range keys {
			for j := range i {
				union := slices.Concat(byRelation[keys[i]], byRelation[keys[j]])
				slices.Sort(union)
				list = append(list, union)
			}
		}
	}
	slices.SortStableFunc(list, slices.Compare[[]int32])
	return slices.CompactFunc(list, slices.Equal[[]int32])
}

// varies reports whether a fluent has not been proven constant.
func varies(fluent network.Lit) bool { return fluent != network.False && fluent != network.True }

// freeArguments returns bit sets of arguments in which the members of a group may
// differ. For up to four arguments, it returns all nonempty sets. For up to 64
// arguments, it returns the sets of one argument, the sets that lack one argument,
// and the full set. For more arguments, it returns no sets.
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

// census summarizes the states of random plays. It records the minimum and maximum
// number of true fluents in each candidate group, and the fluents that change.
type census struct {
	least, most []int
	varies      []bool // by fluent: whether it differs from its initial value
}

// sampled is the number of states visited in random plays.
const sampled = 2000

func takeCensus(m *statemachine.Machine, groups [][]int32) census {
	c := census{least: make([]int, len(groups)), most: make([]int, len(groups)), varies: make([]bool, len(m.Fluents))}
	of := make([][]int32, len(m.Fluents))
	for g, members := range groups {
		c.least[g] = len(members)
		for _, f := range members {
			of[f] = append(of[f], int32(g))
		}
	}
	count := make([]int, len(groups))
	m.RandomPlay(sampled, func(p *statemachine.Play, _ bool) {
		m.Work.Spend(len(count) + len(p.Holds()))
		clear(count)
		for f, holds := range p.Holds() {
			c.varies[f] = c.varies[f] || holds != m.Vocabulary.Initial[f]
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
