// Package gdl has the commands that work with rule sheets: check, info, playout and
// perft.
package gdl

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games/gdl"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
)

const gdlLong = `Work with rule sheets in the Game Description Language (GDL) of General Game
Playing. All commands that take a game take a rule sheet: write FILE.kif, or
FILE.kif:option=value.

The name of such a game is the file's with a digest of the rules, as in
ticTacToe.kif@4dde05. So sheets with the same file name are told apart, and so
are versions of a sheet. A name with a digest opens the file only if its rules
have not changed.

Sheets of GDL-II, with a role random or a relation sees, can be played out and
counted, but not solved: chance and hidden information need other methods.`

const gdlExample = `  zermelo gdl check ticTacToe.kif
  zermelo gdl playout ticTacToe.kif --seed 7
  zermelo solve ticTacToe.kif
  zermelo query ticTacToe.kif`

// env is what the commands share with the rest of the program.
type env struct {
	out    *terminal.Output
	json   *bool
	sheets *Limits
}

// New makes the command gdl. It prints to out, JSON if json says so when it runs, and
// keeps to limits, the flags that all commands have.
func New(out *terminal.Output, json *bool, limits *Limits) *cobra.Command {
	e := &env{out, json, limits}
	cmd := &cobra.Command{
		Use:     "gdl",
		Short:   "Check rule sheets, and play them at random",
		Long:    gdlLong,
		Example: gdlExample,
		Args:    cobra.ArbitraryArgs,
		RunE:    usage.Group,
	}
	cmd.AddCommand(e.newCheck(), e.newInfo(), e.newPlayout(), e.newPerft())
	return cmd
}

// load compiles a rule sheet.
func (e *env) load(ctx context.Context, file string, own Limits) (*machine.Machine, error) {
	limits, err := e.sheets.With(own)
	if err != nil {
		return nil, err
	}
	return gdl.Load(ctx, file, limits)
}

// completeSheet offers the names of rule sheets for any argument.
func completeSheet(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"kif", "gdl"}, cobra.ShellCompDirectiveFilterFileExt
}

// printProblem prints a problem as compilers do: its place, what is wrong, the
// line, and what to write instead.
func (e *env) printProblem(file string, rules *sheet.Sheet, problem sheet.Problem) {
	if problem.Span == (sheet.Span{}) {
		e.out.Printf("%s: %s: %s\n", file, problem.Level, problem.Message)
	} else {
		at := rules.Place(problem.Start)
		line, marks := rules.Excerpt(problem.Span)
		number := fmt.Sprintf("%5d", at.Line)
		e.out.Printf("%s:%d:%d: %s: %s\n", file, at.Line, at.Column, problem.Level, problem.Message)
		e.out.Printf("%s | %s\n%s | %s\n", number, line, strings.Repeat(" ", len(number)), marks)
	}
	if problem.Hint != "" {
		e.out.Printf("      = hint: %s\n", problem.Hint)
	}
}
