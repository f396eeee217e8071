package sheet

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

// Level is the severity of a problem.
type Level uint8

const (
	// Warning means that the sheet is valid but perhaps not as intended.
	Warning Level = iota
	// Error means that the sheet breaks a rule of the language but may be playable.
	Error
	// Fatal means that this program cannot interpret the sheet.
	Fatal
)

// String returns "warning" or "error".
func (l Level) String() string {
	if l == Warning {
		return "warning"
	}
	return "error"
}

// Problem describes an error or a possible error in a sheet.
type Problem struct {
	Level Level
	// Span locates the problem. It is zero if the problem concerns the whole sheet.
	Span
	Message string
	Hint    string // suggests a correction; may be empty
}

const inCycleByNames = "A negated sentence is in a cycle with the head of its rule."

// ByNames reports whether the problem is a cycle through negation that was found by
// comparing only the names of sentences. If the sheet compiles, the sentences
// themselves form no cycle, and the sheet is valid. For example, (goal robot 0) may
// depend on the negation of (goal robot 100).
func (p *Problem) ByNames() bool { return p.Message == inCycleByNames }

// NewProblem returns a problem with a formatted message, in which quotations from
// the sheet are shortened; see games.Echo.
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

// Place is a position in a sheet. Line and Column start at 1; Column counts
// characters.
type Place struct{ Line, Column int }

func (s *Sheet) Place(offset int32) Place {
	before := s.Text[:min(int(offset), len(s.Text))]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return Place{line + 1, column + 1}
}

// InvalidError reports the problems of an invalid sheet.
type InvalidError struct {
	Sheet    *Sheet
	Problems []Problem
}

// Error lists the first five problems, one per line, as FILE:LINE:COLUMN: MESSAGE,
// or as FILE: MESSAGE if the problem concerns the whole sheet.
func (e *InvalidError) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i == 5 {
			fmt.Fprintf(&b, "\nand %d more; see them with: zermelo check", len(e.Problems)-i)
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

// RoleSpan returns the span of the fact that defines a role. The role random comes last.
func (s *Sheet) RoleSpan(role int) (at Span) {
	for rule := range s.rules() {
		if head := &rule.Head; head.Name == "role" && len(head.Args) == 1 {
			switch {
			case strings.EqualFold(head.Args[0].String(), "random"):
				at = head.Span
				continue
			case role == 0:
				return head.Span
			}
			role--
		}
	}
	return at
}

// excerptWidth is the maximum width of an excerpt, in characters. Longer lines are
// cut at both ends.
const excerptWidth = 100

// Excerpt returns the line in which a span starts, without control characters, and a
// line that marks the span's characters.
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

// lastRunes returns the last n characters of text, preceded by "..." if text is
// longer.
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

// firstRunes returns the first n characters of text, followed by "..." if text is
// longer.
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

// Finding is the JSON form of a problem. Start and End are byte offsets; Line and
// Column start at 1. All four are 0 if the problem concerns the whole sheet.
type Finding struct {
	Level   string `json:"level"`   // "error" or "warning"
	Line    int    `json:"line"`    // from 1; 0 if the problem concerns the whole sheet
	Column  int    `json:"column"`  // in characters, from 1
	Start   int32  `json:"start"`   // byte offset of the first character
	End     int32  `json:"end"`     // byte offset after the last character
	Message string `json:"message"` // what is wrong
	Hint    string `json:"hint"`    // what to do; may be empty
}

// Findings converts problems to their JSON form.
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
