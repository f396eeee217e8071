// Package shards divides a solve into tasks: pure functions of objects that never change. Of a game with
// numbered positions a tier is a task (blocks.go), and a large one is divided (ranges.go); what follows is about layers.
//
// The states of a layer are divided into shards, which are ranges. Forward, expand finds the children
// of a shard, sorted and divided by the shards of the later layers, and merge makes a shard of what was
// found for it, and notes the place of each child there. Backward, solve finds the values of a shard, and answers each
// shard of earlier layers by these places. A process that expands a shard keeps the links to its children on its
// disk; solve expands the shard again where another process has done that. A task leaves one
// packed object and a manifest. The manifests are all that a driver needs to know how far a solve is:
// see Graph. The steps are those of package layered.
package shards

import (
	"context"
	"fmt"
	"io"

	"zermelo/solver/job"
	"zermelo/solver/layered"
)

// Kind is a kind of task.
type Kind string

// The kinds of task.
const (
	Expand Kind = "expand" // finds the children of a shard
	Merge  Kind = "merge"  // makes a shard
	Solve  Kind = "solve"  // values a shard, and answers for the children of earlier ones
	Search Kind = "search" // searches for a proof; the shard is the number of the question, states are nodes
	Tier   Kind = "tier"   // solves a tier of a game whose positions are numbered, or joins its ranges; the layer is its number
	Round  Kind = "round"  // does a step of a range of a tier; the shard is the range
	End    Kind = "end"    // makes the blocks of a range of a tier that is decided
)

// Task names a task of a solve.
type Task struct {
	Kind  Kind `json:"kind"`
	Layer int  `json:"layer"`
	Shard int  `json:"shard"`
	Step  int  `json:"step,omitempty"` // of a Round
}

// String is as in "solve/0012/00003", and of step 7 of a range as in "round/0012/00003-0007".
func (t Task) String() string {
	s := fmt.Sprintf("%s/%04d/%05d", t.Kind, t.Layer, t.Shard)
	if t.Kind == Round {
		s += fmt.Sprintf("-%04d", t.Step)
	}
	return s
}

// Manifest is what a task has made. Two manifests of a task are of the same result if Same says so.
type Manifest struct {
	Task
	Object
	States   int64           `json:"states"`             // of the shard; of a Round changes of cells that follow
	More     bool            `json:"more,omitempty"`     // of a Round: the range has something left to do, whatever others find
	Children []int64         `json:"children,omitempty"` // that expand has found, by layer from the next on
	Over     []int64         `json:"over,omitempty"`     // likewise, terminal ones that are not stored, where they are counted
	Sample   *Sample         `json:"sample,omitempty"`   // of a merge
	Ended    *job.LayerStats `json:"ended,omitempty"`    // of a merge: those terminal states
	Seen     *layered.Survey `json:"seen,omitempty"`     // of a solve
	Tier     *job.TierStats  `json:"tier,omitempty"`     // of a tier, or of a range that has begun or ended
	Cost     Cost            `json:"cost"`
}

// Object is a packed object.
type Object struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Index int64  `json:"index"`       // bytes of the index at the end
	Hash  uint64 `json:"hash,string"` // of all bytes
}

// Cost is what a task has cost.
type Cost struct {
	Worker  string  `json:"worker"`
	Seconds float64 `json:"seconds"` // on the clock
	CPU     float64 `json:"cpu"`     // seconds of processor time of the thread
	Read    int64   `json:"read"`    // bytes
	Written int64   `json:"written"` // bytes
}

// Same says whether two executions of a task have found the same.
func (m *Manifest) Same(o *Manifest) bool {
	return m.Hash == o.Hash && m.Bytes == o.Bytes && m.States == o.States
}

// Sample is a few children of the states of a shard, evenly spread.
type Sample struct {
	States   int        `json:"states"`   // that were expanded
	Children int        `json:"children"` // of these
	Layers   []int      `json:"layers"`   // of some of the children
	Words    [][]uint64 `json:"words"`    // likewise
}

// Layer says how a layer is divided.
type Layer struct {
	Number int        `json:"number"`
	Cuts   [][]uint64 `json:"cuts"`            // the first state that may be in each shard but the first
	Ended  bool       `json:"ended,omitempty"` // terminal states that are not stored are counted
}

// Shards is the number of shards of the layer.
func (l *Layer) Shards() int { return len(l.Cuts) + 1 }

// Store is where tasks find what others have made. It is safe for several goroutines.
type Store interface {
	// Create writes an object, whole or not at all.
	Create(ctx context.Context, name string, write func(io.Writer) error) error
	// Open reads so many bytes of an object from an offset on. Its error wraps fs.ErrNotExist for one
	// that is gone.
	Open(ctx context.Context, name string, from, size int64) (io.ReadCloser, error)
	// Made is the manifest of a task that is done.
	Made(ctx context.Context, t Task) (*Manifest, error)
	// Layer says how a layer is divided.
	Layer(ctx context.Context, number int) (*Layer, error)
}

// DamagedError says that an object is not as its manifest says.
type DamagedError struct {
	Manifest *Manifest
	Err      error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("object %s of task %s is damaged: %v", e.Manifest.Name, e.Manifest.Task, e.Err)
}

// Unwrap is what is wrong with it.
func (e *DamagedError) Unwrap() error { return e.Err }
