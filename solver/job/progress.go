package job

import "sync/atomic"

// Phase is a phase of a solve.
type Phase int32

// Phases of a solve, in order.
const (
	Starting    Phase = iota
	Reading           // reading the results of an earlier run
	Enumerating       // finding the states, forward
	Counting          // counting the states by ply, in forward order; skipped if layers are plies
	Linking           // finding the children and parents of states
	Solving           // computing values, backward
	Deciding          // retrograde analysis, by tier
	Searching         // searching for the value of the start position
	Proving           // constructing a proof of the value
	Storing           // storing the results of other processes
	Finished
)

func (p Phase) String() string {
	return [...]string{"starting", "reading stored results", "enumerating", "counting plies", "linking", "solving", "solving", "searching", "writing the proof", "storing", "finished"}[p]
}

// Progress tracks a running solve. The solver updates it once per batch. It is
// safe for concurrent use.
type Progress struct {
	Phase, Layer, layers, Done, total, States atomic.Int64
}

// Snapshot is a copy of a Progress.
type Snapshot struct {
	Phase  Phase
	Layer  int   // current layer
	Layers int   // number of layers; 0 if unknown
	Done   int64 // states processed in this phase, in all layers
	Total  int64 // states to process in this phase; 0 if unknown
	States int64 // states found
}

// Snapshot returns a copy of the progress.
func (p *Progress) Snapshot() Snapshot {
	return Snapshot{
		Phase: Phase(p.Phase.Load()), Layer: int(p.Layer.Load()), Layers: int(p.layers.Load()),
		Done: p.Done.Load(), Total: p.total.Load(), States: p.States.Load(),
	}
}

// Enter starts a phase with the given number of layers and the given total number of
// states to process. Either number is 0 if unknown.
func (p *Progress) Enter(phase Phase, layers int, total int64) {
	p.States.Store(0)
	p.Done.Store(0)
	p.total.Store(total)
	p.layers.Store(int64(layers))
	p.Phase.Store(int64(phase))
}
