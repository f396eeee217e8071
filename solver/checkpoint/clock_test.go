package checkpoint

import (
	"testing"
	"time"

	_ "zermelo/games/gamestest" // defines the flag -large
)

func TestCheckpointsAreDueInProportionToTheirCost(t *testing.T) {
	const due = 250 * time.Millisecond
	for _, c := range []struct {
		name        string
		due, cost   time.Duration
		began, last time.Duration // time before now; 0 means never
		want        bool
	}{
		{"too early", due, 0, 100 * time.Millisecond, 0, false},
		{"the first", due, 0, 300 * time.Millisecond, 0, true},
		{"a cheap one", due, time.Millisecond, 3 * time.Second, 300 * time.Millisecond, true},
		{"a dear one", due, 100 * time.Millisecond, 3 * time.Second, 300 * time.Millisecond, false},
		{"a dear one, late", due, 100 * time.Millisecond, 3 * time.Second, 2 * time.Second, true},
		{"after long work", due, 0, time.Hour, time.Minute, false},
		{"after long work, late", due, 0, time.Hour, 2 * time.Minute, true},
		{"always", -1, time.Hour, time.Hour, time.Nanosecond, true},
	} {
		now := time.Now()
		clock := Clock{Interval: c.due, Cost: c.cost, Started: now.Add(-c.began)}
		if c.last > 0 {
			clock.Last = now.Add(-c.last)
		}
		if got := clock.IsDue(); got != c.want {
			t.Errorf("%s: due is %v", c.name, got)
		}
	}
}
