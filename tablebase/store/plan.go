package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"zermelo/solver/job"
)

// Plan says what a partial table is to become.
type Plan struct {
	Format  int
	Tool    string
	Name    string
	Rules   uint64 `json:",string"`
	Words   int
	Build   string // marks the build
	Created time.Time
	Tiers   bool  `json:",omitempty"` // values by index, no states
	Gaps    []Gap `json:",omitempty"` // of the journal, as far as they are known
}

// KeySize is the size of the keys in the journal, in bytes.
func (p *Plan) KeySize() int {
	if p.Tiers {
		return TierKeySize
	}
	return 5 + 8*p.Words
}

// blockSize is the most states that a record in the journal counts.
func (p *Plan) blockSize() uint64 {
	if p.Tiers {
		return job.BlockCells
	}
	return job.BlockStates
}

// Fits checks that a partial table in the folder dir can go on as what is wanted.
// There may be none.
func (p *Plan) Fits(want *Plan, dir string) error {
	switch {
	case p == nil:
		return nil
	case p.Format > FormatVersion:
		return &VersionError{Name: want.Name, Dir: dir, Have: p.Format, Tool: p.Tool}
	case p.Name != want.Name || p.Words != want.Words || p.Rules != want.Rules || p.Tiers != want.Tiers:
		return &ForeignError{Name: want.Name, Dir: dir, Have: p.Rules, Want: want.Rules}
	}
	return nil
}

// ReadPlan reads the plan of a partial table; nil if there is none.
func ReadPlan(partial, name string) (*Plan, error) {
	data, err := readLimited(filepath.Join(partial, PlanFile), maxSeal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p Plan
	if err := unseal(data, &p); err != nil {
		return nil, &CorruptError{Name: name, Dir: partial, What: "the file " + PlanFile, Err: err}
	}
	return &p, nil
}

// BuiltBy is the mark of the build that made the table in dir; empty if there
// is none.
func BuiltBy(dir string) string {
	s, err := ReadSeal(dir)
	if err != nil {
		return ""
	}
	return s.Build
}
