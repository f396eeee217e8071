package tier

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

func TestFinishedTierIsIntactIfDamageCannotHaveTakenItsBlock(t *testing.T) {
	gaps := []store.Gap{{From: 20, To: 30}}
	const finishedAt = 40
	for _, test := range []struct {
		at   int64 // offset of the block
		gaps []store.Gap
		want bool
	}{
		{10, nil, true},
		{10, gaps, false}, // the gap may have contained a newer version of the block
		{30, gaps, true},
		{50, gaps, false},
	} {
		j := &Journal{
			Tiers: []games.Tier{{Size: 1}}, Finished: map[int]job.TierStats{0: {Used: 1}},
			Blocks: [][]store.Record{{{At: test.at, Size: 1, Count: 1}}},
		}
		if got := j.intact(0, finishedAt, test.gaps); got != test.want {
			t.Errorf("a block at %d, gaps %v: intact = %t, want %t", test.at, test.gaps, got, test.want)
		}
	}
}
