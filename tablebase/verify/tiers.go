package verify

import (
	"context"
	"reflect"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/tier"
)

// verifyTiers is Verify for a table of tiers. It expands each position and looks
// at the cells of its children alone:
//
//	a win    has a lost child, the shortest of them one ply shorter
//	a loss   has won children only, the longest of them one ply shorter
//	a draw   has no lost child, but one that is drawn
//
// and where the game is over the payoffs decide. That is enough: wins and losses
// have finite numbers of plies, so by induction on them they are right to the
// ply, and in a drawn position both players can go on choosing drawn ones.
//
// In a full verification a tier and those that it leads to are in memory, two
// bytes an index. The counts and digests are worked out anew, too.
func verifyTiers[S games.State](ctx context.Context, t *tablebase.Table[S], sample int64, workers int, progress func(done, total int64)) (Report, error) {
	v := &tierVerification[S]{findings: findings[S]{t: t, progress: progress}, r: t.TierReader(), tiers: t.TierReader().Game().Tiers(), total: sample, hands: make([]tierVerifier[S], workers)}
	v.report.States = t.Solution().States()
	v.report.Full = sample <= 0 || sample >= v.report.States
	if v.report.Full {
		v.total = v.report.States
	}
	for i := range v.hands {
		v.hands[i].v = v
	}
	v.cells = make([][]value.Cell, len(v.tiers))
	v.stats = make([]job.TierStats, len(v.tiers))
	for tier := range v.tiers {
		if err := v.tier(ctx, tier); err != nil {
			return v.report, t.Stored().Named(err)
		}
	}
	if err := v.start(); err != nil {
		return v.report, err
	}
	if v.report.Full && v.report.Digest != t.Solution().Digest {
		v.wrong(t.Game().Start(), "the digest of the table is %016x, the header says %016x", v.report.Digest, t.Solution().Digest)
	}
	return v.verdict()
}

// tierVerification is what the workers share.
type tierVerification[S games.State] struct {
	findings[S]
	r      *tier.Reader[S]
	tiers  []games.Tier
	hands  []tierVerifier[S] // one for each goroutine
	total  int64             // positions to look at
	before uint64            // indexes of the tiers before this one
	cells  [][]value.Cell    // by tier, where they are in memory
	stats  []job.TierStats
}

// tier verifies a tier.
func (v *tierVerification[S]) tier(ctx context.Context, number int) error {
	t := v.tiers[number]
	defer func() { v.before += t.Size }()
	if !v.report.Full {
		return parallel.Parallel(ctx, len(v.hands), int(t.Size+tier.StripCells-1)/tier.StripCells, 1, func(worker, strip, _ int) error {
			return v.hands[worker].check(number, v.picks(t.Size, uint64(strip)))
		})
	}
	if err := v.load(ctx, number); err != nil {
		return err
	}
	err := parallel.Parallel(ctx, len(v.hands), int(t.Size+tier.StripCells-1)/tier.StripCells, 1, func(worker, strip, _ int) error {
		w := &v.hands[worker]
		w.indexes = w.indexes[:0]
		for i := uint64(strip) * tier.StripCells; i < min(t.Size, uint64(strip+1)*tier.StripCells); i++ {
			w.indexes = append(w.indexes, i)
		}
		return w.check(number, w.indexes)
	})
	if err != nil {
		return err
	}
	have, want := v.stats[number], v.t.Solution().Tiers[number].TierStats
	v.report.Digest += have.Digest
	if !equalStats(have, want) {
		v.wrong(v.t.Game().Start(), "counts of tier %s: %+v, the header says %+v", t.Name, have, want)
	}
	return nil
}

// load brings the cells of a tier and of those that it leads to into memory, and
// lets go of all others.
func (v *tierVerification[S]) load(ctx context.Context, tier int) (err error) {
	needed := append([]int{tier}, v.tiers[tier].Lower...)
	for other := range v.cells {
		if !slices.Contains(needed, other) {
			v.cells[other] = nil
		}
	}
	for _, n := range needed {
		if v.cells[n] != nil {
			continue
		}
		if v.cells[n], err = v.r.TierCells(ctx, n, true, len(v.hands)); err != nil {
			return err
		}
	}
	return nil
}

// picks are the indexes of a strip to look at in a sample: they lie at equal
// distances among the indexes of all tiers.
func (v *tierVerification[S]) picks(size, strip uint64) (indexes []uint64) {
	all := uint64(0)
	for _, t := range v.tiers {
		all += t.Size
	}
	step := max(1, all/uint64(v.total))
	first := v.before + strip*tier.StripCells
	last := v.before + min(size, (strip+1)*tier.StripCells)
	for at := (first + step - 1) / step * step; at < last; at += step {
		indexes = append(indexes, at-v.before)
	}
	return indexes
}

// equalStats reports whether two tiers were counted alike.
func equalStats(a, b job.TierStats) bool {
	same := slices.Equal(a.WinsIn, b.WinsIn) && slices.Equal(a.LossesIn, b.LossesIn)
	a.WinsIn, a.LossesIn, b.WinsIn, b.LossesIn = nil, nil, nil, nil
	return same && reflect.DeepEqual(a, b)
}
