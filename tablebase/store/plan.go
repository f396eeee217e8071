package store

import (
	"errors"
	"io/fs"
	"time"

	"zermelo/solver/job"
)

// plan describes a partial table.
type plan struct {
	Format  int
	Tool    string
	Name    string
	Rules   uint64 `json:",string"`
	Words   int
	Build   string // random ID of the build
	Created time.Time
	Tiers   bool  `json:",omitempty"` // tiered: values are stored by index, without states
	Gaps    []Gap `json:",omitempty"` // known gaps in the journal
}

func (p *plan) keySize() int {
	if p.Tiers {
		return TierKeySize
	}
	return 5 + 8*p.Words
}

func (p *plan) blockSize() uint64 {
	if p.Tiers {
		return job.BlockCells
	}
	return job.BlockStates
}

// fits returns an error if the partial table in dir cannot be resumed to build want.
// A nil plan always fits.
func (p *plan) fits(want *plan, dir string) error {
	switch {
	case p == nil:
		return nil
	case p.Format != formatVersion:
		return &VersionError{Name: want.Name, Dir: dir, Have: p.Format, Tool: p.Tool}
	case p.Name != want.Name || p.Words != want.Words || p.Rules != want.Rules || p.Tiers != want.Tiers:
		return &ForeignError{Name: want.Name, Dir: dir, Have: p.Rules, Want: want.Rules}
	}
	return nil
}

// readPlan reads the plan of a partial table, or returns nil if there is none.
func readPlan(partial, name string) (*plan, error) {
	data, err := readLimited(localFiles(partial), planFile, maxSeal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p plan
	if err := unseal(data, &p); err != nil {
		return nil, &CorruptError{Name: name, Dir: partial, What: "invalid file " + planFile, Err: err}
	}
	return &p, nil
}

// builtBy returns the build ID of the table in dir, or "" if it cannot be read.
func builtBy(dir string) string {
	s, err := readSeal(local(dir), "")
	if err != nil {
		return ""
	}
	return s.Build
}
