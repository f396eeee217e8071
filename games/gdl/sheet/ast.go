// Package sheet parses and checks rule sheets in the Game Description Language.
//
// Parse returns the rules of a text and its problems of form. Sheet.Check
// returns the problems of meaning, in the words of the reference validator. A
// sheet with a problem of level Fatal is invalid; one with an Error or a
// Warning can be played. Spans are byte offsets into Sheet.Text; Sheet.Place
// and Sheet.Excerpt make them readable. The package has no notion of games or
// states.
//
// Start reading in ast.go.
package sheet

import (
	"strings"

	"zermelo/games/gdl/work"
)

// Sheet is a rule sheet: a game in the Game Description Language.
type Sheet struct {
	// Name is the name of the sheet, usually that of its file without the
	// suffix.
	Name string
	// Path is the path of the file as given, or empty.
	Path string
	// Text is the source. All spans refer to it.
	Text string
	// Rules are the facts and rules in source order.
	Rules []Rule

	work *work.Meter // counts reading and checking
}

// Rule is a rule, (<= head body...), or a fact, a head alone.
type Rule struct {
	// Head is a constant or a function.
	Head Term
	// Body holds the conditions, all of which must hold. It is empty for a
	// fact.
	Body []Literal
	// Fact reports whether the rule was written as a head alone. A rule with an
	// empty body means the same.
	Fact bool
	Span
}

// LiteralKind is the kind of a literal.
type LiteralKind uint8

// The kinds of literals.
const (
	Atom     LiteralKind = iota // a sentence that must hold
	Not                         // a literal that must not hold
	Or                          // at least one of the parts holds
	Distinct                    // two terms that must differ
)

// Literal is a condition in the body of a rule.
type Literal struct {
	Kind LiteralKind
	// Atom is the sentence of an Atom, a constant or a function.
	Atom Term
	// Parts holds the negated literal, or the alternatives.
	Parts []Literal
	// Terms are the two terms of a Distinct.
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

// Term is a term or a sentence. A sentence that is a constant is a proposition;
// one that is a function is a relation with arguments.
type Term struct {
	Kind TermKind
	// Parens reports whether a constant was written as (name), which is
	// equivalent to name.
	Parens bool
	// Name is the constant, the variable with its question mark, or the name of
	// the function. Names are case-sensitive, except the keywords of the
	// language, which are converted to lower case.
	Name string
	// Args are the arguments of a function, at least one.
	Args []Term
	Span
	// NameAt is the offset of the name, which has the length of Name.
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

// Same reports whether two terms are textually equal.
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

// String formats the term in GDL, with single blanks, as in "(cell 1 1 b)".
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

// String formats the literal in GDL.
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

// String formats the rule in GDL, on one line.
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
