package solver

import "zermelo/games"

// A rule works out the value of a state from the values of its children. Each
// worker has its own.
type rule interface {
	// terminal is the value of a state where the game is over.
	terminal(p games.Payoff) Value
	// combine is the value of a state whose children have the given values,
	// as the state's roles see them: a matrix, row by row.
	combine(rows int, children []Value) Value
}

// A book is what induction needs to know of a kind of game: the meaning of its
// values. All workers share it.
type book interface {
	// rule makes a worker's rule.
	rule() rule
	// swap is the value with the roles exchanged.
	swap(v Value) Value
	// settle is called between layers. It orders the values that the last
	// layer brought, so that they do not depend on the workers, and returns
	// the new value for each old one, or nil if none has changed.
	settle() []Value
	// outcomes is the meaning of all values so far.
	outcomes() Outcomes
	// keeps reports whether a role that moves from a state with value parent
	// to one with value child keeps its payoff.
	keeps(mover int, parent, child Value) bool
	// wins reports whether v gives a role more than half of the total.
	wins(mover int, v Value) bool
}

// newBook makes the book of a kind of game. list is the dictionary that an
// earlier sitting left.
func newBook(info *games.Info, list []Outcome) (book, error) {
	kind := KindOf(info)
	if kind == Alternating {
		return alternatingBook{info.Total}, nil
	}
	return newInternedBook(kind, info.Total, list)
}
