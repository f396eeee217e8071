package value

import "zermelo/games"

// Rule computes the value of a state from the values of its children. A Rule
// must not be used concurrently.
type Rule interface {
	// Terminal returns the value of a terminal state.
	Terminal(p games.Payoff) Value
	// Combine returns the value of a state whose children have the given
	// values. All values are from the viewpoint of the state's roles. The
	// children form a matrix of the given shape; see games.Stages.Shape. The
	// error is a *LengthError.
	Combine(shape []int32, children []Value) (Value, error)
	// Average returns the value of a state in which chance moves, given the weights
	// and the values of its children. The error is a *LengthError.
	Average(odds []uint32, children []Value) (Value, error)
}

// OutcomeSet assigns Values to the outcomes found by a solve. It is safe for
// concurrent use.
type OutcomeSet interface {
	// Rule returns a new rule for one worker.
	Rule() Rule
	// Swap returns the value of the outcome with roles 0 and 1 exchanged, as an argument
	// of a Rule, Keeps and Wins.
	Swap(v Value) Value
	// Renumber must be called between layers. It reorders the values added since the
	// last call so that they do not depend on the scheduling of workers. It returns
	// the new value for each old one, or nil if no value has changed.
	Renumber() []Value
	// Number returns the value of an outcome. If the outcome is new, the value
	// is provisional.
	Number(o *Outcome) Value
	// Outcomes returns the outcomes represented by the values.
	Outcomes() Outcomes
	// Keeps reports whether a move from a state with value parent to a state
	// with value child preserves the payoff of role mover.
	Keeps(mover int, parent, child Value) bool
	// Wins reports whether v gives role mover more than half of the total.
	Wins(mover int, v Value) bool
}

// Bounder is implemented by the OutcomeSets of constant-sum games with chance. They number
// exact outcomes at first and intervals later.
type Bounder interface {
	// Full reports whether Renumber will end the numbering of exact outcomes.
	Full() bool
	// Freeze ends the numbering of exact outcomes. It must be called after Renumber.
	Freeze()
	// Frozen reports whether the numbering of exact outcomes has ended.
	Frozen() bool
	// Exact returns the exact outcome of v, which must have one.
	Exact(v Value) Outcome
	// Bounds returns the smallest interval that contains the payoff of v.
	Bounds(v Value) Interval
	// NumberBounds returns the value of an interval, which is provisional if the interval is
	// new. The numbering of exact outcomes must have ended.
	NumberBounds(x Interval) Value
	// Settle returns a value that can be stored, given a result of Swap.
	Settle(v Value) Value
}

// Swapped returns the value of the outcome of v with the roles exchanged. Unlike a result of
// OutcomeSet.Swap, it can be stored.
func Swapped(set OutcomeSet, v Value) Value {
	v = set.Swap(v)
	if b, ok := set.(Bounder); ok {
		return b.Settle(v)
	}
	return v
}

// NewOutcomeSet returns the outcome set of a game. The argument found contains the
// outcomes found by an earlier run.
func NewOutcomeSet(info *games.Info, found Outcomes) (OutcomeSet, error) {
	kind := KindOf(info)
	if kind == Alternating {
		return AlternatingOutcomes{info.Total}, nil
	}
	in, err := newInterner(kind, info.Total, len(info.Roles), found.List)
	if err != nil || !info.Stochastic {
		return in, err
	}
	in.stochastic = true
	if kind == General {
		return in, nil
	}
	return newBoundedSet(in, UnitBits(info), found.Intervals), nil
}
