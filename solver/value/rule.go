package value

import "zermelo/games"

// Rule works out the value of a state from the values of its children. Each
// worker has its own.
type Rule interface {
	// Terminal is the value of a state where the game is over.
	Terminal(p games.Payoff) Value
	// Combine is the value of a state whose children have the given values, as the
	// state's roles see them: a matrix of the given shape, see games.Stages.Shape. The
	// error is a *LengthError.
	Combine(shape []int32, children []Value) (Value, error)
}

// OutcomeSet is the outcomes that a solve has met, and what their values mean in a
// kind of game. All workers share it.
type OutcomeSet interface {
	// Rule makes a worker's rule.
	Rule() Rule
	// Swap is the value with the roles exchanged.
	Swap(v Value) Value
	// Renumber is called between layers. It orders the values that the last
	// layer brought, so that they do not depend on the workers, and returns
	// the new value for each old one, or nil if none has changed.
	Renumber() []Value
	// Number is the value that stands for an outcome, a provisional one if it is new.
	Number(o *Outcome) Value
	// Outcomes is the meaning of all values so far.
	Outcomes() Outcomes
	// Keeps reports whether a role that moves from a state with value parent
	// to one with value child keeps its payoff.
	Keeps(mover int, parent, child Value) bool
	// Wins reports whether v gives a role more than half of the total.
	Wins(mover int, v Value) bool
}

// NewOutcomeSet makes the outcomes of a kind of game. List has those that an
// earlier run met, by value.
func NewOutcomeSet(info *games.Info, list []Outcome) (OutcomeSet, error) {
	kind := KindOf(info)
	if kind == Alternating {
		return AlternatingOutcomes{info.Total}, nil
	}
	return newInterner(kind, info.Total, len(info.Roles), list)
}
