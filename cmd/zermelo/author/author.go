// Package author implements the commands for authors of games: new, check, info,
// moves, perft and playout.
//
// The commands accept any game. Except for moves, they do not open rule sheets as games,
// so they also support sheets with hidden information or any number of roles.
package author

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// Env provides the streams and functions that the commands use.
type Env struct {
	In  io.Reader
	Out *terminal.Output
	// Resolve replaces the name of a game in the user's games folder with the path of the
	// game's file.
	Resolve func(spec string) string
	Open    func(ctx context.Context, spec string) (games.Variant, error)
	Limits  *Limits
}

func (e *Env) Commands() []*cobra.Command {
	return []*cobra.Command{e.newNew(), e.newCheck(), e.newInfo(), e.newMoves(), e.newPerft(), e.newPlayout()}
}

// sheetSpec replaces the name of a game in spec with the path of its file; see
// Env.Resolve. It reports whether the file is a rule sheet.
func (e *Env) sheetSpec(spec string) (string, bool) {
	spec = e.Resolve(spec)
	_, _, ok := gdl.SplitSpec(spec)
	return spec, ok
}

// withMachine compiles a rule sheet and calls use with the result. The memory limit
// for rule sheets applies until use returns.
func (e *Env) withMachine(ctx context.Context, spec string, use func(m *statemachine.Machine, options string) error) error {
	return e.Limits.Apply(func(limits work.Limits) error {
		m, options, err := gdl.LoadSpec(ctx, spec, limits)
		if err != nil {
			return err
		}
		return use(m, options)
	})
}
