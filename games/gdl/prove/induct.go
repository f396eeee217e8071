package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove/sat"
)

// invariant is a condition on states, in the present state and in the next.
type invariant struct {
	now, then network.Lit
	// proves, if there is one, says whether the condition holds after each ply
	// by some other way, given the candidates that hold so far.
	proves func(holds []bool) bool
}

// induction finds which candidates are invariants: the largest set of them such
// that, if all hold in a state, all hold after every ply. Candidates that some
// ply breaks are dropped until there is no such ply. (C. Flanagan, K. Leino:
// Houdini, an annotation assistant for ESC/Java, 2001.)
type induction struct {
	*Prover
	candidates []invariant
	holds      []bool
	proven     []bool  // holds after each ply if those in needs hold before
	needs      [][]int // nil if all may be needed
}

// induct finds the invariants among candidates that hold in the first state.
// They are assumed from then on.
func (p *Prover) induct(candidates []invariant) []bool {
	d := induction{p, candidates, make([]bool, len(candidates)), make([]bool, len(candidates)), make([][]int, len(candidates))}
	for i := range d.holds {
		d.holds[i] = true
	}
	for again := true; again && p.work.Failure() == nil; {
		again = false
		for i := range candidates {
			if p.work.Spend(1) != nil {
				break
			}
			if d.holds[i] && !d.proven[i] {
				d.check(i)
				again = true
			}
		}
	}
	for i, c := range candidates {
		if d.holds[i] {
			p.assume(c.now)
		}
	}
	return d.holds
}

// check proves candidate i or drops what cannot be proven.
func (d *induction) check(i int) {
	c := &d.candidates[i]
	d.needs[i] = nil
	if c.then == network.True || c.proves != nil && c.proves(d.holds) {
		d.proven[i] = true
		return
	}
	assumptions := []sat.Lit{d.ply, d.lit(c.then.Not())}
	owners := map[sat.Lit]int{}
	if d.work.Spend(16*len(d.candidates)) != nil {
		return
	}
	for j := range d.candidates {
		if now := d.candidates[j].now; d.holds[j] && now != network.True {
			assumptions = append(assumptions, d.lit(now))
			owners[d.lit(now)] = j
		}
	}
	switch d.solve(assumptions) {
	case sat.Unsatisfiable:
		d.proven[i] = true
		d.needs[i] = []int{}
		for _, l := range d.solver.Core() {
			if j, ok := owners[l]; ok {
				d.needs[i] = append(d.needs[i], j)
			}
		}
	case sat.Unknown:
		d.drop(i) // nothing but what is proven counts
	case sat.Satisfiable:
		values := d.evaluate()
		for j := range d.candidates {
			if then := d.candidates[j].then; d.holds[j] && values[then.Node()] == then.Complemented() {
				d.drop(j)
			}
		}
	}
}

// drop gives up a candidate and the proofs that need it.
func (d *induction) drop(j int) {
	d.holds[j] = false
	for i, needs := range d.needs {
		if d.work.Spend(2+len(needs)) != nil {
			return
		}
		if needs == nil || slices.Contains(needs, j) {
			d.proven[i] = false
		}
	}
}
