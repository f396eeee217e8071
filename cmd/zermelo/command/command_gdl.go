package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/games"
	"zermelo/games/gdl"
)

const gdlLong = `Gdl works with rule sheets in the Game Description Language (GDL) of General Game
Playing. A rule sheet is a game like any other: write FILE.kif, or
FILE.kif:option=value, wherever a command takes a game.`

const gdlExample = `  zermelo gdl check ticTacToe.kif
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
	cmd.AddCommand(p.newGDLCheck())
	return cmd
}

// readSheet reads a file and its form. Only a file that cannot be read is an
// error.
func readSheet(file string) (*gdl.Sheet, []gdl.Problem, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, games.BadInput("read rule sheet: %v", err)
	}
	sheet, problems := gdl.Parse(filepath.Base(file), string(text))
	return sheet, problems, nil
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
