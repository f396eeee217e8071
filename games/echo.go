package games

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// The longest texts that messages repeat, in characters.
const (
	echoLength = 200  // what was typed, or an error about it
	listLength = 2000 // a list, as of legal moves
)

// Clean is a text as it can be shown on a terminal: in place of what is no
// character (escape sequences, marks that turn the direction of writing, bytes
// that are not UTF-8) it has U+FFFD, in place of tabs blanks. Line ends stay.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case !unicode.IsGraphic(r):
			return utf8.RuneError
		}
		return r
	}, text)
}

// Shorten cuts the middle out of a text of more than most characters, and says
// so by dots. Most is 3 or more.
func Shorten(text string, most int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	const dots = "..."
	tail := (most - len(dots)) / 3
	head := most - len(dots) - tail
	from, to := 0, len(text)
	for range head {
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	for range tail {
		_, size := utf8.DecodeLastRuneInString(text[:to])
		to -= size
	}
	return text[:from] + dots + text[to:]
}

// Echo is text that came from outside (typed, read from a file or a request) as
// messages repeat it: clean, on one line, at most 200 characters.
func Echo(text string) string {
	return Clean(strings.ReplaceAll(Shorten(text, echoLength), "\n", " "))
}

// Message is fmt.Sprintf for what people read. All that messages repeat goes
// through it: texts under %q are cut to 200 characters, as are errors that are no
// InputErrors, which are cut already; other texts, such as lists of legal moves, to
// 2000. The whole is clean; see Clean.
func Message(format string, args ...any) string {
	shown := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			shown[i] = echoed{arg, listLength}
		case *InputError:
			shown[i] = echoed{arg.text, listLength}
		case error:
			shown[i] = echoed{arg.Error(), echoLength}
		default:
			shown[i] = arg
		}
	}
	return Clean(fmt.Sprintf(format, shown...))
}

// echoed is a text that is shortened where it is written: under %q to what is
// repeated of what was typed.
type echoed struct {
	text   string
	length int // in characters, under other verbs
}

// Format writes the text.
func (e echoed) Format(f fmt.State, verb rune) {
	length := e.length
	if verb == 'q' {
		length = echoLength
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), Shorten(e.text, length))
}

// CleanJSON writes the characters of a JSON text that Clean replaces, other than
// blanks between values, as escapes, so that the text shown is clean and means the
// same.
func CleanJSON(text []byte) []byte {
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch high, low := utf16.EncodeRune(r); {
		case r == '\n' || unicode.IsGraphic(r):
			b.Write(text[:size])
		case high != utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.Bytes()
}

// InputError is a mistake in what the user typed: an unknown game or option, a
// value out of range, a malformed position, an illegal move. Its text says
// what was wrong and what to type instead.
type InputError struct{ text string }

func (e *InputError) Error() string { return e.text }

// BadInput makes an InputError. What it repeats is cleaned and shortened; see
// Message.
func BadInput(format string, args ...any) error {
	return &InputError{Message(format, args...)}
}
