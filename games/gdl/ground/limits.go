package ground

import (
	"fmt"
	"math"

	"zermelo/games"
)

// bytesPerAtom is roughly what an atom costs: its term, its places in the table
// and its relation; bytesPerEntry what it costs in an index.
const (
	bytesPerAtom  = 90
	bytesPerEntry = 15
	// The sizes of a part and, about, of a pattern.
	bytesPerPart    = 24
	bytesPerPattern = 96
)

// maxNumber bounds what is numbered: literals are twice an atom in 32 bits, and
// one rule adds some millions at most before it is looked at.
const maxNumber = math.MaxInt32/2 - 1<<26

// excess says what there is too much of; see meter.
func (g *grounder) excess() string {
	if g.Terms.Size() > maxNumber || len(g.Terms.args) > maxNumber || len(g.bodies) > maxNumber {
		return fmt.Sprintf("more than %d terms or conditions", maxNumber)
	}
	return g.TooMuch(int64(g.Terms.Size())*bytesPerAtom + int64(g.entries)*bytesPerEntry +
		int64(g.parts)*bytesPerPart + int64(g.patterns)*bytesPerPattern +
		4*int64(len(g.bodies)+2*len(g.Heads)) + 4*int64(len(g.Terms.args)))
}

// largest names the relation with the most atoms.
func (g *grounder) largest() string {
	var most *Relation
	for _, r := range g.Relations {
		if most == nil || len(r.Atoms) > len(most.Atoms) {
			most = r
		}
	}
	if most == nil {
		return ""
	}
	return fmt.Sprintf("%s has %d instances so far", games.Echo(g.Terms.names[most.name]), len(most.Atoms))
}
