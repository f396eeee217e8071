package verify

import (
	"context"
	"reflect"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
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
// bytes an index, or where that is too much, in windows (windows_of_tiers.go). The
// counts and digests are worked out anew, too.
func verifyTiers[S games.State](ctx context.Context, t *tablebase.Table[S], o Options) (Report, error) {
	v := &tierVerification[S]{findings: findings[S]{t: t, progress: o.Progress}, r: t.Tiers, tiers: t.Tiers.Game.Tiers(), total: o.Sample, workers: make([]tierVerifier[S], o.Workers)}
	v.report.States = t.Solution().States()
	v.report.Full = o.Sample <= 0 || o.Sample >= v.report.States
	if v.report.Full {
		v.total = v.report.States
	}
	var err error
	if v.room, err = roomFor[S](t.Header(), o); err != nil {
		return v.report, err
	}
	for i := range v.workers {
		v.workers[i].v = v
	}
	v.cells = make([]held, len(v.tiers))
	v.stats = make([]job.TierStats, len(v.tiers))
	for tier := range v.tiers {
		if err := v.tier(ctx, tier); err != nil {
			return v.report, t.Named(err)
		}
	}
	if err := v.start(); err != nil {
		return v.report, err
	}
	if v.report.Full && v.report.Digest != t.Solution().Digest {
		v.wrong(t.Game.Start(), "the digest of the table is %016x, the header says %016x", v.report.Digest, t.Solution().Digest)
	}
	return v.verdict()
}

// tierVerification is what the workers share.
type tierVerification[S games.State] struct {
	findings[S]
	r       *tier.Reader[S]
	tiers   []games.Tier
	workers []tierVerifier[S] // one for each goroutine
	total   int64             // positions to look at
	before  uint64            // indexes of the tiers before this one
	room    int64             // bytes of cells that may be in memory
	cells   []held            // by tier
	best    held              // of a tier in windows: what the children seen so far give
	stats   []job.TierStats
}

// tier verifies a tier.
func (v *tierVerification[S]) tier(ctx context.Context, number int) error {
	t := v.tiers[number]
	defer func() { v.before += t.Size }()
	if !v.report.Full {
		return parallel.For(ctx, len(v.workers), int(t.Size+tier.StripCells-1)/tier.StripCells, 1, func(worker, strip, _ int) error {
			return v.workers[worker].check(number, v.picks(t.Size, uint64(strip)), true, true)
		})
	}
	var err error
	if needed := v.needed(number); v.bytes(needed) <= v.room {
		if err = v.load(ctx, v.whole(needed)); err == nil {
			err = v.strips(ctx, 0, t.Size, func(w *tierVerifier[S]) error { return w.check(number, w.indexes, true, true) })
		}
	} else {
		err = v.inWindows(ctx, number)
	}
	if err != nil {
		return err
	}
	have, want := v.stats[number], v.t.Solution().Tiers[number].TierStats
	v.report.Digest += have.Digest
	if !equalStats(have, want) {
		v.wrong(v.t.Game.Start(), "counts of tier %s: %+v, the header says %+v", t.Name, have, want)
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
