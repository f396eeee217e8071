package prove

import (
	"slices"

	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/work"
)

// candidateGroups are sets of fluents of one relation that differ in certain
// arguments only: for (cell x y piece) those with the same x and y, with the
// same piece, and so on.
func candidateGroups(t *ground.TermTable, fluents []ground.Term, wanted func(f int) bool, w *work.Meter) [][]int32 {
	type relation struct {
		name  ground.Symbol
		arity int
	}
	byRelation := map[relation][]int32{}
	var keys []relation
	for i, f := range fluents {
		if !wanted(i) {
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
				if w.Spend(64+8*key.arity) != nil {
					return nil
				}
				var same []byte
				for k, arg := range t.Arguments(fluents[i]) {
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
