package sheet

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word writes a ground term, given as GDL, as one word.
func Word(term string) string {
	var b strings.Builder
	lex := lexer{text: term}
	depth, after := 0, false // whether something stands before at this depth
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

// writeName writes a name without characters of other meanings. A word does
// not begin with a dash, which would make it a flag on a command line.
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
