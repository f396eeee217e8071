package value

// internedOutcomes is the outcomes of the kinds of game whose values are numbers of
// outcomes: simultaneous and general ones.
type internedOutcomes struct {
	kind     Kind
	total    int
	interner *interner
}

// newInternedOutcomes returns the outcomes of a game of the given kind, in which
// those of list have their final numbers.
func newInternedOutcomes(kind Kind, total int, list []Outcome) (internedOutcomes, error) {
	in, err := newInterner(list)
	return internedOutcomes{kind, total, in}, err
}

func (o internedOutcomes) Rule() Rule {
	if o.kind == General {
		return newGeneralRule(o.interner)
	}
	return newSimultaneousRule(o.interner, o.total)
}

func (o internedOutcomes) Swap(v Value) Value { return o.interner.Swap(v) }

func (o internedOutcomes) Renumber() []Value { return o.interner.Renumber() }

// Outcomes includes those that are new since the last call of Renumber.
func (o internedOutcomes) Outcomes() Outcomes {
	return Outcomes{Kind: o.kind, Total: o.total, List: o.interner.Outcomes()}
}

func (o internedOutcomes) Keeps(mover int, parent, child Value) bool {
	p, c := o.interner.at(parent).Payoff[mover], o.interner.at(child).Payoff[mover]
	return p == c || p.Cmp(c) == 0
}

// Wins is false in general games: there is no total to get half of.
func (o internedOutcomes) Wins(mover int, v Value) bool {
	if o.kind == General {
		return false
	}
	p := &o.interner.at(v).Payoff
	return p[mover].Cmp(p[1-mover]) > 0
}
