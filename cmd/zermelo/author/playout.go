package author

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/counts"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

// playoutOptions are the flags of playout.
type playoutOptions struct {
	seed         uint64
	plays, plies int
}

func (e *Env) newPlayout() *cobra.Command {
	var o playoutOptions
	cmd := &cobra.Command{
		Use:   "playout GAME",
		Short: "Play a game with random moves",
		Long: `Play a game with random moves to the end. It prints the moves, the last position
and the payoffs. The same --seed gives the same play. --plays N plays N times
and prints averages of lengths and payoffs.

Rule sheets of three players or more, or with chance, are played by "zermelo gdl
playout".`,
		Example: `  zermelo playout mygame.star
  zermelo playout tron --seed 7 --json
  zermelo playout mygame.wasm --plays 10000`,
		Args:              usage.Args(1, 1, "one game", "zermelo playout tron"),
		ValidArgsFunction: e.Complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.plays < 1 || o.plies < 1 {
				return games.BadInput("--plays %d and --plies %d: want 1 or more", o.plays, o.plies)
			}
			return e.runPlayout(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the random moves")
	flags.IntVar(&o.plays, "plays", 1, "play `N` times and print averages")
	flags.IntVar(&o.plies, "plies", 10_000, "end each play after `N` plies")
	return cmd
}

// playoutJSON is the JSON form of a play.
type playoutJSON struct {
	Game    string   `json:"game"`
	Roles   []string `json:"roles"`
	Start   string   `json:"start"`
	Moves   []string `json:"moves"` // joint moves as a+b
	End     string   `json:"end"`
	Over    bool     `json:"over"`
	Payoffs []int    `json:"payoffs"` // none if it is not over
}

func (e *Env) runPlayout(ctx context.Context, spec string, o playoutOptions) error {
	v, err := e.Open(ctx, spec)
	if err != nil {
		return err
	}
	ctx, end := games.WithFailure(ctx, v)
	defer end()
	return games.ByState(v,
		func(g games.Game[uint64]) error { return playout(ctx, e, g, o) },
		func(g games.Game[[2]uint64]) error { return playout(ctx, e, g, o) },
		func(g games.Game[[4]uint64]) error { return playout(ctx, e, g, o) })
}

func playout[S games.State](ctx context.Context, e *Env, g games.Game[S], o playoutOptions) error {
	random := rand.New(rand.NewPCG(o.seed, 0))
	var err error
	if o.plays == 1 {
		err = playOne(ctx, e, g, random, o.plies)
	} else {
		err = playMany(ctx, e, g, random, o)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("playout %s: interrupted", g.Info().Label())
	}
	return err
}

// step makes a random move. It returns the number of the child, -1 where the game is over.
func step[S games.State](g games.Game[S], random *rand.Rand, s S) (next S, child int) {
	list, _ := g.Expand(nil, nil, []S{s})
	if len(list) == 0 {
		return s, -1
	}
	child = random.IntN(len(list))
	return list[child], child
}

func playOne[S games.State](ctx context.Context, e *Env, g games.Game[S], random *rand.Rand, plies int) error {
	info, n := g.Info(), games.NotationOf(g)
	j := playoutJSON{Game: info.Name, Roles: info.Roles, Start: n.FormatState(g.Start()), Moves: []string{}, Payoffs: []int{}}
	s := g.Start()
	for len(j.Moves) < plies && !j.Over && ctx.Err() == nil {
		next, child := step(g, random, s)
		if j.Over = child < 0; !j.Over {
			j.Moves = append(j.Moves, games.JointNames(n.Moves(s))[child])
			s = next
		}
	}
	j.End = n.FormatState(s)
	result := "Not over"
	if j.Over {
		payoff := g.Payoffs(nil, []S{s})[0]
		var parts []string
		for role, name := range info.Roles {
			j.Payoffs = append(j.Payoffs, int(payoff[role]))
			parts = append(parts, fmt.Sprint(name, " ", payoff[role]))
		}
		result = strings.Join(parts, ", ")
	}
	return e.show(j, func() {
		for i, move := range j.Moves {
			e.Out.Printf("%*d. %s\n", len(fmt.Sprint(len(j.Moves))), i+1, move)
		}
		e.Out.Printf("\n%s\nPosition %s\n\nAfter %s: %s\n", picture.Text(games.DrawingOf(g, s)), j.End, words.Plural(int64(len(j.Moves)), "ply"), result)
	})
}

func playMany[S games.State](ctx context.Context, e *Env, g games.Game[S], random *rand.Rand, o playoutOptions) error {
	info := g.Info()
	j := counts.NewPlays(info.Name, info.Roles)
	j.Payoffs = make([]float64, len(info.Roles))
	for i := 0; i < o.plays && ctx.Err() == nil; i++ {
		s, plies, over := g.Start(), 0, false
		for plies < o.plies && !over && ctx.Err() == nil {
			next, child := step(g, random, s)
			if over = child < 0; !over {
				s = next
				plies++
			}
		}
		j.Add(plies, over)
		if !over {
			continue
		}
		payoff := g.Payoffs(nil, []S{s})[0]
		for role := range j.Payoffs {
			j.Payoffs[role] += float64(payoff[role])
		}
	}
	return j.Show(e.Out, *e.JSON)
}
