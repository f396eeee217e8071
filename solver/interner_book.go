package solver

// internedBook is the book of the kinds of game whose values are numbers of
// outcomes: simultaneous and general ones.
type internedBook struct {
	kind     Kind
	total    int
	interner *interner
}

// newInternedBook returns the book of a game of the given kind, in which the
// outcomes of list have been settled before.
func newInternedBook(kind Kind, total int, list []Outcome) (internedBook, error) {
	in, err := newInterner(list)
	return internedBook{kind, total, in}, err
}

func (b internedBook) rule() rule {
	if b.kind == General {
		return newGeneralRule(b.interner)
	}
	return newSimultaneousRule(b.interner, b.total)
}

func (b internedBook) swap(v Value) Value { return b.interner.swap(v) }

func (b internedBook) settle() []Value { return b.interner.settle() }

// outcomes includes those that are new since the last call of settle.
func (b internedBook) outcomes() Outcomes {
	return Outcomes{Kind: b.kind, Total: b.total, List: b.interner.outcomes()}
}

func (b internedBook) keeps(mover int, parent, child Value) bool {
	p, c := b.interner.at(parent).Payoff[mover], b.interner.at(child).Payoff[mover]
	return p == c || p.Cmp(c) == 0
}

// wins is false in general games: there is no total to get half of.
func (b internedBook) wins(mover int, v Value) bool {
	if b.kind == General {
		return false
	}
	p := &b.interner.at(v).Payoff
	return p[mover].Cmp(p[1-mover]) > 0
}
