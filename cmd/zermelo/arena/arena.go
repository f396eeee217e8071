// Package arena implements the commands about games between players: score and match.
package arena

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/solved"
)

// Env provides the streams and functions that the commands use.
type Env struct {
	In       io.Reader
	Out      *terminal.Output
	Progress *progress.Printer
	Open     func(ctx context.Context, spec string) (games.Variant, error)
	// Solved calls use with the table of a game or, if it has none, with its search results.
	Solved func(ctx context.Context, spec string, limit *solved.Limit, use func(solved.Game) error) error
	// Report adds the flags --format and --output to a command. check validates them, and write
	// calls its argument with the selected format and the file or standard output.
	Report func(cmd *cobra.Command, formats ...string) (check func() error, write Writer)
	// Stopped is called if the command was interrupted and prints its result nevertheless.
	Stopped  func()
	Complete cobra.CompletionFunc // completes the first argument, a game
}

// Writer writes a report; see Env.Report.
type Writer func(report func(w io.Writer, format string) error) error

// Commands returns the commands.
func (e *Env) Commands() []*cobra.Command { return []*cobra.Command{e.newScore(), e.newMatch()} }
