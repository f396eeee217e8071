package retro

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
)

// SolveTiersUntil is SolveTiers for one tier and all those that it leads to, of
// which it returns what was counted, in the order of the tiers. The store keeps
// them: SolveTiers goes on from there. Work keeps a snapshot of one tier only: one
// of another tier that an earlier solve left is lost unless all these are solved.
func SolveTiersUntil[S games.State](ctx context.Context, g games.Tiered[S], until int, work string, store job.TierStore, o job.Options) ([]job.SolvedTier, error) {
	tiers := g.Tiers()
	if until < 0 || until >= len(tiers) {
		return nil, fmt.Errorf("tier %d of %d", until, len(tiers))
	}
	wanted := tiersUntil(tiers, until)
	r, err := newRetrograde(g, wanted, work, store, o)
	if err != nil {
		return nil, err
	}
	if err := r.solveTiers(ctx); err != nil {
		return nil, err
	}
	if err := r.save(); err != nil {
		return nil, err
	}
	var list []job.SolvedTier
	finished := store.Finished()
	for _, number := range wanted {
		list = append(list, job.SolvedTier{Tier: tiers[number], TierStats: finished[number]})
	}
	r.prog.Phase.Store(int64(job.Finished))
	return list, nil
}

// tiersUntil lists a tier and all those that play from it can come to,
// ascending.
func tiersUntil(tiers []games.Tier, until int) []int {
	list := []int{until}
	for i := 0; i < len(list); i++ {
		for _, l := range tiers[list[i]].Lower {
			if !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
	}
	slices.Sort(list)
	return list
}
