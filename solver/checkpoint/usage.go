package checkpoint

import (
	"time"

	"zermelo/solver/machine"
)

// Usage is what a solve has used, over all of its runs. It is part of what a
// checkpoint saves.
type Usage struct {
	Elapsed time.Duration // on the clock
	CPU     time.Duration // processor time
	Peak    int64         // most memory resident, in bytes
}

// Meter measures what a run uses.
type Meter struct {
	began time.Time
	cpu   time.Duration // machine.CPUTime then
}

// NewMeter begins to measure.
func NewMeter() Meter { return Meter{time.Now(), machine.CPUTime()} }

// Since is the time since the meter was begun or last added up.
func (m *Meter) Since() time.Duration { return time.Since(m.began) }

// Total is what was used before and since the meter was begun or last added up.
func (m *Meter) Total(before Usage) Usage {
	return Usage{before.Elapsed + m.Since(), before.CPU + machine.CPUTime() - m.cpu, max(before.Peak, machine.PeakMemory())}
}

// AddTo adds to the usage what was used since the meter was begun or last added up.
func (m *Meter) AddTo(u *Usage) {
	*u = m.Total(*u)
	*m = NewMeter()
}
