package build

import (
	"sync/atomic"

	"zermelo/solver/job"
)

// Progress tells from outside how far Solve has come. Anyone may read it at any time.
// The zero value is ready to use, once.
type Progress struct {
	table job.Progress
	nodes atomic.Pointer[func() uint64] // positions searched; nil until a search begins
	proof atomic.Int64                  // positions in the proof
}

// Snapshot is the state of a Progress at one moment. While a search runs, Done and
// States count the positions searched, then those in the proof; Total is not known.
func (p *Progress) Snapshot() job.Snapshot {
	nodes := p.nodes.Load()
	if nodes == nil {
		return p.table.Snapshot()
	}
	if n := p.proof.Load(); n > 0 {
		return job.Snapshot{Phase: job.Proving, Done: n, States: n}
	}
	n := int64((*nodes)())
	return job.Snapshot{Phase: job.Searching, Done: n, States: n}
}
