package ground

import (
	"slices"

	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/work"
)

// strata orders the relations so that each comes after those that its rules
// ask for; relations that ask for each other share a stratum. It sets the
// stratum of each relation.
func strata(relations []*Relation, w *work.Meter) ([][]*Relation, error) {
	needs := func(v int) []int {
		var list []int
		for _, c := range relations[v].clauses {
			if w.Spend(1+len(c.conditions)) != nil {
				return nil
			}
			for i := range c.conditions {
				// What holds now or then cannot be helped by what does not; a
				// negative condition matters only where it can be decided at once.
				if cond := &c.conditions[i]; !cond.negative || !cond.relation.Dynamic {
					list = append(list, cond.relation.number)
				}
			}
		}
		return list
	}
	var list [][]*Relation
	for _, component := range digraph.Components(len(relations), needs) {
		var stratum []*Relation
		for _, v := range component {
			relations[v].stratum = len(list)
			stratum = append(stratum, relations[v])
		}
		slices.SortFunc(stratum, func(a, b *Relation) int { return a.number - b.number })
		list = append(list, stratum)
	}
	return list, w.Failure()
}
