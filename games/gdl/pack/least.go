package pack

import (
	"cmp"
	"slices"

	"zermelo/games/gdl/network"
)

// LowerBound returns a lower bound on the layers of the states where a literal
// over fluents holds. The game must have a single role.
func (y *Layering) LowerBound(l network.Lit) int32 {
	sum, p := -y.start, y.prover
	p.Begin()
	for i := range y.ranks {
		r := &y.ranks[i]
		now, _ := codeLits(p, r.fields)
		codes := make([]int, len(now))
		for c := range codes {
			codes[c] = c
		}
		slices.SortStableFunc(codes, func(a, b int) int { return cmp.Compare(r.rank[a], r.rank[b]) })
		least := 0
		for least < len(codes)-1 && !p.OverBudget() && !p.Possible(l, now[codes[least]]) {
			least++
		}
		sum += r.rank[codes[least]]
	}
	return sum
}
