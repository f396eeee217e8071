package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove/sat"
)

// invariant is a candidate property, given as literals over the current and the next
// state.
type invariant struct {
	now, then network.Lit
	sure      bool // already proven
	// proves, if not nil, reports whether the condition holds after every ply,
	// assuming the candidates that have not been dropped. The function dropped, if
	// not nil, is called when this candidate is dropped.
	proves  func() bool
	dropped func()
	add     func(found *Facts) // adds the proven condition to the facts
	claim   *Claim             // the claim that the condition expresses, or nil
}

// open reports whether the candidate's claim is neither proven nor refuted. The
// claim must not be nil.
func (i *invariant) open(found *Facts) bool {
	return !found.Claims.Proven[*i.claim] && !found.Broken[*i.claim]
}

// induction finds the largest inductive set of candidates: if all of them hold in a
// state, they all hold after every ply. It drops each candidate that some ply
// violates until no such ply exists (C. Flanagan, K. Leino: Houdini, an annotation
// assistant for ESC/Java, 2001).
type induction struct {
	*Prover
	candidates []invariant
	holds      []bool
	proven     []bool  // holds after every ply, if the candidates in needs hold before it
	needs      [][]int // nil if the proof may depend on any candidate
}

// induct reports which candidates are invariants, and makes the prover assume them.
// All candidates must hold in the initial state.
func (p *Prover) induct(candidates []invariant) []bool {
	n := len(candidates)
	d := induction{p, candidates, slices.Repeat([]bool{true}, n), make([]bool, n), make([][]int, n)}
	for i, c := range candidates {
		if d.proven[i] = c.sure; c.sure {
			d.needs[i] = []int{}
			p.clauses.Add(p.clauses.Lit(c.now))
		}
	}
	for again := true; again; {
		again = false
		for i := range candidates {
			p.Spend(1)
			if d.holds[i] && !d.proven[i] {
				d.check(i)
				again = true
			}
		}
	}
	for i, c := range candidates {
		if d.holds[i] && !c.sure {
			p.clauses.Add(p.clauses.Lit(c.now))
		}
	}
	return d.holds
}

// check proves candidate i or drops it. In the latter case, it also drops other
// candidates that the same ply violates.
func (d *induction) check(i int) {
	c := &d.candidates[i]
	d.needs[i] = nil
	if c.then == network.True || c.proves != nil && c.proves() {
		d.proven[i] = true
		return
	}
	assumptions := []sat.Lit{d.ply, d.clauses.Lit(c.then.Not())}
	owners := map[sat.Lit]int{}
	d.Spend(16 * len(d.candidates))
	for j := range d.candidates {
		if now := d.candidates[j].now; d.holds[j] && !d.candidates[j].sure && now != network.True {
			assumptions = append(assumptions, d.clauses.Lit(now))
			owners[d.clauses.Lit(now)] = j
		}
	}
	switch d.solve(assumptions) {
	case sat.Unsatisfiable:
		d.proven[i] = true
		d.needs[i] = []int{}
		for _, l := range d.clauses.Core() {
			if j, ok := owners[l]; ok {
				d.needs[i] = append(d.needs[i], j)
			}
		}
	case sat.Unknown:
		d.drop(i)
	case sat.Satisfiable:
		values := d.evaluate()
		for j := range d.candidates {
			if then := d.candidates[j].then; d.holds[j] && values[then.Node()] == then.Complemented() {
				d.drop(j)
			}
		}
	}
}

// drop drops a candidate and invalidates the proofs that depend on it.
func (d *induction) drop(j int) {
	d.holds[j] = false
	if dropped := d.candidates[j].dropped; dropped != nil {
		dropped()
	}
	for i, needs := range d.needs {
		d.Spend(2 + len(needs))
		if needs == nil || slices.Contains(needs, j) {
			d.proven[i] = false
		}
	}
}
