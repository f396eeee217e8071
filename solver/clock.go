package solver

import "time"

// clock says when a checkpoint is due: when it costs little beside what a crash
// would cost without it. Layers and tiers have the same.
type clock struct {
	due   time.Duration // work that a crash may cost, at least; negative: none
	cost  time.Duration // of the last checkpoint
	began time.Time     // the work, in this sitting
	last  time.Time     // checkpoint
}

// A crash may also cost 1/minShare of the work so far, and costShare times as much
// as a checkpoint takes.
const (
	minShare  = 33
	costShare = 10
)

// isDue reports whether it is time for a checkpoint.
func (c *clock) isDue() bool {
	if c.due < 0 {
		return true
	}
	since := time.Since(c.began)
	if !c.last.IsZero() {
		since = time.Since(c.last)
	}
	return since >= c.due && since > time.Since(c.began)/minShare && since > costShare*c.cost
}

// wrote notes that a checkpoint was begun at a time, and is complete now.
func (c *clock) wrote(began time.Time) {
	c.last = time.Now()
	c.cost = c.last.Sub(began)
}
