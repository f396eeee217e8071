package command

import (
	"context"
	"io"
	"strings"

	"zermelo/games/builtin"
)

// runFor runs a command line with the built-in games and empty input, and returns the exit
// code.
func runFor(ctx context.Context, stdout, stderr io.Writer, args ...string) int {
	o := Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: stdout, Stderr: stderr}
	return Run(ctx, o, args...)
}
