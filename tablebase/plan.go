package tablebase

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"zermelo/solver/job"
)

// plan says what a partial table is to become.
type plan struct {
	Format  int
	Tool    string
	Name    string
	Rules   uint64 `json:",string"`
	Words   int
	Build   string // marks the build
	Created time.Time
	Tiers   bool  `json:",omitempty"` // values by index, no states
	Gaps    []gap `json:",omitempty"` // of the journal, as far as they are known
}

// keySize is the size of the keys in the journal, in bytes.
func (p *plan) keySize() int {
	if p.Tiers {
		return tierKeySize
	}
	return 5 + 8*p.Words
}

// blockSize is the most states that a record in the journal counts.
func (p *plan) blockSize() uint64 {
	if p.Tiers {
		return job.BlockCells
	}
	return job.BlockStates
}

// fits checks that a partial table can be resumed by this builder.
func (b *construction) fits(p *plan) error {
	switch {
	case p == nil:
		return nil
	case p.Format > formatVersion:
		return &VersionError{Name: b.info.Name, Dir: b.partial(), Have: p.Format, Tool: p.Tool}
	case p.Name != b.plan.Name || p.Words != b.plan.Words || p.Rules != b.plan.Rules || p.Tiers != b.plan.Tiers:
		return &ForeignError{Name: b.info.Name, Dir: b.partial(), Have: p.Rules, Want: b.plan.Rules}
	}
	return nil
}

// readPlan reads the plan of a partial table; nil if there is none.
func readPlan(partial, name string) (*plan, error) {
	data, err := readLimited(filepath.Join(partial, planFile), maxSeal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p plan
	if err := unseal(data, &p); err != nil {
		return nil, &CorruptError{Name: name, Dir: partial, What: "the file " + planFile, Err: err}
	}
	return &p, nil
}
