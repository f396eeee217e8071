// Package sheet parses and checks rule sheets written in the Game Description
// Language.
//
// Parse returns the rules and the syntax errors of a sheet. Sheet.Check returns
// semantic problems, in the wording of the reference validator. A sheet is invalid
// if one of its problems has level Fatal; a sheet with errors and warnings can be
// played. Spans are byte offsets into Sheet.Text; Sheet.Place and Sheet.Excerpt
// convert them for display.
package sheet

import (
	"strings"

	"zermelo/games/gdl/work"
)

// Sheet is a rule sheet: a game in the Game Description Language.
type Sheet struct {
	Name  string // usually the base name of its file
	Path  string // path of the file as given by the caller; may be empty
	Text  string
	Rules []Rule // in source order

	work *work.Meter
}

// Rule is a rule, written (<= head body...), or a fact, which is a head without a
// body.
type Rule struct {
	Head Term // a constant or a function
	Body []Literal
	// Fact reports whether the rule was written as a fact. A rule with an empty body
	// has the same meaning.
	Fact bool
	Span
}

// LiteralKind is the kind of a literal.
type LiteralKind uint8

const (
	Atom     LiteralKind = iota // a sentence that must hold
	Not                         // a negated literal
	Or                          // a disjunction of literals
	Distinct                    // two terms that must differ
)

// Literal is a condition in the body of a rule.
type Literal struct {
	Kind LiteralKind
	Atom Term // sentence of an Atom
	// Parts holds the negated literal of a Not, or the alternatives of an Or.
	Parts []Literal
	Terms []Term // the two terms of a Distinct
	Span
}

// TermKind is the kind of a term.
type TermKind uint8

const (
	Constant TermKind = iota
	Variable          // matches any ground term
	Function          // a name with arguments
)

// Term is a term or a sentence. As a sentence, a constant is a proposition and a
// function is a relation applied to arguments.
type Term struct {
	Kind TermKind
	// Parens reports whether a constant was written as (name).
	Parens bool
	// Name is the constant, the variable with its question mark, or the name of the
	// function. Keywords are converted to lower case.
	Name string
	Args []Term // of a function, at least one
	Span
	NameAt int32 // offset of the name in the text
}

// NameSpan returns the span of the term's name.
func (t *Term) NameSpan() Span {
	return Span{t.NameAt, t.NameAt + int32(len(t.Name))}
}

func (t *Term) isGround() bool {
	return WalkTerm(t, func(t *Term) bool { return t.Kind != Variable })
}

// Same reports whether two terms are equal, ignoring spans and parentheses around
// constants.
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

// String returns the term in GDL, with single spaces, as in "(cell 1 1 b)".
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

// String returns the literal in GDL.
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

// String returns the rule in GDL, on one line.
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
