package sheet

import "strings"

// Span is a piece of a sheet's text, as byte offsets: Start is its first byte,
// End the first one after it.
type Span struct{ Start, End int32 }

// tokenKind tells the five kinds of token apart.
type tokenKind uint8

const (
	tokenEnd      tokenKind = iota // the end of the text
	tokenOpen                      // (
	tokenClose                     // )
	tokenName                      // a constant or a keyword
	tokenVariable                  // ?x
)

// token is one word of a sheet. Its text is the text of its span.
type token struct {
	kind tokenKind
	Span
}

// lexer cuts a sheet into tokens. Everything that is not a parenthesis, a
// blank or a comment is part of a name, so it accepts any text.
type lexer struct {
	text string
	at   int
}

// byteOrderMark is what some editors write at the beginning of a text.
const byteOrderMark = "\ufeff"

// next returns the next token and moves behind it. At the end of the text it
// returns a tokenEnd, however often it is called.
func (l *lexer) next() token {
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

// skipBlanks moves to the next byte that is neither blank nor in a comment,
// which goes from a semicolon to the end of its line.
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
