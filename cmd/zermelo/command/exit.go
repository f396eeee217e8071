package command

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/games"
	"zermelo/tablebase"
)

// The exit codes, as listed in the help of the root command.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitNoTable = 3
	exitCorrupt = 4
)

// exitCode sorts errors into exit codes. What goes wrong before a command runs
// is a mistake on the command line.
func (p *program) exitCode(err error) int {
	var (
		input   *games.InputError
		corrupt *tablebase.CorruptError
		foreign *tablebase.ForeignError
		version *tablebase.VersionError
		wrong   *tablebase.WrongError
		strange *tablebase.NotOwnedError
	)
	switch {
	case !p.started || errors.As(err, &input):
		return exitUsage
	case errors.As(err, &corrupt), errors.As(err, &foreign), errors.As(err, &version), errors.As(err, &wrong), errors.As(err, &strange):
		return exitCorrupt
	case errors.Is(err, tablebase.ErrNoTable):
		return exitNoTable
	}
	return exitFailure
}

// maxErrorLine is the longest text of an error that is printed, in characters.
const maxErrorLine = 4000

// errorLine is an error as it is printed. Joined errors come on several lines; one
// line is easier to search for. Long paths are cut: the system's errors repeat them
// whole.
func errorLine(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	var path *fs.PathError
	if errors.As(err, &path) && path.Path != "" {
		text = strings.ReplaceAll(text, path.Path, games.Echo(path.Path))
	}
	return games.Clean(games.Shorten(text, maxErrorLine))
}

// flagError makes an error about a flag a usage error that points to the help.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag, why := invalid.GetFlag(), errors.Unwrap(invalid).Error()
		switch flag.Value.Type() {
		case "int", "int64", "uint64":
			why = "want a whole number"
		case "duration":
			why = "want a time with its unit, as in 5s or 10m"
		case "bool":
			why = "want true or false, or the flag alone"
		}
		return games.BadInput("--%s %s: %s; see \"%s --help\"", flag.Name, games.Echo(invalid.GetValue()), why, cmd.CommandPath())
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if hint := didYouMean("--"+unknown.GetSpecifiedName(), names); hint != "" {
			return games.BadInput("%v%s", err, hint)
		}
	}
	return games.BadInput("%v; see \"%s --help\"", err, cmd.CommandPath())
}

// unknownCommand is the error for a command that cmd does not have.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	hint := didYouMean(name, names)
	if hint == "" {
		hint = fmt.Sprintf("; see \"%s --help\"", cmd.CommandPath())
	}
	return games.BadInput("unknown command %q%s", name, hint)
}

// wantArgs accepts from low to high arguments; what names them for people, as
// in "a game", and the example shows how to type them.
func wantArgs(low, high int, what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return games.BadInput("%s needs %s, as in \"%s\"", cmd.CommandPath(), what, example)
		case len(args) > high && high == 0:
			return games.BadInput("%s takes no arguments, but got %q", cmd.CommandPath(), args[0])
		case len(args) > high:
			return games.BadInput("%s takes %s, but got %q too; as in \"%s\"", cmd.CommandPath(), what, args[high], example)
		}
		return nil
	}
}
