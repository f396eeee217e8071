// Package sheet parses and checks rule sheets written in the Game Description
// Language.
//
// Parse returns the rules of a text and its syntax errors. Sheet.Check returns
// semantic problems, in the wording of the reference validator. A sheet is
// invalid if one of its problems has level Fatal; a sheet with errors and
// warnings can be played. Spans are byte offsets into Sheet.Text; Sheet.Place
// and Sheet.Excerpt convert them for display. The package does not depend on
// states or games.
//
// Start reading in ast.go.
package sheet

import (
	"strings"

	"zermelo/games/gdl/work"
)

// Sheet is a rule sheet: a game in the Game Description Language.
type Sheet struct {
	// Name is the name of the sheet, usually the base name of its file without
	// the suffix.
	Name string
	// Path is the path of the file as given by the caller. It may be empty.
	Path string
	// Text is the source text. All spans refer to it.
	Text string
	// Rules lists the facts and rules in source order.
	Rules []Rule

	work *work.Meter // counts the steps of parsing and checking
}

// Rule is a rule, written (<= head body...), or a fact, which is a head without
// a body.
type Rule struct {
	// Head is a constant or a function.
	Head Term
	// Body lists the conditions of a rule, which must all hold. It is empty for
	// a fact.
	Body []Literal
	// Fact reports whether the rule was written as a fact. A rule with an empty
	// body has the same meaning.
	Fact bool
	Span
}

// LiteralKind is the kind of a literal.
type LiteralKind uint8

// The kinds of literals.
const (
	Atom     LiteralKind = iota // a sentence that must hold
	Not                         // a negated literal
	Or                          // a disjunction of literals
	Distinct                    // two terms that must differ
)

// Literal is a condition in the body of a rule.
type Literal struct {
	Kind LiteralKind
	// Atom is the sentence of a literal of kind Atom.
	Atom Term
	// Parts holds the negated literal of a Not, or the alternatives of an Or.
	Parts []Literal
	// Terms holds the two terms of a Distinct.
	Terms []Term
	Span
}

// TermKind is the kind of a term.
type TermKind uint8

// The kinds of terms.
const (
	Constant TermKind = iota
	Variable          // matches any ground term
	Function          // a name with arguments
)

// Term is a term or a sentence. As a sentence, a constant is a proposition and
// a function is a relation applied to arguments.
type Term struct {
	Kind TermKind
	// Parens reports whether a constant was written as (name), which is
	// equivalent to name.
	Parens bool
	// Name is the constant, the variable with its question mark, or the name of
	// the function. Names are case-sensitive except GDL keywords, which are
	// converted to lower case.
	Name string
	// Args holds the arguments of a function. It has at least one element.
	Args []Term
	Span
	// NameAt is the offset of the name in the text. The name has len(Name)
	// bytes there.
	NameAt int32
}

// NameSpan returns the span of the name.
func (t *Term) NameSpan() Span {
	return Span{t.NameAt, t.NameAt + int32(len(t.Name))}
}

// isGround reports whether t contains no variable.
func (t *Term) isGround() bool {
	if t.Kind == Variable {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].isGround() {
			return false
		}
	}
	return true
}

// Same reports whether two terms are equal. It ignores spans and parentheses
// around constants.
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
