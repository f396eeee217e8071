// Package usage validates arguments and flags. Its errors are games.InputErrors that
// describe the correct usage.
package usage

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/games"
)

// FlagError converts an error of pflag to a usage error that refers to the help
// page. isOption reports whether a game has an option with the given name.
func FlagError(cmd *cobra.Command, args []string, isOption func(name string) bool, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, why := invalid.GetFlag(), errors.Unwrap(invalid).Error()
		if _, moved := flag.Value.(movedFlag); moved {
			return games.BadInput("--%s: %s; see \"%s --help\"", flag.Name, why, cmd.CommandPath())
		}
		switch flag.Value.Type() {
		case "int", "int64", "uint64":
			why = "must be an integer"
		case "duration":
			why = "must be a duration, such as 5s or 10m"
		case "bool":
			why = "must be true or false, or have no value"
		}
		return games.BadInput("--%s %s: %s; see \"%s --help\"", flag.Name, games.Echo(invalid.GetValue()), why, cmd.CommandPath())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name := unknown.GetSpecifiedName()
		if near := games.Nearest(name, names); near != "" {
			return games.BadInput("%v; did you mean \"--%s\"?", err, near)
		}
		if strings.Contains(cmd.Use, "GAME") && isOption(name) {
			option := asOption(cmd.Flags().Arg(0), name, args)
			return games.BadInput("%v; append game options to the name of the game, such as %s; see \"%s --help\"", err, option, cmd.CommandPath())
		}
	}
	return games.BadInput("%v; see \"%s --help\"", err, cmd.CommandPath())
}

// asOption returns game with the option name added. The value is that of the flag
// --name in args.
func asOption(game, name string, args []string) string {
	value := "VALUE"
	for i, arg := range args {
		if text, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
			value = text
		} else if arg == "--"+name && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return games.Echo(withOptions(cmp.Or(game, "GAME"), name+"="+value))
}

func withOptions(game string, options ...string) string {
	separator := ":"
	if strings.Contains(game, ":") {
		separator = ","
	}
	return game + separator + strings.Join(options, ",")
}

// UnknownCommand returns the error for an unknown subcommand of cmd.
func UnknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	hint := ""
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
		if slices.Contains(c.SuggestFor, name) {
			hint = DidYouMean(c.Name(), []string{c.Name()})
		}
	}
	hint = cmp.Or(hint, DidYouMean(name, names))
	if hint == "" {
		hint = fmt.Sprintf("; see \"%s --help\"", cmd.CommandPath())
	}
	return games.BadInput("unknown command %q%s", name, hint)
}

// Args returns a validator that accepts between low and high arguments. In errors,
// what describes the arguments, as in "one game", and example is a complete command
// line.
func Args(low, high int, what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return games.BadInput("%s expects %s; for example: %s", cmd.CommandPath(), what, example)
		case len(args) > high:
			if meant := asMeant(cmd, args); meant != "" {
				return games.BadInput("unexpected argument %q; did you mean: %s", args[high], games.Echo(meant))
			}
			return games.BadInput("unexpected argument %q; %s expects %s (quote an argument that contains spaces), for example: %s", args[high], cmd.CommandPath(), what, example)
		}
		return nil
	}
}

// gameOption matches an option of a game without the name of the game.
var gameOption = regexp.MustCompile(`^([a-z-]+=[\w.+-]+|[0-9]+x[0-9]+)$`)

// asMeant returns the command line that too many arguments probably mean: options of
// the game, or a position or moves without quotes. It returns "" if it recognizes
// neither.
func asMeant(cmd *cobra.Command, args []string) string {
	game, rest := cmd.CommandPath()+" "+args[0], args[1:]
	moves := cmd.Flags().Lookup("moves")
	switch {
	case !strings.Contains(cmd.Use, "GAME"):
		return ""
	case !slices.ContainsFunc(rest, func(arg string) bool { return !gameOption.MatchString(arg) }):
		return withOptions(game, rest...)
	case moves == nil:
		return ""
	case strings.ContainsAny(rest[0], "/.:"): // a position
		return fmt.Sprintf("%s %q", game, strings.Join(rest, " "))
	}
	return fmt.Sprintf("%s --moves %q", game, strings.TrimSpace(moves.Value.String()+" "+strings.Join(rest, " ")))
}

// NoArgs is a validator that accepts no arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return games.BadInput("unexpected argument %q; %s takes no arguments", args[0], cmd.CommandPath())
	}
	return nil
}

// Group is the Run function of a command that groups subcommands. It prints the help
// page, or returns an error for an unknown subcommand.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return UnknownCommand(cmd, args[0])
}

// DidYouMean returns a hint with the candidate nearest to typed, or "" if none is
// near.
func DidYouMean(typed string, candidates []string) string {
	if best := games.Nearest(typed, candidates); best != "" {
		return games.Message("; did you mean %q?", best)
	}
	return ""
}
