// Package usage checks what is typed on the command line: arguments, flags, sizes. Its
// errors are games.InputErrors that say what to type instead.
package usage

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/games"
)

// FlagError makes an error about a flag a usage error that points to the help.
func FlagError(cmd *cobra.Command, err error) error {
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
		if hint := DidYouMean("--"+unknown.GetSpecifiedName(), names); hint != "" {
			return games.BadInput("%v%s", err, hint)
		}
	}
	return games.BadInput("%v; see \"%s --help\"", err, cmd.CommandPath())
}

// UnknownCommand is the error for a command that cmd does not have.
func UnknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	hint := DidYouMean(name, names)
	if hint == "" {
		hint = fmt.Sprintf("; see \"%s --help\"", cmd.CommandPath())
	}
	return games.BadInput("unknown command %q%s", name, hint)
}

// Args accepts from low to high arguments; what names them for people, as
// in "a game", and the example shows how to type them.
func Args(low, high int, what, example string) cobra.PositionalArgs {
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

// Group runs a command that only has commands of its own: it shows the help,
// or says which command there is not.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return UnknownCommand(cmd, args[0])
}

// DidYouMean is a hint to the candidate nearest to what was typed, in capitals or
// not, "" if none is near.
func DidYouMean(typed string, candidates []string) string {
	if best := games.Nearest(typed, candidates); best != "" {
		return games.Message("; did you mean %q?", best)
	}
	return ""
}
