package command

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/render"
	"zermelo/reports/solved"
)

type lineOptions struct {
	moves  string
	max    int
	seed   uint64
	rng    *rand.Rand // draws random moves; nil for the most probable ones
	search solved.Limit
}

func (p *program) newLine() *cobra.Command {
	var o lineOptions
	cmd := &cobra.Command{
		Use:   "line GAME [POSITION]",
		Short: "Show one line of perfect play with its boards",
		Long: `Print a line of perfect play, from the start or from POSITION to the end of the
game, with the board after each move.

Among equally good moves, it plays the one that query lists first; if moves are
simultaneous, it plays the most probable pair. Random moves are the most probable
ones, or are drawn if --seed is set. If play never ends, the line ends when a
position repeats. In an endless draw, it also prints the minimum and
maximum number of drawing moves of each player along the line.`,
		Example: `  zermelo line tron
  zermelo line tron --moves "moveRight moveLeft" --max 4
  zermelo line bearoff:men=1 --seed 7
  zermelo line coordination:rounds=3 --json`,
		Args: usage.Args(1, 2, "a game and an optional position", "zermelo line tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("seed") {
				o.rng = rand.New(rand.NewPCG(o.seed, 1))
			}
			return p.runLine(cmd.Context(), args[0], position(args), o)
		},
	}
	addMoves(cmd.Flags(), &o.moves)
	cmd.Flags().IntVar(&o.max, "max", 1000, "print up to `N` moves")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "draw random moves with the seed `N` (default the most probable moves)")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runLine(ctx context.Context, spec, from string, o lineOptions) error {
	if o.max < 0 {
		return games.BadInput("--max %d: must be at least 0", o.max)
	}
	return p.withSolved(ctx, spec, &o.search, nil, func(b solved.Game) error {
		before, err := b.Follow(from, games.SplitMoves(o.moves))
		if err != nil {
			return asMoves(b, spec, from, err)
		}
		found, err := solved.NewPerfectLine(b, before[len(before)-1].Text, o.max, o.rng)
		if err != nil {
			return err
		}
		if p.out.JSON {
			return p.out.PrintJSON(found)
		}
		info, line, moves := b.Info(), found.Positions, found.Moves
		for i, at := range line {
			if i > 0 {
				heading, before, result := moves[i-1], line[i-1], 0
				if role := before.Mover; role >= 0 { // one role moves
					heading, result = info.Roles[role]+" "+heading, terminal.Result(&before.Outcome, role)
				}
				heading = p.out.Paint(heading, result, false)
				_, _ = p.out.WriteString(fmt.Sprintf("\n%d. %s\n\n", i, heading)) // Flush returns the error
			}
			if err := render.ShowBoard(p.out, info, at); err != nil {
				return err
			}
		}
		switch last, again := line[len(line)-1], found.Repeats; {
		case again != nil && info.Stochastic:
			p.printf("\nThe line returns to the position after move %d; draw other random moves with --seed 1.\n", *again)
		case again != nil && *again == 0:
			p.printf("\nThe line returns to its first position: play can continue forever.\n")
		case again != nil:
			p.printf("\nThe line returns to the position after move %d: play can continue forever.\n", *again)
		case !last.Proven() && info.GeneralSum:
			p.printf("\nThe line ends here: the position is not solved.\n")
		case !last.Terminal:
			p.printf("\nThe line continues; show more with --max %d.\n", 2*max(o.max, 1))
		}
		for role, h := range solved.HoldingOn(line) {
			if h != nil {
				p.printf("Moves for %s that keep the value: %d to %d per position.\n", info.Roles[role], h.Fewest, h.Most)
			}
		}
		return nil
	})
}
