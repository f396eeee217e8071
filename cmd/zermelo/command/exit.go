package command

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"zermelo/games"
	"zermelo/tablebase/store"
)

// The exit codes, as listed in the help of the root command.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitNoTable = 3
	exitCorrupt = 4

	exitInterrupted = 130 // as shells have it: 128 and the number of the signal
)

// exitCode is the exit code of an error. Errors before a command runs are mistakes on
// the command line. After ctx has ended, an error without a code of its own is the
// interruption.
func (p *program) exitCode(ctx context.Context, err error) int {
	var (
		input   *games.InputError
		corrupt *store.CorruptError
		foreign *store.ForeignError
		version *store.VersionError
		wrong   *store.WrongError
		strange *store.NotOwnedError
	)
	switch {
	case !p.started || errors.As(err, &input):
		return exitUsage
	case errors.As(err, &corrupt), errors.As(err, &foreign), errors.As(err, &version), errors.As(err, &wrong), errors.As(err, &strange):
		return exitCorrupt
	case errors.Is(err, store.ErrNoTable):
		return exitNoTable
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitFailure
}

// maxErrorLine is the longest text of an error that is printed, in characters.
const maxErrorLine = 4000

// errorLine is an error as it is printed: joined errors on one line, which is easier to
// search for, and long paths cut.
func errorLine(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	var path *fs.PathError
	if errors.As(err, &path) && path.Path != "" {
		text = strings.ReplaceAll(text, path.Path, games.Echo(path.Path))
	}
	return games.Clean(games.Shorten(text, maxErrorLine))
}
