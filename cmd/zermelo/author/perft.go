package author

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/counts"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
)

func (e *Env) newPerft() *cobra.Command {
	return &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the plays of a game by length",
		Long: `Count the sequences of 1, 2, ... DEPTH moves from the start: the usual
fingerprint of rules. A play that ends earlier counts up to its end. Moves of
both players at once count as one.`,
		Example: `  zermelo perft mygame.star 5
  zermelo perft breakthrough 4 --json`,
		Args:              usage.Args(2, 2, "a game and a depth", "zermelo perft tictactoe 5"),
		ValidArgsFunction: e.Complete,
		RunE:              func(cmd *cobra.Command, args []string) error { return e.runPerft(cmd.Context(), args[0], args[1]) },
	}
}

func (e *Env) runPerft(ctx context.Context, spec, typed string) error {
	c, err := counts.NewMoves(typed)
	if err != nil {
		return err
	}
	v, err := e.Open(ctx, spec)
	if err != nil {
		return err
	}
	c.Begin(v.Info().Name)
	ctx, end := games.WithFailure(ctx, v)
	defer end()
	games.ByState(v,
		func(g games.Game[uint64]) bool { return games.AddPlays(ctx, g, []uint64{g.Start()}, c.Counts) },
		func(g games.Game[[2]uint64]) bool { return games.AddPlays(ctx, g, [][2]uint64{g.Start()}, c.Counts) },
		func(g games.Game[[4]uint64]) bool { return games.AddPlays(ctx, g, [][4]uint64{g.Start()}, c.Counts) })
	if ctx.Err() != nil {
		return fmt.Errorf("perft %s: interrupted", v.Info().Label())
	}
	return c.Show(e.Out, *e.JSON)
}
