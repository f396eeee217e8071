// Package checkpoint says when a solve writes down how far it is, and writes it.
//
// A checkpoint is due when a share of the work so far, a multiple of what the last one
// took, and a least time are at stake; see Clock. Write replaces the file as a
// whole, and Read takes nothing for a checkpoint whose checksum is wrong. Usage is the time
// and memory of all runs of a solve, Meter what this one adds.
package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/solver/durable"
	"zermelo/solver/machine"
)

// Write replaces a file that says how far a solve has come. There is always
// a whole one.
func Write(path string, saved any) error {
	body, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	if err := durable.WriteFile(path, fmt.Appendf(nil, "%016x\n%s", xxhash.Sum64(body), body)); err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	return nil
}

// Read reads what Write wrote; nil if there is nothing whole.
func Read[T any](path string) (*T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(text) < 17 || fmt.Sprintf("%016x\n", xxhash.Sum64(text[17:])) != string(text[:17]) {
		return nil, nil
	}
	saved := new(T)
	if json.Unmarshal(text[17:], saved) != nil {
		return nil, nil
	}
	return saved, nil
}

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
