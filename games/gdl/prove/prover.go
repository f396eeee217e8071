package prove

import (
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove/sat"
)

// What is not proven with so much work counts as not proven. Work is counted,
// not timed, as the answers must not depend on the machine.
const (
	questionLimit = 3_000_000  // for one question, about 0.1 s
	phaseLimit    = 10_000_000 // for a phase of the work; then questions get little
	leastLimit    = 100_000
)

// Prover answers questions about all states of a game and all plies at once.
// A state here is any assignment of the fluents that keeps the invariants found;
// every state that can be reached is one.
type Prover struct {
	*machine.Logic
	clauses *sat.Clauses
	end     int64 // of the work of this phase
	// ply holds where the state is not terminal and the moves are legal.
	ply sat.Lit
}

// NewProver knows nothing but the rules of moves.
func NewProver(l *machine.Logic) *Prover {
	p := &Prover{Logic: l, clauses: sat.NewClauses(l.Network)}
	p.Begin()
	p.ply = p.clauses.NewVar()
	for _, choice := range l.Choices {
		p.clauses.ExactlyOne(choice)
	}
	p.clauses.Add(p.ply.Not(), p.clauses.Lit(l.Terminal.Not()))
	for r, does := range l.Does {
		for m, d := range does {
			p.clauses.Add(p.ply.Not(), p.clauses.Lit(d.Not()), p.clauses.Lit(l.Legal[r][m]))
		}
	}
	return p
}

// Possible says whether the literals can hold together in some state and for
// some moves, as far as is known.
func (p *Prover) Possible(lits ...network.Lit) bool {
	return p.ask(lits) != sat.Unsatisfiable
}

// PossibleInPly says whether the literals can hold together in a state that is
// not terminal and for legal moves, as far as is known.
func (p *Prover) PossibleInPly(lits ...network.Lit) bool {
	return p.ask(lits, p.ply) != sat.Unsatisfiable
}

// FindPly finds a ply, in a state that is not terminal and for legal moves, in which the literals
// hold together, and tells what else holds then. It is nil where that is too hard.
func (p *Prover) FindPly(lits ...network.Lit) (holds func(network.Lit) bool, possible bool) {
	switch p.ask(lits, p.ply) {
	case sat.Unsatisfiable:
		return nil, false
	case sat.Unknown:
		return nil, true
	}
	values := p.evaluate()
	return func(l network.Lit) bool { return values[l.Node()] != l.Complemented() }, true
}

func (p *Prover) ask(lits []network.Lit, assumptions ...sat.Lit) sat.Result {
	if slices.Contains(lits, network.False) {
		return sat.Unsatisfiable
	}
	for _, l := range lits {
		assumptions = append(assumptions, p.clauses.Lit(l))
	}
	return p.solve(assumptions)
}

// solve asks the solver, which takes some nanoseconds for a unit of its work.
func (p *Prover) solve(assumptions []sat.Lit) sat.Result {
	p.Spend(8 * len(assumptions))
	before := p.clauses.Work()
	result := p.clauses.Solve(min(questionLimit, max(leastLimit, p.end-before)), assumptions...)
	p.Spend(int(4 * (p.clauses.Work() - before)))
	return result
}

// Begin starts a phase of the work.
func (p *Prover) Begin() { p.end = p.clauses.Work() + phaseLimit }

// OverBudget says that so much work was done in this phase that only what is needed
// should follow.
func (p *Prover) OverBudget() bool { return p.clauses.Work() > p.end }

// evaluate is the value of every node in the solution found last. The solver
// need not know all nodes, so the conjunctions are computed.
func (p *Prover) evaluate() []bool {
	values := make([]bool, p.Nodes())
	for v := 1; v < p.Nodes(); v++ {
		fanins := p.Fanins(v)
		p.Spend(2 + len(fanins))
		if len(fanins) == 0 {
			values[v] = p.clauses.True(network.Lit(2 * v))
			continue
		}
		values[v] = true
		for _, f := range fanins {
			values[v] = values[v] && values[f.Node()] != f.Complemented()
		}
	}
	return values
}

// Successors finds which other of the conditions then can hold after a ply in which
// a condition of now held before, for each of those. It is false if that is too
// hard.
func (p *Prover) Successors(now, then []network.Lit) ([][]int, bool) {
	follows := make([][]int, len(now))
	for c := range now {
		// Ask for one that is not known yet, until there is none.
		question := []network.Lit{now[c], then[c].Not()}
		for {
			answer := p.ask(question, p.ply)
			if answer == sat.Unsatisfiable {
				break
			}
			if answer == sat.Unknown || p.OverBudget() {
				return nil, false
			}
			values := p.evaluate()
			for d, l := range then {
				if values[l.Node()] != l.Complemented() {
					follows[c] = append(follows[c], d)
					question = append(question, l.Not())
				}
			}
		}
	}
	return follows, true
}
