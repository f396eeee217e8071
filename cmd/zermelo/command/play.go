package command

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/play"
	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/match"
	"zermelo/reports/solved"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

type playOptions struct {
	as      string
	seed    uint64
	against string
	dice    string // "roll" or "ask"
	search  solved.Limit
}

func (p *program) newPlay() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play GAME [POSITION]",
		Short: "Play against perfect play or another opponent",
		Long: `Play a game against the program, which plays perfectly, or against the player
--against: any player of match, such as mcts:1s for Monte Carlo tree search. Such
a search also plays games that are too large for a table.

Enter the name of a move, a unique prefix of it, or its number in the list, or one
of the commands hint, moves, board, undo, new, help, resign and quit. If both
players move simultaneously, the program draws its move at random from its
equilibrium strategy. Random moves, such as throws of dice, are drawn too. With
--dice ask, throw your own dice and type the results.

If the game has no table, play first solves it if that takes at most 10 seconds.
Otherwise, the program searches for 2 seconds per move, or up to --time or
--nodes. With --json, each event is one line of JSON.`,
		Example: `  zermelo play tron
  zermelo play connect4 --as second --against mcts:1s
  zermelo play tron:size=3x5,turns=simultaneous --seed 7`,
		Args: usage.Args(1, 2, "a game and an optional position", "zermelo play tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			return p.runPlay(cmd.Context(), args[0], position(args), o)
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "", "play as `ROLE` (default the first role)")
	cmd.Flags().StringVar(&o.against, "against", match.Perfect, "play against `PLAYER`: "+match.Kinds)
	cmd.Flags().StringVar(&o.dice, "dice", "roll", "draw random moves (roll) or let you type them (ask): `MODE`")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "use `N` as the seed of the program's random choices (default random)")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runPlay(ctx context.Context, spec, from string, o playOptions) error {
	player, err := match.Parse(o.against)
	if err != nil {
		return err
	}
	if o.dice != "roll" && o.dice != "ask" {
		return games.BadInput("--dice %s: use roll or ask", games.Echo(o.dice))
	}
	o.search.Any = !player.Solved
	unsolved := func(ctx context.Context, db string, v games.Variant, limit solved.Limit, missing error) (solved.Game, error) {
		return p.openPlayable(ctx, db, v, limit, o.against, missing)
	}
	return p.withSolved(ctx, spec, &o.search, unsolved, func(b solved.Game) error {
		human, err := roleNamed(b.Info(), o.as)
		if err != nil {
			return err
		}
		start, err := b.Position(from)
		if err != nil {
			return err
		}
		opponent, err := match.NewOpponent(b, player, match.Options{Seed: o.seed, MoveTime: opponentTime})
		if err != nil {
			return err
		}
		defer opponent.Close()
		s := play.Session{Program: p.name, Game: b, Human: human, Opponent: opponent, Out: p.out}
		if o.dice == "roll" {
			s.Dice = rand.New(rand.NewPCG(o.seed, 1))
		}
		err = s.Run(ctx, start, terminal.Lines(ctx, p.in))
		p.stopped = ctx.Err() != nil
		return err
	})
}

// opponentTime is the time after which a program as the opponent has failed.
const opponentTime = time.Minute

// play computes a table if the forecast is at most quickSolve, and stops after
// quickSolveLimit if the forecast was wrong.
const (
	quickSolve      = 10 * time.Second
	quickSolveLimit = 2 * quickSolve
)

// openPlayable opens a game that has no table in db. If the sum of the payoffs is proven
// to be constant and the forecast does not exceed quickSolve, it builds the table.
// Otherwise, the returned Game searches for each move within limit. If the game cannot
// be searched either, openPlayable returns the error missing. Its notes describe how
// opponent plays.
func (p *program) openPlayable(ctx context.Context, db string, v games.Variant, limit solved.Limit, opponent string, missing error) (solved.Game, error) {
	label := v.Info().Label()
	if store.Writable(db) == nil && !v.Info().SumUnproven {
		stop := p.progress.Watch(func() progress.Stage { return progress.Stage{Phase: "solving " + label, Bare: true} })
		limited, cancel := context.WithTimeout(ctx, quickSolveLimit)
		_, err := solve.Solve(limited, db, v, solve.Options{Method: solve.Table, Budget: quickSolve, Tool: buildInfo().Version, Warn: p.warn})
		cancel()
		stop()
		if err == nil {
			note := label + " is now solved"
			if opponent == match.Perfect {
				note += "; the program plays perfectly"
			}
			p.progress.Note(note)
			return solved.Open(db, v)
		}
		if failed := cmp.Or(ctx.Err(), games.Failure(v)); failed != nil {
			return nil, failed
		}
	}
	b, err := solved.OpenUnsolved(ctx, v, limit)
	if err != nil {
		return nil, otherRules(db, v, missing)
	}
	note := "the program searches for each move and may make mistakes"
	if limit.Any {
		note = "there are no hints"
	}
	p.progress.Note(label + " has no table; " + note)
	return b, nil
}

// roleNamed returns the index of the role with the given name, ignoring case, or 0 if
// name is "".
func roleNamed(info *games.Info, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	role := slices.IndexFunc(info.Roles, func(r string) bool { return strings.EqualFold(r, name) })
	if role < 0 {
		return 0, games.BadInput("--as %s: unknown role; the roles of %s are %s", games.Echo(name), info.Label(), strings.Join(info.Roles, " and "))
	}
	return role, nil
}
