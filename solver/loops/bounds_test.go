package loops

import (
	"errors"
	"math/big"
	"testing"

	"zermelo/games/gamestest"
	"zermelo/solver/value"
)

// TestBoundsArePayoffs checks that bounds are within the range of payoffs and
// that most of them are close to each other.
func TestBoundsArePayoffs(t *testing.T) {
	seeds := uint64(150)
	if gamestest.Large() {
		seeds = 20_000
	}
	open, wide, limits := 0, 0, 0
	for seed := range seeds {
		g := randomGame(seed, []value.Kind{value.Simultaneous, value.General}[seed%2], false)
		_, err := g.Solve(t.Context())
		bounds, ok := errors.AsType[*BoundsError](err)
		if !ok {
			continue
		}
		open++
		least, most := g.Endless[bounds.Role], g.Endless[bounds.Role]
		for _, o := range g.Known {
			least, most = min(least, o.Pure[bounds.Role]), max(most, o.Pure[bounds.Role])
		}
		if bounds.Low.Cmp(big.NewRat(int64(least), 1)) < 0 || bounds.High.Cmp(big.NewRat(int64(most), 1)) > 0 {
			t.Errorf("seed %d: from %s to %s, but payoffs are %d to %d", seed, bounds.Low, bounds.High, least, most)
		}
		if apart := new(big.Rat).Sub(bounds.High, bounds.Low); apart.Cmp(big.NewRat(1, 8)) > 0 {
			wide++
		}
		if bounds.Limit == nil {
			continue
		}
		limits++
		if bounds.Limit.Cmp(bounds.Low) < 0 || bounds.Limit.Cmp(bounds.High) > 0 {
			t.Errorf("seed %d: limit %s is not from %s to %s", seed, bounds.Limit, bounds.Low, bounds.High)
		}
	}
	if wide > open/20 {
		t.Errorf("%d of %d bounds are far from each other", wide, open)
	}
	if open < int(seeds)/20 || limits < open/3 {
		t.Errorf("%d of %d games are open, %d have a limit", open, seeds, limits)
	}
}
