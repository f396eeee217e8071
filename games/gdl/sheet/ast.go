// Package sheet reads rule sheets in the Game Description Language and finds what
// is wrong with them.
//
// Parse gives the rules of a text and the problems of its form; Sheet.Check those
// of its meaning, in the words of the reference validator. A sheet with a problem
// of level Fatal has no meaning; with an Error or a Warning it can be played. All
// spans are byte offsets into Sheet.Text; Sheet.Place and Sheet.Excerpt show them
// to people. Nothing here knows games or states.
package sheet

import (
	"strings"

	"zermelo/games/gdl/work"
)

// Sheet is a rule sheet: a game in the Game Description Language.
type Sheet struct {
	// Name is the sheet's name, usually its file's without the ending.
	Name string
	// Path is the file's as it was given; empty for a sheet that was not read from one.
	Path string
	// Text is what was read. All spans are parts of it.
	Text string
	// Rules are the sheet's facts and rules in order.
	Rules []Rule

	work *work.Meter // counts reading and checking
}

// Rule is a rule, (<= head body...), or a fact, a head alone.
type Rule struct {
	// Head is a constant or a function.
	Head Term
	// Body is what must hold for the head to hold, all of it. A fact has none.
	Body []Literal
	// Fact says that it was written as a head alone. A rule with an empty body
	// means the same.
	Fact bool
	Span
}

// LiteralKind tells the four kinds of literal apart.
type LiteralKind uint8

// The kinds of literal.
const (
	Atom     LiteralKind = iota // a sentence that must hold
	Not                         // a literal that must not hold
	Or                          // literals of which one must hold
	Distinct                    // two terms that must differ
)

// Literal is one condition of a rule's body.
type Literal struct {
	Kind LiteralKind
	// Atom is the sentence of an Atom, a constant or a function.
	Atom Term
	// Parts are what is negated, one literal, or the alternatives, any number.
	Parts []Literal
	// Terms are the two terms of a Distinct.
	Terms []Term
	Span
}

// TermKind tells the three kinds of term apart.
type TermKind uint8

// The kinds of term.
const (
	Constant TermKind = iota
	Variable          // stands for any ground term, of whatever kind
	Function          // a name with arguments
)

// Term is a term or, in the places where GDL wants one, a sentence: a constant
// is then a proposition, a function a relation with its arguments.
type Term struct {
	Kind TermKind
	// Parens says that a constant was written as (name), which means the same
	// as the bare name.
	Parens bool
	// Name is the constant, the variable with its question mark, or the name of
	// the function. Letters keep their case, and names that differ in it are
	// different; only the language's own words are read in any case and are
	// always in lower case here.
	Name string
	// Args are the arguments of a function, at least one.
	Args []Term
	Span
	// NameAt is the offset of the name, which is as long as Name.
	NameAt int32
}

// NameSpan is where the name stands.
func (t *Term) NameSpan() Span {
	return Span{t.NameAt, t.NameAt + int32(len(t.Name))}
}

// Ground says that no variable occurs in t.
func (t *Term) Ground() bool {
	if t.Kind == Variable {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].Ground() {
			return false
		}
	}
	return true
}

// Same says that two terms are written alike, wherever they stand.
func (t *Term) Same(u *Term) bool {
	if t.Kind != u.Kind || t.Name != u.Name || len(t.Args) != len(u.Args) {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].Same(&u.Args[i]) {
			return false
		}
	}
	return true
}

// String is the term in GDL, with single blanks, as in "(cell 1 1 b)".
func (t *Term) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Term) write(b *strings.Builder) {
	if t.Kind != Function {
		b.WriteString(t.Name)
		return
	}
	b.WriteString("(" + t.Name)
	for i := range t.Args {
		b.WriteByte(' ')
		t.Args[i].write(b)
	}
	b.WriteByte(')')
}

// String is the literal in GDL.
func (l *Literal) String() string {
	var b strings.Builder
	l.write(&b)
	return b.String()
}

func (l *Literal) write(b *strings.Builder) {
	if l.Kind == Atom {
		l.Atom.write(b)
		return
	}
	b.WriteString([...]string{Not: "(not", Or: "(or", Distinct: "(distinct"}[l.Kind])
	for i := range l.Parts {
		b.WriteByte(' ')
		l.Parts[i].write(b)
	}
	for i := range l.Terms {
		b.WriteByte(' ')
		l.Terms[i].write(b)
	}
	b.WriteByte(')')
}

// String is the rule in GDL, on one line.
func (r *Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	var b strings.Builder
	b.WriteString("(<= ")
	r.Head.write(&b)
	for i := range r.Body {
		b.WriteByte(' ')
		r.Body[i].write(&b)
	}
	b.WriteByte(')')
	return b.String()
}
