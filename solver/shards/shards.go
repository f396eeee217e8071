// Package shards divides a solve into tasks. A task is a pure function of
// immutable objects. For games with numbered positions, each tier is a task
// (blocks.go), and large tiers are divided further (ranges.go). The remainder
// of this comment describes games with layers.
//
// The states of a layer are divided into shards, which are ranges of states. In the
// forward phase, an Expand task finds, sorts and divides the children of a shard. A
// Merge task combines the states found for a shard and records the place of each
// child. In the backward phase, a Solve task computes the values of a shard and,
// from the recorded places, the values of the children of each shard in earlier
// layers. A process that expands a shard keeps the links to its children on disk; in
// another process, Solve expands the shard again. A task produces one packed object
// and a manifest. The manifests are sufficient to determine the progress of a solve;
// see Graph. Package layered implements the steps.
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

// Kinds of tasks.
const (
	Expand Kind = "expand" // finds the children of a shard
	Merge  Kind = "merge"  // combines the states of a shard
	Solve  Kind = "solve"  // computes the values of a shard, and copies them for the earlier shards that need them
	Search Kind = "search" // searches for a proof; Shard is the question number, and States is the number of nodes
	Tier   Kind = "tier"   // solves a tier of a game with numbered positions, or joins its ranges; Layer is the tier's number
	Round  Kind = "round"  // performs a step of a range of a tier; Shard is the range's number
	End    Kind = "end"    // writes the blocks of a range of a decided tier
)

// Task identifies a task of a solve.
type Task struct {
	Kind  Kind `json:"kind"`
	Layer int  `json:"layer"`
	Shard int  `json:"shard"`
	Step  int  `json:"step,omitempty"` // step of a Round
}

// String returns the name of a task, such as "solve/0012/00003", or
// "round/0012/00003-0007" for step 7 of a range.
func (t Task) String() string {
	s := fmt.Sprintf("%s/%04d/%05d", t.Kind, t.Layer, t.Shard)
	if t.Kind == Round {
		s += fmt.Sprintf("-%04d", t.Step)
	}
	return s
}

// InLayer reports whether t is a task of a shard of a layer.
func (t Task) InLayer() bool { return t.Kind == Expand || t.Kind == Merge || t.Kind == Solve }

// Manifest describes the result of a task.
type Manifest struct {
	Task
	Object
	States        int64           `json:"states"`             // number of states of the shard; for a Round, number of changes found
	More          bool            `json:"more,omitempty"`     // for a Round: the range has work left even if other ranges find no changes
	Children      []int64         `json:"children,omitempty"` // for Expand: number of children, by layer starting with the next
	Terminals     []int64         `json:"over,omitempty"`     // for Expand: number of unstored terminal children, by layer, if counted
	Outcomes      int             `json:"outcomes,omitempty"` // for Solve: number of outcomes in the list that the values refer to
	Merged        int64           `json:"merged,omitempty"`   // for Merge: number of children read, with duplicates
	Sample        *Sample         `json:"sample,omitempty"`   // set for Merge
	TerminalStats *job.LayerStats `json:"ended,omitempty"`    // for Merge: statistics of terminal states that are not stored
	Survey        *layered.Survey `json:"seen,omitempty"`     // set for Solve
	Tier          *job.TierStats  `json:"tier,omitempty"`     // set for Tier, End, and step 0 of Round
	Blocks        bool            `json:"blocks,omitempty"`   // for Solve: the object contains blocks of the table
	Cost          Cost            `json:"cost"`
}

// Object describes a packed object.
type Object struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Index int64  `json:"index"`           // size in bytes of the index at the end of the object
	Hash  uint64 `json:"hash,string"`     // hash of the index; covers all sections
	Paged bool   `json:"paged,omitempty"` // the index consists of pages
}

// Cost is the cost of executing a task.
type Cost struct {
	Worker  string  `json:"worker"`
	Seconds float64 `json:"seconds"` // wall-clock time in seconds
	CPU     float64 `json:"cpu"`     // processor time of the thread in seconds
	Read    int64   `json:"read"`    // bytes read
	Written int64   `json:"written"` // bytes written
}

// Same reports whether m and o, which describe two executions of a task, have the
// same result.
func (m *Manifest) Same(o *Manifest) bool {
	return m.Hash == o.Hash && m.Bytes == o.Bytes && m.States == o.States
}

// Sample is an evenly spaced sample of the children of a shard.
type Sample struct {
	States   int        `json:"states"`   // number of states expanded
	Children int        `json:"children"` // number of children of these states
	Layers   []int      `json:"layers"`   // layer of each sampled child
	Words    [][]uint64 `json:"words"`    // words of each sampled child
}

// Layer describes how a layer is divided into shards.
type Layer struct {
	Number         int        `json:"number"`
	Cuts           [][]uint64 `json:"cuts"`            // smallest possible state of each shard except the first
	CountTerminals bool       `json:"ended,omitempty"` // terminal states, which are not stored, are counted
}

func (l *Layer) shards() int { return len(l.Cuts) + 1 }

// Store provides access to the objects and manifests of tasks. It is safe for
// concurrent use.
type Store interface {
	// Create writes an object atomically.
	Create(ctx context.Context, name string, write func(io.Writer) error) error
	// Open opens size bytes of an object for reading, starting at offset from.
	// If the object does not exist, the error wraps fs.ErrNotExist. If it ends
	// before from, the error wraps io.ErrUnexpectedEOF or reading returns io.EOF.
	Open(ctx context.Context, name string, from, size int64) (io.ReadCloser, error)
	// Manifest returns the manifest of a completed task.
	Manifest(ctx context.Context, t Task) (*Manifest, error)
	// Layer returns the division of a layer into shards.
	Layer(ctx context.Context, number int) (*Layer, error)
}

// DamagedError is returned if an object does not match its manifest.
type DamagedError struct {
	Manifest *Manifest
	Err      error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("object %s of task %s is damaged: %v", e.Manifest.Name, e.Manifest.Task, e.Err)
}

// Unwrap returns the cause of the error.
func (e *DamagedError) Unwrap() error { return e.Err }
