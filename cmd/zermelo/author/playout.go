package author

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/statemachine"
	"zermelo/reports/words"
)

type playoutOptions struct {
	seed         uint64
	plays, plies int
}

func (e *Env) newPlayout() *cobra.Command {
	var o playoutOptions
	cmd := &cobra.Command{
		Use:   "playout GAME",
		Short: "Play a game with random moves",
		Long: `Play a game to the end with random moves, and print the moves, the final position
and the payoffs. The same --seed always gives the same play. With --plays N, play
N times and print the average length and payoffs.

Rule sheets may have any number of roles and hidden information. Their only
option is rows: FILE.kif:rows=down draws the board with row 1 at the top.`,
		Example: `  zermelo playout tron --seed 7 --json
  zermelo playout mygame.star
  zermelo playout ticTacToe.kif --plays 10000`,
		Args: usage.Args(1, 1, "one game", "zermelo playout tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.plays < 1 {
				return games.BadInput("--plays %d: must be at least 1", o.plays)
			}
			if o.plies < 1 {
				return games.BadInput("--plies %d: must be at least 1", o.plies)
			}
			return e.runPlayout(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.Uint64Var(&o.seed, "seed", 1, "use `N` as the seed of the random moves")
	flags.IntVar(&o.plays, "plays", 1, "play `N` times and print averages")
	flags.IntVar(&o.plies, "plies", 10_000, "stop each play after `N` plies")
	return cmd
}

// player plays a game with random moves.
type player interface {
	name() string
	roles() []string
	// step makes a random move, or returns false if the position is terminal.
	step(random *rand.Rand) (bool, error)
	// move returns the name of the last move, such as a+b if several roles moved,
	// and a label for printing it.
	move() (name, label string)
	position() string
	drawing() games.Drawing
	// payoffs returns the payoffs in a terminal position, nil for undefined ones.
	payoffs() []*float64
	// playMany plays o.plays times from the start and calls ended after each play.
	// payoffs is empty if the play was stopped, and valid only until ended returns.
	playMany(ctx context.Context, o playoutOptions, ended func(plies int, payoffs []float64)) error
}

func newRandom(seed uint64, play int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(play))) }

func (e *Env) runPlayout(ctx context.Context, spec string, o playoutOptions) error {
	if path, ok := e.sheetSpec(spec); ok {
		return e.withMachine(ctx, path, func(m *statemachine.Machine, options string) error {
			p, err := newSheetPlayer(m, options)
			if err != nil {
				return err
			}
			return e.playout(ctx, p, o)
		})
	}
	v, err := e.Open(ctx, spec)
	if err != nil {
		return err
	}
	ctx, end := games.WithFailure(ctx, v)
	defer end()
	return e.playout(ctx, games.ByState(v, newGamePlayer[uint64], newGamePlayer[[2]uint64], newGamePlayer[[4]uint64]), o)
}

func (e *Env) playout(ctx context.Context, p player, o playoutOptions) error {
	var err error
	if o.plays == 1 {
		err = e.playOne(ctx, p, o)
	} else {
		err = e.playMany(ctx, p, o)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("playout %s: interrupted", p.name())
	}
	return err
}

type playoutJSON struct {
	Game    string     `json:"game"`
	Roles   []string   `json:"roles"`
	Start   string     `json:"start"` // start position
	Moves   []string   `json:"moves"`
	End     string     `json:"end"`     // last position
	Over    bool       `json:"over"`    // the last position is terminal
	Payoffs []*float64 `json:"payoffs"` // empty unless the play is over; null if undefined
}

func (e *Env) playOne(ctx context.Context, p player, o playoutOptions) error {
	j := playoutJSON{Game: p.name(), Roles: p.roles(), Start: p.position(), Moves: []string{}, Payoffs: []*float64{}}
	random := newRandom(o.seed, 0)
	var labels []string
	for len(labels) < o.plies && ctx.Err() == nil {
		moved, err := p.step(random)
		if err != nil {
			return err
		}
		if j.Over = !moved; j.Over {
			break
		}
		name, label := p.move()
		j.Moves, labels = append(j.Moves, name), append(labels, label)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	j.End = p.position()
	result := "not over"
	if j.Over {
		j.Payoffs = p.payoffs()
		result = payoffText(j.Roles, j.Payoffs)
	}
	return e.Out.Show(j, func() {
		for i, label := range labels {
			e.Out.Printf("%*d. %s\n", len(fmt.Sprint(len(labels))), i+1, label)
		}
		e.Out.Printf("\n%s\nPosition %s\n\nAfter %s: %s\n", words.Board(p.drawing()), j.End, words.Plural(int64(len(labels)), "ply"), result)
	})
}

func payoffText(roles []string, payoffs []*float64) string {
	var parts []string
	for role, payoff := range payoffs {
		if payoff == nil {
			parts = append(parts, roles[role]+" no single goal")
		} else {
			parts = append(parts, fmt.Sprint(roles[role], " ", *payoff))
		}
	}
	return strings.Join(parts, ", ")
}

type playsJSON struct {
	Game     string   `json:"game"`
	Roles    []string `json:"roles"`
	Plays    int      `json:"plays"`    // number of plays
	Unended  int      `json:"unended"`  // number of plays that were stopped
	Plies    float64  `json:"plies"`    // average number of plies
	Shortest int      `json:"shortest"` // minimum number of plies
	Longest  int      `json:"longest"`  // maximum number of plies
	// Payoffs holds averages over the plays that ended.
	Payoffs []float64 `json:"payoffs"`
	Seconds float64   `json:"seconds"`
}

func (e *Env) playMany(ctx context.Context, p player, o playoutOptions) error {
	j := playsJSON{Game: p.name(), Roles: p.roles(), Payoffs: make([]float64, len(p.roles()))}
	total, began := 0, time.Now()
	err := p.playMany(ctx, o, func(plies int, payoffs []float64) {
		if j.Plays == 0 {
			j.Shortest = plies
		}
		j.Plays++
		total += plies
		j.Shortest, j.Longest = min(j.Shortest, plies), max(j.Longest, plies)
		if len(payoffs) == 0 {
			j.Unended++
		}
		for role, payoff := range payoffs {
			j.Payoffs[role] += payoff
		}
	})
	if err != nil {
		return err
	}
	j.Seconds = time.Since(began).Seconds()
	j.Plies = float64(total) / float64(j.Plays)
	for role := range j.Payoffs {
		j.Payoffs[role] /= float64(max(1, j.Plays-j.Unended))
	}
	return e.Out.Show(j, func() {
		e.Out.Printf("%s\n", j.Game)
		e.Out.Printf("  plays     %s, %s stopped at the --plies limit\n", words.Thousands(int64(j.Plays)), words.Thousands(int64(j.Unended)))
		e.Out.Printf("  plies     %.2f on average, %d to %d\n", j.Plies, j.Shortest, j.Longest)
		for role, payoff := range j.Payoffs {
			e.Out.Printf("  payoff    %.2f on average for %s\n", payoff, j.Roles[role])
		}
		e.Out.Printf("  speed     %s positions/s\n", terminal.Metric(float64(total)/j.Seconds))
	})
}
