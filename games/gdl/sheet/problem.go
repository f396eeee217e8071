package sheet

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

// Level says how bad a problem is.
type Level uint8

// The levels of problems.
const (
	// Warning: the sheet has a meaning, though perhaps not the intended one.
	Warning Level = iota
	// Error: the sheet breaks a rule of the language. Where it still has a
	// meaning, it can be played all the same.
	Error
	// Fatal: the sheet has no meaning, or this program cannot tell which.
	Fatal
)

// String is the level's name as printed: "warning" or "error".
func (l Level) String() string {
	if l == Warning {
		return "warning"
	}
	return "error"
}

// Problem is something wrong with a sheet.
type Problem struct {
	Level Level
	// Span is the place; both ends are 0 where the whole sheet is meant.
	Span
	// Message says what is wrong, Hint what to write instead; it can be empty.
	Message, Hint string
}

const inCycleByNames = "A negated sentence is in a cycle with the head of its rule."

// ByNames says that the names of sentences alone show the problem. The sentences
// themselves can be in no cycle, as (goal robot 0) and (goal robot 100) are not where
// one is "not the other". Such a sheet has a meaning if it can be compiled.
func (p *Problem) ByNames() bool { return p.Message == inCycleByNames }

// NewProblem makes a problem. What its message and hint repeat of the sheet is
// shortened; see games.Echo.
func NewProblem(level Level, at Span, hint, format string, args ...any) Problem {
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = games.Echo(arg)
		case *Term:
			args[i] = games.Echo(arg.String())
		}
	}
	return Problem{level, at, games.Message(format, args...), games.Echo(hint)}
}

// Place is a position in a text for people: Line and Column count from 1, the
// column in characters.
type Place struct{ Line, Column int }

// Place is where an offset of the sheet's text is.
func (s *Sheet) Place(offset int32) Place {
	before := s.Text[:min(int(offset), len(s.Text))]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return Place{line + 1, column + 1}
}

// InvalidError is a sheet that cannot be read: the problems that prevent it.
type InvalidError struct {
	Sheet    *Sheet
	Problems []Problem
}

// Error lists the first problems, one a line, as FILE:LINE:COLUMN: MESSAGE, or
// FILE: MESSAGE where the whole sheet is meant.
func (e *InvalidError) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i == 5 {
			fmt.Fprintf(&b, "\nand %d more; see them with: zermelo gdl check", len(e.Problems)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Sheet.Name)
		if p.Span != (Span{}) {
			at := e.Sheet.Place(p.Start)
			fmt.Fprintf(&b, ":%d:%d", at.Line, at.Column)
		}
		b.WriteString(": " + p.Message)
	}
	return b.String()
}

// RoleSpan is the place of a role's fact.
func (s *Sheet) RoleSpan(role int) Span {
	for rule := range s.rules() {
		if head := &rule.Head; head.Name == "role" && len(head.Args) == 1 {
			if role == 0 {
				return head.Span
			}
			role--
		}
	}
	return Span{}
}

// excerptWidth is the width of an excerpt in characters. Longer lines are cut
// on both sides.
const excerptWidth = 100

// Excerpt shows where a span begins: its line, without control characters, and
// below it a mark under each of the span's characters in that line.
func (s *Sheet) Excerpt(at Span) (line, marks string) {
	start := min(int(at.Start), len(s.Text))
	from := strings.LastIndexByte(s.Text[:start], '\n') + 1
	to := len(s.Text)
	if n := strings.IndexAny(s.Text[start:], "\r\n"); n >= 0 {
		to = start + n
	}
	end := max(start, min(int(at.End), to))
	before, inside, after := s.Text[from:start], s.Text[start:end], s.Text[end:to]
	before = lastRunes(before, excerptWidth/2)
	inside = firstRunes(inside, excerptWidth-utf8.RuneCountInString(before))
	after = firstRunes(after, excerptWidth-utf8.RuneCountInString(before+inside))
	marks = strings.Repeat(" ", utf8.RuneCountInString(before)) + "^" + strings.Repeat("~", max(0, utf8.RuneCountInString(inside)-1))
	return games.Clean(before + inside + after), marks
}

// lastRunes is the end of a text, at most n characters, with dots in place of
// what is left out.
func lastRunes(text string, n int) string {
	at := len(text)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	if at == 0 {
		return text
	}
	return "..." + text[at:]
}

// firstRunes is the beginning of a text, at most n characters, with dots in
// place of what is left out.
func firstRunes(text string, n int) string {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	if at == len(text) {
		return text
	}
	return text[:at] + "..."
}

// Finding is a problem as JSON, with stable field names. Start and End are byte offsets;
// Line and Column count from 1. All four are 0 where the whole sheet is meant.
type Finding struct {
	Level   string `json:"level"` // "error" or "warning"
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Start   int32  `json:"start"`
	End     int32  `json:"end"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Findings are problems of the sheet with their places.
func (s *Sheet) Findings(problems []Problem) []Finding {
	list := make([]Finding, len(problems))
	for i, p := range problems {
		list[i] = Finding{Level: p.Level.String(), Start: p.Start, End: p.End, Message: p.Message, Hint: p.Hint}
		if p.Span != (Span{}) {
			at := s.Place(p.Start)
			list[i].Line, list[i].Column = at.Line, at.Column
		}
	}
	return list
}
