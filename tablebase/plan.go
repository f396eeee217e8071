package tablebase

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"
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
}

// fits checks that a partial table can be resumed by this builder.
func (b *Builder[S]) fits(p *plan) error {
	switch {
	case p == nil:
		return nil
	case p.Format > formatVersion:
		return &VersionError{Name: b.info.Name, Dir: b.partial(), Have: p.Format, Tool: p.Tool}
	case p.Name != b.plan.Name || p.Words != b.plan.Words || p.Rules != b.plan.Rules:
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
