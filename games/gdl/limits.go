package gdl

import (
	"fmt"
	"time"

	"zermelo/games"
)

// Limits are what the work on one sheet may take.
type Limits struct {
	// Bytes is the memory, roughly; 0 stands for 1 GiB.
	Bytes int64
	// Time is for each of grounding and compiling; 0 stands for a minute.
	Time time.Duration
}

func (l Limits) orDefault() Limits {
	if l.Bytes == 0 {
		l.Bytes = 1 << 30
	}
	if l.Time == 0 {
		l.Time = time.Minute
	}
	return l
}

// bytesPerAtom is roughly what an atom costs: its term, its places in the
// table, its relation and two indexes.
const bytesPerAtom = 120

// spend counts steps and tells when a limit is reached.
func (g *grounder) spend(steps int) error {
	g.steps += steps
	if g.steps%1024 != 0 {
		return nil
	}
	used := int64(g.terms.size())*bytesPerAtom + 4*int64(len(g.bodies)+2*len(g.heads)) + 4*int64(len(g.terms.args))
	if used > g.limits.Bytes {
		return &GroundingError{g.sheet.Name, fmt.Sprintf("more than %d MiB of memory", g.limits.Bytes>>20), g.largest()}
	}
	if time.Since(g.started) > g.limits.Time {
		return &GroundingError{g.sheet.Name, fmt.Sprint("more than ", g.limits.Time), g.largest()}
	}
	return nil
}

// largest names the relation with the most atoms.
func (g *grounder) largest() string {
	var most *relation
	for _, r := range g.relations {
		if most == nil || len(r.atoms) > len(most.atoms) {
			most = r
		}
	}
	return fmt.Sprintf("%s has %d instances so far", games.Echo(g.terms.names[most.name]), len(most.atoms))
}

// GroundingError is a sheet that takes too much to be made free of variables.
type GroundingError struct {
	Sheet  string
	Needs  string // as in "more than 1m0s"
	Detail string // what grew most
}

func (e *GroundingError) Error() string {
	return fmt.Sprintf("%s: the rules need %s when written out for every case (%s); look for a rule whose terms grow without end, or for one with too many variables",
		e.Sheet, e.Needs, e.Detail)
}
