package gdl

import "fmt"

// maxDepth is how deeply parentheses may be nested. Sheets in use stay below
// ten.
const maxDepth = 200

// checkParens tests that the parentheses of a text match, that none follows
// another at once, as every form begins with a name, and that they are not
// nested too deeply to be worked with. What passes can be parsed without a
// thought for either.
func checkParens(text string) []Problem {
	var open []Span
	lex := lexer{text: text}
	after := false // whether the last token was an opening parenthesis
	for t := lex.next(); t.kind != tokenEnd; t = lex.next() {
		switch {
		case t.kind == tokenOpen && after:
			return []Problem{{Fatal, t.Span, "Consecutive opening parentheses", "every form begins with a name: (name arguments...)"}}
		case t.kind == tokenOpen && len(open) == maxDepth:
			return []Problem{{Fatal, t.Span, fmt.Sprintf("More than %d nested parentheses", maxDepth), "is a closing parenthesis missing further up?"}}
		case t.kind == tokenOpen:
			open = append(open, t.Span)
		case t.kind == tokenClose && len(open) == 0:
			return []Problem{{Fatal, t.Span, "Unmatched closing parenthesis", "remove it, or open it further up"}}
		case t.kind == tokenClose:
			open = open[:len(open)-1]
		}
		after = t.kind == tokenOpen
	}
	var problems []Problem
	for _, span := range open {
		problems = append(problems, Problem{Fatal, span, "Unmatched opening parenthesis", "a closing parenthesis is missing"})
	}
	return problems
}
