package value

import "zermelo/games"

// Rule computes the value of a state from the values of its children. A Rule is
// used by one worker.
type Rule interface {
	// Terminal returns the value of a terminal state.
	Terminal(p games.Payoff) Value
	// Combine returns the value of a state whose children have the given
	// values, for the roles of the state. The children form a matrix of the
	// given shape; see games.Stages.Shape. The error is a *LengthError.
	Combine(shape []int32, children []Value) (Value, error)
}

// OutcomeSet is the set of outcomes of a solve and the meaning of their values.
// It is safe for concurrent use.
type OutcomeSet interface {
	// Rule returns a new rule for one worker.
	Rule() Rule
	// Swap returns the value with the roles exchanged.
	Swap(v Value) Value
	// Renumber is called between layers. It reorders the values of the last
	// layer so that they do not depend on the workers. It returns the new value
	// for each old one, or nil if no value has changed.
	Renumber() []Value
	// Number returns the value of an outcome, which is provisional if the
	// outcome is new.
	Number(o *Outcome) Value
	// Outcomes returns the outcomes of all values.
	Outcomes() Outcomes
	// Keeps reports whether a move by role mover from a state with value parent
	// to one with value child keeps the role's payoff.
	Keeps(mover int, parent, child Value) bool
	// Wins reports whether v gives a role more than half of the total.
	Wins(mover int, v Value) bool
}

// NewOutcomeSet returns the outcome set of a game. List holds the outcomes of
// an earlier run, by value.
func NewOutcomeSet(info *games.Info, list []Outcome) (OutcomeSet, error) {
	kind := KindOf(info)
	if kind == Alternating {
		return AlternatingOutcomes{info.Total}, nil
	}
	return newInterner(kind, info.Total, len(info.Roles), list)
}
