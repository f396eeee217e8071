// Package author has the commands for authors of games: new, check, perft and playout.
package author

import (
	"context"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
)

// Env is what the commands share with the program.
type Env struct {
	Out      *terminal.Output
	JSON     *bool
	Open     func(ctx context.Context, spec string) (games.Variant, error)
	Complete cobra.CompletionFunc // of games
}

// Commands are the commands.
func (e *Env) Commands() []*cobra.Command {
	return []*cobra.Command{e.newNew(), e.newCheck(), e.newPerft(), e.newPlayout()}
}

// show prints v as JSON if that is wanted, else it calls text.
func (e *Env) show(v any, text func()) error {
	if *e.JSON {
		return e.Out.PrintJSON(v)
	}
	text()
	return nil
}
