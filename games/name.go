package games

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName returns an InputError for what cannot be the name of a variant: a
// name is NAME or NAME:option=value,option=value, and becomes the name of a
// folder, so that it must not lead elsewhere. It must not be empty, begin with a
// dot, or have a slash, a backslash or a control character in it, nor a second
// colon, nor a comma before the first.
func CheckName(name string) error {
	base, options, ok := strings.Cut(name, ":")
	switch {
	case name == "":
		return BadInput("the name of a game is empty")
	case base == "":
		return BadInput("%.100q has no name before the colon: want NAME:option=value", name)
	case ok && options == "":
		return BadInput("%.100q ends with a colon: options follow it as opt=value,opt=value", name)
	case strings.HasPrefix(name, "."):
		return BadInput("the name %.100q begins with a dot: want a letter or a digit there", name)
	case strings.Contains(base, ",") || strings.Contains(options, ":"):
		return BadInput("the name %.100q is not of the form NAME:option=value,option=value", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unsafeInName):
		return BadInput("the name %.100q has a slash, a backslash or a control character in it: leave these out", name)
	}
	return nil
}

// unsafeInName reports characters that part folders, or cannot be in their names.
func unsafeInName(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }
