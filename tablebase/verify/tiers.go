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

// verifyTiers implements Verify for tiered tables. It expands each position and compares its cell
// with the cells of its children:
//
//	win     at least one child is lost; the shortest loss is one ply shorter
//	loss    all children are won; the longest win is one ply shorter
//	draw    no child is lost, and at least one is drawn
//
// The payoffs determine the cells of terminal positions. These conditions are sufficient: wins
// and losses are correct by induction over the number of plies, and in a drawn position both
// players can always choose a drawn child.
//
// A full verification keeps a tier and all tiers that its moves lead to in memory, with two bytes
// per index. If they do not fit, it uses windows; see windows_of_tiers.go.
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
		v.wrong(t.Game.Start(), "the table has digest %016x, but the header has %016x", v.report.Digest, t.Solution().Digest)
	}
	return v.verdict()
}

// tierVerification is the state shared by all workers.
type tierVerification[S games.State] struct {
	findings[S]
	r       *tier.Reader[S]
	tiers   []games.Tier
	workers []tierVerifier[S] // one per goroutine
	total   int64             // number of positions to check
	before  uint64            // number of indexes in preceding tiers
	room    int64             // maximum size of the cells in memory, in bytes
	cells   tablebase.Cells
	first   uint64       // index of best[0]
	best    []value.Cell // best result among the children examined so far, for a tier in windows
	stats   []job.TierStats
}

func (v *tierVerification[S]) tier(ctx context.Context, number int) error {
	t := v.tiers[number]
	defer func() { v.before += t.Size }()
	if !v.report.Full {
		return parallel.For(ctx, len(v.workers), int(t.Size+tier.StripCells-1)/tier.StripCells, 1, func(worker, strip, _ int) error {
			return v.workers[worker].check(number, v.picks(t.Size, uint64(strip)), true, true)
		})
	}
	var err error
	if ranges, bytes := v.t.Reach(number); bytes <= v.room {
		if err = v.load(ctx, ranges); err == nil {
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
		v.wrong(v.t.Game.Start(), "tier %s has counts %+v, but the header has %+v", t.Name, have, want)
	}
	return nil
}

func (v *tierVerification[S]) load(ctx context.Context, ranges []tablebase.Range) (err error) {
	v.cells, err = v.t.LoadCells(ctx, v.cells, ranges, len(v.workers))
	return err
}

// picks returns the indexes in a strip that belong to the sample. The sampled indexes are equally
// spaced over all tiers.
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

func equalStats(a, b job.TierStats) bool {
	same := slices.Equal(a.WinsIn, b.WinsIn) && slices.Equal(a.LossesIn, b.LossesIn)
	a.WinsIn, a.LossesIn, b.WinsIn, b.LossesIn = nil, nil, nil, nil
	return same && reflect.DeepEqual(a, b)
}
