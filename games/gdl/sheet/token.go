package sheet

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"zermelo/games/gdl/work"
)

// Span is the range [Start, End) of byte offsets in the text of a sheet.
type Span struct{ Start, End int32 }

type tokenKind uint8

const (
	tokenEnd      tokenKind = iota // end of the text
	tokenOpen                      // (
	tokenClose                     // )
	tokenName                      // a constant or a keyword
	tokenVariable                  // ?x
)

type token struct {
	kind tokenKind
	Span
}

// lexer splits a sheet into tokens. Everything except parentheses, blanks and
// comments belongs to a name, so the lexer accepts any text.
type lexer struct {
	text string
	at   int
	work *work.Meter
}

const byteOrderMark = "\ufeff" // some editors add it

// next returns the next token, or tokenEnd at the end of the text.
func (l *lexer) next() token {
	l.work.Spend(16)
	l.skipBlanks()
	start := l.at
	if start == len(l.text) {
		return l.token(tokenEnd, start)
	}
	l.at++
	switch l.text[start] {
	case '(':
		return l.token(tokenOpen, start)
	case ')':
		return l.token(tokenClose, start)
	}
	for l.at < len(l.text) && !endsName(l.text[l.at]) {
		l.at++
	}
	if l.text[start] == '?' {
		return l.token(tokenVariable, start)
	}
	return l.token(tokenName, start)
}

func (l *lexer) token(kind tokenKind, start int) token {
	return token{kind, Span{int32(start), int32(l.at)}}
}

func (l *lexer) skipBlanks() {
	if l.at == 0 && strings.HasPrefix(l.text, byteOrderMark) {
		l.at = len(byteOrderMark)
	}
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case isBlank(c):
			l.at++
		case c == ';':
			end := strings.IndexAny(l.text[l.at:], "\n\r")
			if end < 0 {
				l.at = len(l.text)
				return
			}
			l.at += end
		default:
			return
		}
	}
}

func isBlank(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

func endsName(c byte) bool {
	return isBlank(c) || c == '(' || c == ')' || c == ';'
}

const maxDepth = 200 // maximum nesting depth of parentheses; public sheets stay below 10

// checkParens checks the parser's requirements: parentheses match, each opening
// parenthesis is followed by a name, and the sheet is within the limits.
func (s *Sheet) checkParens() []Problem {
	var open []Span
	lex := lexer{text: s.Text, work: s.work}
	after := false // whether the last token was an opening parenthesis
	names := 0
	for t := lex.next(); t.kind != tokenEnd; t = lex.next() {
		wrong := func(hint, format string, args ...any) []Problem {
			return []Problem{NewProblem(Fatal, t.Span, hint, format, args...)}
		}
		switch t.kind {
		case tokenOpen:
			if after {
				return wrong("every form begins with a name: (name arguments...)", "Consecutive opening parentheses")
			}
			if len(open) == maxDepth {
				return wrong("check for a missing closing parenthesis further up", "More than %d nested parentheses", maxDepth)
			}
			open = append(open, t.Span)
		case tokenClose:
			if len(open) == 0 {
				return wrong("remove it, or open it further up", "Unmatched closing parenthesis")
			}
			open = open[:len(open)-1]
		default:
			if names++; names > maxNames {
				return wrong("", "More than %d names", maxNames)
			}
		}
		after = t.kind == tokenOpen
	}
	var problems []Problem
	for _, span := range open {
		problems = append(problems, Problem{Fatal, span, "Unmatched opening parenthesis", "a closing parenthesis is missing"})
	}
	return problems
}

// Word encodes a ground term, given in GDL, as a single word; see gdl.Notation.
func Word(term string) string {
	var b strings.Builder
	lex := lexer{text: term}
	depth, after := 0, false // after: a name or term precedes at this depth
	for t := lex.next(); t.kind != tokenEnd; t = lex.next() {
		if t.kind == tokenClose {
			depth--
			continue
		}
		switch {
		case after && depth == 1:
			b.WriteByte('.')
		case after:
			b.WriteString(strings.Repeat(":", depth-1))
		}
		after = t.kind != tokenOpen
		if t.kind == tokenOpen {
			depth++
			continue
		}
		writeName(&b, term[t.Start:t.End])
	}
	return b.String()
}

// writeName writes a name. It escapes special characters. It also escapes a dash at
// the start of the word, because the word would otherwise look like a flag.
func writeName(b *strings.Builder, name string) {
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		plain := r == '_' || r == '-' && b.Len() > 0 || unicode.IsLetter(r) || unicode.IsDigit(r)
		if plain && r != utf8.RuneError {
			b.WriteString(name[:size])
		} else {
			for i := range size {
				fmt.Fprintf(b, "%%%02x", name[i])
			}
		}
		name = name[size:]
	}
}
