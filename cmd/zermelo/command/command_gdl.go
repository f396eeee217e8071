package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
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

// sheetLimits are the flags that bound the work on a rule sheet.
type sheetLimits struct {
	memory size
	time   time.Duration
}

// addAll adds the flags that all commands have, as all that take a game take a
// rule sheet.
func (l *sheetLimits) addAll(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "sheet-memory", "use about as much memory as `SIZE` to compile a rule sheet (default 1GiB)")
	flags.DurationVar(&l.time, "sheet-time", 0, "take no longer than `TIME` to compile a rule sheet, and again for proofs about it (default 1m)")
}

// add adds the same flags by the names that they have in commands which only
// work with rule sheets.
func (l *sheetLimits) add(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "memory", "the same as --sheet-memory `SIZE`")
	flags.DurationVar(&l.time, "time", 0, "the same as --sheet-time `TIME`")
}

// sheetLimits are the limits by the flags of all commands and, before them, by a
// command's own.
func (p *program) sheetLimits(own sheetLimits) (work.Limits, error) {
	if own.time < 0 {
		return work.Limits{}, games.BadInput("--time %v: want a time as in 30s", own.time)
	}
	if p.sheets.time < 0 {
		return work.Limits{}, games.BadInput("--sheet-time %v: want a time as in 30s", p.sheets.time)
	}
	if err := checkGrounding("--memory", own.memory); err != nil {
		return work.Limits{}, err
	}
	if err := checkGrounding("--sheet-memory", p.sheets.memory); err != nil {
		return work.Limits{}, err
	}
	return work.Limits{
		Bytes: int64(cmp.Or(own.memory, p.sheets.memory)),
		Time:  cmp.Or(own.time, p.sheets.time),
	}, nil
}

// loadSheet compiles a rule sheet.
func (p *program) loadSheet(ctx context.Context, file string, own sheetLimits) (*machine.Machine, error) {
	limits, err := p.sheetLimits(own)
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
func (p *program) printProblem(file string, rules *sheet.Sheet, problem sheet.Problem) {
	if problem.Span == (sheet.Span{}) {
		p.printf("%s: %s: %s\n", file, problem.Level, problem.Message)
	} else {
		at := rules.Place(problem.Start)
		line, marks := rules.Excerpt(problem.Span)
		number := fmt.Sprintf("%5d", at.Line)
		p.printf("%s:%d:%d: %s: %s\n", file, at.Line, at.Column, problem.Level, problem.Message)
		p.printf("%s | %s\n%s | %s\n", number, line, strings.Repeat(" ", len(number)), marks)
	}
	if problem.Hint != "" {
		p.printf("      = hint: %s\n", problem.Hint)
	}
}
