package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove/sat"
	"zermelo/games/gdl/statemachine"
)

// Limits of the solver's work. A query that exceeds its limit counts as not proven.
const (
	questionLimit = 3_000_000  // limit of one query, about 0.1 s
	phaseLimit    = 10_000_000 // limit of one phase; after that, each query is limited to leastLimit
	leastLimit    = 100_000
)

// Prover decides properties of states and plies. It treats every assignment of the
// fluents that satisfies the proven invariants as a state. These states include all
// reachable states.
type Prover struct {
	*statemachine.Logic
	clauses *sat.Clauses
	end     int64 // value of Work at which the budget of the phase is exhausted
	// ply implies a nonterminal state and legal moves.
	ply sat.Lit
}

// NewProver returns a prover without invariants.
func NewProver(l *statemachine.Logic) *Prover {
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

// Possible reports whether the literals can hold together for some state and some
// moves. It returns true if it cannot prove the contrary.
func (p *Prover) Possible(lits ...network.Lit) bool {
	return p.ask(lits) != sat.Unsatisfiable
}

// PossibleInPly is like Possible, but requires a nonterminal state and legal moves.
func (p *Prover) PossibleInPly(lits ...network.Lit) bool {
	return p.ask(lits, p.ply) != sat.Unsatisfiable
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

// solve calls the solver and counts its work in units of a few nanoseconds.
func (p *Prover) solve(assumptions []sat.Lit) sat.Result {
	p.Spend(8 * len(assumptions))
	before := p.clauses.Work()
	result := p.clauses.Solve(min(questionLimit, max(leastLimit, p.end-before)), assumptions...)
	p.Spend(int(4 * (p.clauses.Work() - before)))
	return result
}

// Begin starts a new phase with a new budget.
func (p *Prover) Begin() { p.end = p.clauses.Work() + phaseLimit }

// OverBudget reports whether the current phase has exhausted its budget. The caller
// should then skip optional queries.
func (p *Prover) OverBudget() bool { return p.clauses.Work() > p.end }

// evaluate returns the value of every node in the last solution, including
// conjunctions that the solver does not assign.
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

// Successors returns a list for each literal in now. Each list contains the indexes
// of the literals in then that can hold after a ply from a state where the literal
// in now holds. Successors returns false if a limit is exceeded.
func (p *Prover) Successors(now, then []network.Lit) ([][]int, bool) {
	follows := make([][]int, len(now))
	for c := range now {
		// Find successors until there are no others.
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
