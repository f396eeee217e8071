package starlark

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// withoutPython maps the Python keywords and functions that Starlark lacks to
// advice.
var withoutPython = map[string]string{
	"class":      "Starlark has no classes; use functions and dictionaries",
	"import":     "Starlark has no imports; write all rules in one script, or run a Python program with exec:",
	"from":       "Starlark has no imports; write all rules in one script, or run a Python program with exec:",
	"try":        "Starlark has no exceptions; test the value with if",
	"except":     "Starlark has no exceptions; test the value with if",
	"raise":      "Starlark has no exceptions; call fail(\"...\")",
	"assert":     "Starlark has no assert; call fail(\"...\")",
	"with":       "Starlark has no with statement and no files",
	"yield":      "Starlark has no generators; return a list",
	"async":      "Starlark has no async functions",
	"await":      "Starlark has no async functions",
	"global":     "Starlark functions cannot assign global variables; pass values as arguments",
	"nonlocal":   "Starlark functions cannot assign outer variables; pass values as arguments",
	"del":        "Starlark has no del; use the methods pop and remove",
	"is":         "Starlark has no is; use ==",
	"sum":        "Starlark has no function sum; add the values in a loop",
	"map":        "Starlark has no function map; use [f(x) for x in values]",
	"filter":     "Starlark has no function filter; use [x for x in values if f(x)]",
	"isinstance": "Starlark has no function isinstance; compare type(x) with the name of a type, as in \"int\"",
	"round":      "Starlark has no function round; use int(x + 0.5)",
	"pow":        "Starlark has no function pow; multiply in a loop",
	"divmod":     "Starlark has no function divmod; use // and %",
	"open":       "Starlark has no files",
	"input":      "Starlark has no input",
	"frozenset":  "Starlark has no function frozenset; use a tuple, or set(values)",
	"random":     "Starlark has no random numbers; the moves of a state are always the same",
	"math":       "Starlark has no module math; write the function in the script",
	"true":       "Starlark writes True, with a capital letter",
	"false":      "Starlark writes False, with a capital letter",
	"null":       "Starlark writes None",
	"self":       "Starlark has no classes; use functions and dictionaries",
	"__name__":   "Starlark has no main program; zermelo calls start, moves and the other functions",
	"iter":       "Starlark has no iterators; use a loop",
	"next":       "Starlark has no iterators; use a loop",
}

var formatString = regexp.MustCompile(`\b[fF]["']`)

// explainSyntax explains a syntax error or an undefined name that is valid in
// Python.
func explainSyntax(text []byte, err error) error {
	var wrong syntax.Error
	var undefined resolve.ErrorList
	switch {
	case errors.As(err, &wrong):
		if lines := strings.Split(string(text), "\n"); strings.HasPrefix(wrong.Msg, "got newline") && wrong.Pos.Col == 1 && wrong.Pos.Line > 1 {
			wrong.Pos.Line-- // the end of the line, not the start of the next
			wrong.Pos.Col = int32(len(lines[wrong.Pos.Line-1]) + 1)
			return wrong
		}
		if hint := syntaxHint(text, wrong); hint != "" {
			return fmt.Errorf("%s: %s", wrong.Pos, hint)
		}
	case errors.As(err, &undefined):
		for _, e := range undefined {
			name, ok := strings.CutPrefix(e.Msg, "undefined: ")
			if hint, known := withoutPython[name]; ok && known {
				return fmt.Errorf("%s: %s", e.Pos, hint)
			}
		}
	}
	return err
}

func syntaxHint(text []byte, wrong syntax.Error) string {
	lines := strings.Split(string(text), "\n")
	line, column := int(wrong.Pos.Line)-1, int(wrong.Pos.Col)-1
	if line >= len(lines) || column > len(lines[line]) {
		return ""
	}
	before := lines[line][:column] // including the token that the error names, except for keywords
	got, _, _ := strings.Cut(strings.TrimPrefix(wrong.Msg, "got "), ",")
	words := strings.Fields(before)
	switch {
	case withoutPython[got] != "":
		return withoutPython[got]
	case got == "string literal" && formatString.MatchString(before):
		return "Starlark has no f-strings; use \"%d\" % n or \"{}\".format(n)"
	case wrong.Msg == "unexpected input character '@'":
		return "Starlark has no decorators; leave them out"
	case got == "'**'":
		return "Starlark has no operator **; multiply"
	case got == "':'" && len(words) > 0 && (words[0] == "def" || strings.HasSuffix(words[0], ":")):
		return "Starlark has no type annotations; leave them out"
	case len(words) > 0 && words[0] == "assert":
		return withoutPython["assert"]
	}
	return ""
}
