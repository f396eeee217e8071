// Package checkpoint schedules, writes and reads the checkpoints of a solve.
//
// A Clock determines when a checkpoint is due. Usage records the time and memory
// used by all runs of a solve, and a Meter measures the current run.
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

// Write atomically replaces the checkpoint at path with saved.
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

// Read reads the checkpoint at path. It returns nil if the file is missing or damaged.
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

// Clock determines when a checkpoint is due. It keeps the cost of checkpoints
// small compared with the work that a crash would lose.
type Clock struct {
	Interval time.Duration // minimum time between checkpoints; negative means always due
	Cost     time.Duration // time spent writing the last checkpoint
	Started  time.Time     // start of this run
	Last     time.Time     // time of the last checkpoint
}

// A checkpoint is due only if the time since the last one also exceeds 1/minShare of the
// time since the start and costShare times the duration of a checkpoint.
const (
	minShare  = 33
	costShare = 10
)

// IsDue reports whether a checkpoint is due.
func (c *Clock) IsDue() bool {
	if c.Interval < 0 {
		return true
	}
	since := time.Since(c.Started)
	if !c.Last.IsZero() {
		since = time.Since(c.Last)
	}
	return since >= c.Interval && since > time.Since(c.Started)/minShare && since > costShare*c.Cost
}

// Record records the completion of a checkpoint that was started at began.
func (c *Clock) Record(began time.Time) {
	c.Last = time.Now()
	c.Cost = c.Last.Sub(began)
}

// Usage is the resource usage of all runs of a solve.
type Usage struct {
	Elapsed time.Duration // wall-clock time
	CPU     time.Duration // processor time
	Peak    int64         // peak resident memory in bytes
}

// Meter measures the resource usage of a run.
type Meter struct {
	began time.Time
	cpu   time.Duration // result of machine.TreeCPUTime at began
}

// NewMeter returns a Meter that starts measuring now.
func NewMeter() Meter { return Meter{time.Now(), machine.TreeCPUTime()} }

// Since returns the time since the last call to NewMeter or AddTo.
func (m *Meter) Since() time.Duration { return time.Since(m.began) }

// Total returns the sum of before and the usage since the last call to NewMeter or AddTo.
func (m *Meter) Total(before Usage) Usage {
	return Usage{before.Elapsed + m.Since(), before.CPU + machine.TreeCPUTime() - m.cpu, max(before.Peak, machine.PeakMemory())}
}

// AddTo adds to u the usage since the last call to NewMeter or AddTo.
func (m *Meter) AddTo(u *Usage) {
	*u = m.Total(*u)
	*m = NewMeter()
}
