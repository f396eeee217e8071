package value

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

func (b internedBook) Rule() Rule {
	if b.kind == General {
		return newGeneralRule(b.interner)
	}
	return newSimultaneousRule(b.interner, b.total)
}

func (b internedBook) Swap(v Value) Value { return b.interner.Swap(v) }

func (b internedBook) Settle() []Value { return b.interner.Settle() }

// Outcomes includes those that are new since the last call of settle.
func (b internedBook) Outcomes() Outcomes {
	return Outcomes{Kind: b.kind, Total: b.total, List: b.interner.Outcomes()}
}

func (b internedBook) Keeps(mover int, parent, child Value) bool {
	p, c := b.interner.at(parent).Payoff[mover], b.interner.at(child).Payoff[mover]
	return p == c || p.Cmp(c) == 0
}

// Wins is false in general games: there is no total to get half of.
func (b internedBook) Wins(mover int, v Value) bool {
	if b.kind == General {
		return false
	}
	p := &b.interner.at(v).Payoff
	return p[mover].Cmp(p[1-mover]) > 0
}
