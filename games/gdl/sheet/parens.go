package sheet

import "fmt"

// maxDepth is how deeply parentheses may be nested. Sheets in use stay below
// ten.
const maxDepth = 200

// checkParens tests that the parentheses of a text match, that no opening one
// follows another at once, as every form begins with a name, and that neither
// their depth nor the number of names is too large to be worked with. What
// passes can be parsed without a thought for any of that.
func checkParens(text string) []Problem {
	var open []Span
	lex := lexer{text: text}
	after := false // whether the last token was an opening parenthesis
	names := 0
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
		if t.kind == tokenName || t.kind == tokenVariable {
			if names++; names > maxNames {
				return []Problem{{Fatal, t.Span, fmt.Sprintf("More than %d names", maxNames), ""}}
			}
		}
	}
	var problems []Problem
	for _, span := range open {
		problems = append(problems, Problem{Fatal, span, "Unmatched opening parenthesis", "a closing parenthesis is missing"})
	}
	return problems
}
