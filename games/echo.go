package games

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits on the length of text repeated in messages, in characters.
const (
	echoLength = 200  // maximum length of user input, and of errors except InputErrors
	listLength = 2000 // maximum length of other text, such as a list of legal moves
)

// Clean makes text safe to print on a terminal. It replaces tabs with spaces, and
// non-graphic characters except newlines with U+FFFD.
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

// Shorten replaces the middle of text with "..." if its length in characters exceeds
// most. The limit most must be at least 3.
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

// Echo prepares untrusted text for a message. It shortens the text to 200 characters,
// replaces newlines with spaces, and cleans the result.
func Echo(text string) string {
	return Clean(strings.ReplaceAll(Shorten(text, echoLength), "\n", " "))
}

// Message formats its arguments as fmt.Sprintf does, but it shortens strings and
// errors and cleans the result; see Clean. Strings formatted with %q, and errors
// except InputErrors, are shortened to 200 characters, and others to 2000.
func Message(format string, args ...any) string {
	shown := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			shown[i] = shortened{arg, listLength}
		case *InputError:
			shown[i] = shortened{arg.text, listLength}
		case error:
			shown[i] = shortened{arg.Error(), echoLength}
		default:
			shown[i] = arg
		}
	}
	return Clean(fmt.Sprintf(format, shown...))
}

type shortened struct {
	text   string
	length int // in characters, for verbs other than %q
}

// Format implements fmt.Formatter.
func (e shortened) Format(f fmt.State, verb rune) {
	length := e.length
	if verb == 'q' {
		length = echoLength
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), Shorten(e.text, length))
}

// CleanJSON escapes the characters in JSON text that Clean would replace, except
// white space. The JSON value does not change.
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

// InputError is an error in the user's input, such as an unknown game, a malformed
// position or an illegal move. Its text describes valid input.
type InputError struct {
	text  string
	cause error // may be nil
}

func (e *InputError) Error() string { return e.text }

// Unwrap returns the cause, or nil.
func (e *InputError) Unwrap() error { return e.cause }

// BadInput returns an InputError formatted with Message.
func BadInput(format string, args ...any) error {
	return &InputError{text: Message(format, args...)}
}

// BadInputFrom returns an InputError that wraps cause. Its text is formatted with
// Message.
func BadInputFrom(cause error, format string, args ...any) error {
	return &InputError{Message(format, args...), cause}
}
