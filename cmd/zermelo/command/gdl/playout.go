package gdl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/counts"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/work"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

const playoutLong = `Play a rule sheet with random moves to the end. It prints the moves, the last
position and the goals, for any number of players. FILE.kif:rows=down draws the
board with row 1 at the top.

The same --seed gives the same play. --plays N plays N times and prints
averages of lengths and goals.`

const playoutExample = `  zermelo gdl playout ticTacToe.kif
  zermelo gdl playout ticTacToe.kif --seed 7 --json
  zermelo gdl playout breakthrough.kif --plays 10000`

func (e *env) newPlayout() *cobra.Command {
	var seed uint64
	var plays, plies int
	cmd := &cobra.Command{
		Use: "playout FILE", Short: "Play a rule sheet with random moves", Long: playoutLong, Example: playoutExample,
		Args: usage.Args(1, 1, "one rule sheet", "zermelo gdl playout ticTacToe.kif"),
	}
	flags := cmd.Flags()
	flags.Uint64Var(&seed, "seed", 1, "seed of the random moves")
	flags.IntVar(&plays, "plays", 1, "play `N` times and print averages")
	flags.IntVar(&plies, "plies", 10_000, "end each play after `N` plies")
	return e.command(cmd, func(ctx context.Context, args []string, limits work.Limits) error {
		if plays < 1 {
			return games.BadInput("--plays %d: want 1 or more", plays)
		}
		if plies < 1 {
			return games.BadInput("--plies %d: want 1 or more", plies)
		}
		file, options, _ := gdl.SplitSpec(args[0])
		m, err := load(ctx, file, "playout", limits)
		if err != nil {
			return err
		}
		if options != "" { // before the play, as they may be mistyped
			if err := gdl.SetDrawOptions(draw.NewPainter(m, nil), m.Name, options); err != nil {
				return err
			}
		}
		r := randomPlayer{
			options: options, machine: m, play: m.NewPlay(), seed: seed, plies: plies, joint: make([]int32, len(m.Roles)),
		}
		r.begin(0)
		if plays > 1 {
			return e.playMany(ctx, &r, plays)
		}
		return e.playOne(ctx, &r)
	})
}

// randomPlayer plays a machine with random moves, one play of those that batch.RandomPlays makes.
type randomPlayer struct {
	options string // of drawings
	machine *machine.Machine
	play    *machine.Play
	seed    uint64
	random  *rand.Rand
	plies   int // of a play at most
	joint   []int32
}

// begin begins the play of that number.
func (r *randomPlayer) begin(number int) {
	r.random = rand.New(rand.NewPCG(r.seed, uint64(number)))
	r.play.Reset()
}

// step makes one joint move; it returns false if the play is over.
func (r *randomPlayer) step() (bool, error) {
	if r.play.Terminal() {
		return false, nil
	}
	if stuck := r.play.Choose(r.random, r.joint); stuck >= 0 {
		return false, fmt.Errorf("%s: %s has no legal move in the position %s, which is not terminal",
			r.machine.Name, r.machine.Roles[stuck], gdl.NewWords(r.machine).Format(r.play.State(nil)))
	}
	r.play.Do(r.joint)
	return true, nil
}

// playoutJSON is the JSON form of a play.
type playoutJSON struct {
	Game  string     `json:"game"`
	Roles []string   `json:"roles"`
	Start string     `json:"start"`
	Moves [][]string `json:"moves"` // for each ply the move of each role
	End   string     `json:"end"`
	Over  bool       `json:"over"`
	Goals []*int     `json:"goals"` // null where the sheet gives none, or several
}

// playOne plays once and prints the play.
func (e *env) playOne(ctx context.Context, r *randomPlayer) error {
	m, text := r.machine, gdl.NewWords(r.machine)
	j := playoutJSON{Game: m.Name, Roles: m.Roles, Start: text.Format(m.Initial), Moves: [][]string{}}
	var lines []string
	choices := make([]int, len(m.Roles)) // how many moves each role has
	for len(j.Moves) < r.plies && ctx.Err() == nil {
		for role := range choices {
			choices[role] = len(r.play.Legal(nil, role))
		}
		more, err := r.step()
		if err != nil {
			return err
		}
		if !more {
			j.Over = true
			break
		}
		moves, chosen := []string{}, []string{}
		for role, move := range r.joint {
			moves = append(moves, text.Move(role, move))
			if choices[role] > 1 {
				chosen = append(chosen, m.Roles[role]+" "+text.Move(role, move))
			}
		}
		if len(chosen) == 0 {
			chosen = []string{"no choice"}
		}
		j.Moves = append(j.Moves, moves)
		lines = append(lines, strings.Join(chosen, ", "))
	}
	if ctx.Err() != nil {
		return fmt.Errorf("play %s: interrupted", m.Name)
	}
	state := r.play.State(nil)
	j.End, j.Goals = text.Format(state), goalsOf(r.play, len(m.Roles))
	if *e.json {
		return e.out.PrintJSON(j)
	}
	for i, line := range lines {
		e.out.Printf("%*d. %s\n", len(fmt.Sprint(len(lines))), i+1, line)
	}
	e.out.Printf("\n")
	painter := draw.NewPainter(m, m.Unseen(state))
	if err := gdl.SetDrawOptions(painter, m.Name, r.options); err != nil {
		return err
	}
	e.out.Printf("%s\nPosition %s\n\n", picture.Text(painter.Draw(state)), j.End)
	what := "Over"
	if !j.Over {
		what = "Not over"
	}
	e.out.Printf("%s after %s: %s\n", what, words.Plural(int64(len(lines)), "ply"), goalWords(m.Roles, j.Goals))
	return nil
}

// goalsOf are the goals of all roles, nil for one that has none or several.
func goalsOf(play *machine.Play, roles int) []*int {
	goals := make([]*int, roles)
	for role := range goals {
		if value, ok := play.Goal(role); ok {
			goals[role] = &value
		}
	}
	return goals
}

func goalWords(roles []string, goals []*int) string {
	var parts []string
	for role, goal := range goals {
		if goal == nil {
			parts = append(parts, roles[role]+" no single goal")
		} else {
			parts = append(parts, fmt.Sprint(roles[role], " ", *goal))
		}
	}
	return strings.Join(parts, ", ")
}

// playMany plays many times and prints averages.
func (e *env) playMany(ctx context.Context, r *randomPlayer, plays int) error {
	m := r.machine
	j := counts.NewPlays(m.Name, m.Roles)
	j.Goals = make([]float64, len(m.Roles))
	err := batch.RandomPlays(ctx, m, r.seed, plays, r.plies, func(play batch.Ended) error {
		if play.Broken {
			return r.fault(play.Number)
		}
		j.Add(play.Plies, play.Over)
		for role, goal := range play.Goals {
			if play.Over {
				j.Goals[role] += float64(goal)
			}
		}
		return nil
	})
	if ctx.Err() != nil {
		return fmt.Errorf("play %s: interrupted", m.Name)
	}
	if err != nil {
		return err
	}
	return j.Show(e.out, *e.json)
}

// fault makes a play again and says what is wrong with it.
func (r *randomPlayer) fault(number int) error {
	r.begin(number)
	for more := true; more; {
		var err error
		if more, err = r.step(); err != nil {
			return err
		}
	}
	m := r.machine
	for role, name := range m.Roles {
		if _, ok := r.play.Goal(role); !ok {
			return fmt.Errorf("%s: %s has no goal, or several, in the terminal position %s",
				m.Name, name, gdl.NewWords(m).Format(r.play.State(nil)))
		}
	}
	return nil
}
