package checkpoint

import "time"

// Clock says when a checkpoint is due: when it costs little beside what a crash
// would cost without it. Layers and tiers have the same.
type Clock struct {
	Due   time.Duration // work that a crash may cost, at least; negative: none
	Cost  time.Duration // of the last checkpoint
	Began time.Time     // the work, in this run
	Last  time.Time     // checkpoint
}

// A crash may also cost 1/minShare of the work so far, and costShare times as much
// as a checkpoint takes.
const (
	minShare  = 33
	costShare = 10
)

// IsDue reports whether it is time for a checkpoint.
func (c *Clock) IsDue() bool {
	if c.Due < 0 {
		return true
	}
	since := time.Since(c.Began)
	if !c.Last.IsZero() {
		since = time.Since(c.Last)
	}
	return since >= c.Due && since > time.Since(c.Began)/minShare && since > costShare*c.Cost
}

// Wrote notes that a checkpoint was begun at a time, and is complete now.
func (c *Clock) Wrote(began time.Time) {
	c.Last = time.Now()
	c.Cost = c.Last.Sub(began)
}
