package command

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/play"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
)

// playOptions are the flags of play.
type playOptions struct {
	as     string
	seed   uint64
	search solved.Limit
}

func (p *program) newPlay() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play GAME [POSITION]",
		Short: "Play against perfect play",
		Long: `Play a game against perfect play, or, where nothing is stored of a rule sheet,
against a search of 2 seconds a move, or --time or --nodes. You are the first player, or the one that
--as names. Type a move by its name, as much of it as fits no other, or by its
number in the list; or one of: hint, moves, board, undo (takes back your last
move), new, help, resign, quit.

Where both players move at once, the program draws its move from its
equilibrium strategy; --seed makes the draws repeatable.

With --json each step is a line of JSON: an object with the fields event
(position, move, moves, hint, undo, help, error, over or end), text, and where
they apply position, move and by. The input stays the same.`,
		Example: `  zermelo play tron
  zermelo play tron --as blue
  zermelo play tron:size=3x5,turns=simultaneous --seed 7
  printf 'hint\nmoveUp\nundo\nquit\n' | zermelo play tron`,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo play tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			return p.runPlay(cmd.Context(), args[0], position(args), o)
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "", "play as `ROLE` (default the first)")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "seed of the program's draws (default a new one each time)")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runPlay(ctx context.Context, spec, from string, o playOptions) error {
	return p.withBook(ctx, spec, &o.search, true, func(b solved.Game) error {
		human, err := roleNamed(b.Info(), o.as)
		if err != nil {
			return err
		}
		start, err := b.Position(from)
		if err != nil {
			return err
		}
		s := play.Session{Program: p.name, Game: b, Human: human, Draws: rand.New(rand.NewPCG(o.seed, 0)), Out: p.out, JSON: p.json}
		err = s.Run(ctx, start, terminal.Lines(ctx, p.in))
		p.stopped = ctx.Err() != nil
		return err
	})
}

// roleNamed is the number of the role with this name; the first for "".
func roleNamed(info *games.Info, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	role := slices.IndexFunc(info.Roles, func(r string) bool { return strings.EqualFold(r, name) })
	if role < 0 {
		return 0, games.BadInput("--as %s: the roles of %s are %s", games.Echo(name), info.Label(), strings.Join(info.Roles, " and "))
	}
	return role, nil
}
