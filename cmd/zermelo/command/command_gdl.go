package command

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/games"
	"zermelo/games/gdl"
)

const gdlLong = `Gdl works with rule sheets in the Game Description Language (GDL) of General Game
Playing. A rule sheet is a game like any other: write FILE.kif, or
FILE.kif:option=value, wherever a command takes a game.

Its name is the file's and a digest of the rules, as in ticTacToe.kif@4dde05, so
that sheets of one name are told apart, and a sheet that has changed from what it
was. A name with its digest opens the file only if its rules are still the same.

Sheets of GDL-II, which have a role random or a relation sees, can be played out
and counted, not solved: their chance moves and hidden information need other
methods.`

const gdlExample = `  zermelo gdl check ticTacToe.kif
  zermelo gdl playout ticTacToe.kif --seed 7
  zermelo solve ticTacToe.kif
  zermelo query ticTacToe.kif`

func (p *program) newGDL() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "gdl",
		Short:   "Check rule sheets, play them out",
		Long:    gdlLong,
		Example: gdlExample,
		Args:    cobra.ArbitraryArgs,
		RunE:    group,
	}
	cmd.AddCommand(p.newGDLCheck(), p.newGDLInfo(), p.newGDLPlayout(), p.newGDLPerft())
	return cmd
}

// sheetLimits are the flags of all commands that compile a rule sheet.
type sheetLimits struct {
	memory size
	time   time.Duration
}

func (l *sheetLimits) add(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "memory", "use about as much memory as `SIZE` to make the rules free of variables (default 1GiB)")
	flags.DurationVar(&l.time, "time", 0, "take no longer than `TIME` for that (default 1m)")
}

func (l *sheetLimits) limits() (gdl.Limits, error) {
	if l.time < 0 {
		return gdl.Limits{}, games.BadInput("--time %v: want a time as in 30s", l.time)
	}
	if err := checkGrounding(l.memory); err != nil {
		return gdl.Limits{}, err
	}
	return gdl.Limits{Bytes: int64(l.memory), Time: l.time}, nil
}

// load compiles a rule sheet.
func (l *sheetLimits) load(file string) (*gdl.Machine, error) {
	limits, err := l.limits()
	if err != nil {
		return nil, err
	}
	return gdl.Load(file, limits)
}

// completeSheet offers the names of rule sheets for any argument.
func completeSheet(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"kif", "gdl"}, cobra.ShellCompDirectiveFilterFileExt
}

// printProblem prints a problem as compilers do: its place, what is wrong, the
// line, and what to write instead.
func (p *program) printProblem(file string, sheet *gdl.Sheet, problem gdl.Problem) {
	if problem.Span == (gdl.Span{}) {
		p.printf("%s: %s: %s\n", file, problem.Level, problem.Message)
	} else {
		at := sheet.Place(problem.Start)
		line, marks := sheet.Excerpt(problem.Span)
		number := fmt.Sprintf("%5d", at.Line)
		p.printf("%s:%d:%d: %s: %s\n", file, at.Line, at.Column, problem.Level, problem.Message)
		p.printf("%s | %s\n%s | %s\n", number, line, strings.Repeat(" ", len(number)), marks)
	}
	if problem.Hint != "" {
		p.printf("      = hint: %s\n", problem.Hint)
	}
}
