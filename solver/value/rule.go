package value

import "zermelo/games"

// A rule works out the value of a state from the values of its children. Each
// worker has its own.
type Rule interface {
	// terminal is the value of a state where the game is over.
	Terminal(p games.Payoff) Value
	// combine is the value of a state whose children have the given values,
	// as the state's roles see them: a matrix, row by row.
	Combine(rows int, children []Value) Value
}

// A book is what induction needs to know of a kind of game: the meaning of its
// values. All workers share it.
type Book interface {
	// rule makes a worker's rule.
	Rule() Rule
	// swap is the value with the roles exchanged.
	Swap(v Value) Value
	// settle is called between layers. It orders the values that the last
	// layer brought, so that they do not depend on the workers, and returns
	// the new value for each old one, or nil if none has changed.
	Settle() []Value
	// outcomes is the meaning of all values so far.
	Outcomes() Outcomes
	// keeps reports whether a role that moves from a state with value parent
	// to one with value child keeps its payoff.
	Keeps(mover int, parent, child Value) bool
	// wins reports whether v gives a role more than half of the total.
	Wins(mover int, v Value) bool
}

// NewBook makes the book of a kind of game. list is the dictionary that an
// earlier sitting left.
func NewBook(info *games.Info, list []Outcome) (Book, error) {
	kind := KindOf(info)
	if kind == Alternating {
		return AlternatingBook{info.Total}, nil
	}
	return newInternedBook(kind, info.Total, list)
}
