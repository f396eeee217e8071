package job

import "sync/atomic"

// Phase is what a solve is busy with.
type Phase int32

// The phases of a solve, in order.
const (
	Starting    Phase = iota
	Reading           // what an earlier run has stored
	Enumerating       // forward, finding the states
	Counting          // forward again, counting states by ply where layers are not plies
	Linking           // finding the children and parents of states
	Solving           // backward, finding their values
	Deciding          // by retrograde analysis, tier by tier
	Reaching          // forward through the tiers, counting what the start leads to
	Searching         // for the value of the start
	Proving           // finding the moves that prove it
	Storing           // what others have found
	Finished
)

func (p Phase) String() string {
	return [...]string{"starting", "reading what is stored", "enumerating", "counting plies", "linking", "solving", "solving", "following the plies", "searching", "writing down the proof", "storing", "finished"}[p]
}

// Progress tells from outside how far a solve has come. The solver writes it
// once a batch; anyone may read it at any time.
type Progress struct {
	Phase, Layer, layers, Done, total, States atomic.Int64
}

// Snapshot is the state of a Progress at one moment.
type Snapshot struct {
	Phase  Phase
	Layer  int   // the layer at work
	Layers int   // how many there are; 0 while that is unknown
	Done   int64 // states dealt with in this phase, over all layers
	Total  int64 // states to deal with in this phase; 0 while that is unknown
	States int64 // states found
}

// Snapshot reads the progress.
func (p *Progress) Snapshot() Snapshot {
	return Snapshot{
		Phase: Phase(p.Phase.Load()), Layer: int(p.Layer.Load()), Layers: int(p.layers.Load()),
		Done: p.Done.Load(), Total: p.total.Load(), States: p.States.Load(),
	}
}

// Enter starts a phase that has total states to deal with.
func (p *Progress) Enter(phase Phase, layers int, total int64) {
	p.States.Store(0)
	p.Done.Store(0)
	p.total.Store(total)
	p.layers.Store(int64(layers))
	p.Phase.Store(int64(phase))
}
