package command

import (
	"context"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/write"
)

// queryOptions are the flags of query.
type queryOptions struct {
	moves  string
	brief  bool
	search solved.Limit
}

func (p *program) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:   "query GAME [POSITION]",
		Short: "Show the value and the best moves of a position",
		Long: `Show a position of a solved game: its board, its value, and every legal move
with the value it leads to, best first. Where both players move at once it
shows the payoffs of each pair of moves and the probabilities of perfect play;
in a game of any sum also the pure equilibria, the best joint outcome, and what
each player can secure alone.

In a draw where play can go on for ever it counts, after each move that keeps
the draw, the replies that keep it. One reply means that the opponent is
forced; moves with the fewest replies come first.

A game solved by search (solve --method) has a proof instead of a table. The
proof has the values of positions that its winner can meet. For others query
searches, starting from the stored results of analyze and solve. If --nodes are
not enough it says "not proven" and estimates, from -1 (the second player seems
to win) to 1 (the first).

The position is the start, unless POSITION gives one in the game's notation, as
printed by query and line. --moves plays moves from there; write joint moves
a+b. Put positions and moves in double quotes, as shells interpret some of
their characters, such as #.`,
		Example: `  zermelo query tron
  zermelo query tron --moves "moveRight moveLeft" --brief
  zermelo query tron:size=3x5,turns=simultaneous --moves "moveUp+moveDown"
  zermelo query coordination --json`,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo query tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.runQuery(cmd.Context(), args[0], position(args), o)
		},
	}
	addMoves(cmd.Flags(), &o.moves)
	cmd.Flags().BoolVarP(&o.brief, "brief", "b", false, "print the value and the moves without the board")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runQuery(ctx context.Context, spec, from string, o queryOptions) error {
	return p.withBook(ctx, spec, &o.search, func(b solved.Game) error {
		line, err := b.Follow(from, games.SplitMoves(o.moves))
		if err != nil {
			return err
		}
		last := line[len(line)-1]
		switch {
		case p.json:
			return p.out.PrintJSON(solved.NewAnswer(b, last))
		case o.brief:
			return write.ShowMoves(p.out, b.Info(), last)
		}
		return write.Show(p.out, b.Info(), last)
	})
}
