package sheet

import (
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

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
	before, inside, after := "", "", ""
	end := max(start, min(int(at.End), to))
	before, inside, after = s.Text[from:start], s.Text[start:end], s.Text[end:to]
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
