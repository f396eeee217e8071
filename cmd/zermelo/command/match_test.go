package command

import (
	"testing"
	"time"

	"zermelo/reports/match"
)

func TestProgressOfAMatchEstimatesTheTimeLeft(t *testing.T) {
	for _, c := range []struct {
		played int64
		until  *match.Sequential
		want   string
	}{
		{0, nil, "0 of 40 games"},
		{10, nil, "10 of 40 games, 30s left"},
		{10, &match.Sequential{}, "10 of 40 games, at most 30s left"},
	} {
		text, share := gamesPlayed(c.played, &match.Options{Games: 40, Until: c.until}, 10*time.Second)
		if text != c.want || share != float64(c.played)/40 {
			t.Errorf("after %d games: %q, %v, want %q", c.played, text, share, c.want)
		}
	}
}
