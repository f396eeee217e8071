package author

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/lines"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

func (e *Env) newMoves() *cobra.Command {
	var moves string
	cmd := &cobra.Command{
		Use:   "moves GAME [POSITION | -]",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position and the positions they lead to, or the payoffs
if the position is terminal. The default is the start position. No table is needed.

With -, read positions from standard input, one per line, and print one line of
JSON for each. A line may also be a list of moves from the start position, or a
position followed by moves.`,
		Example: `  zermelo moves tron
  zermelo moves connect4 --moves "4 4" --json
  zermelo moves hex:8x8 - < positions.txt`,
		Args:              usage.Args(1, 2, "a game and an optional position", "zermelo moves tron"),
		ValidArgsFunction: e.CompleteOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			input := strings.Join(append(args[1:], moves), " ")
			v, err := e.Open(cmd.Context(), args[0])
			switch {
			case err != nil:
				return err
			case len(args) < 2 || args[1] != "-":
				return e.showMoves(v, strings.TrimSpace(input))
			case moves != "":
				return games.BadInput("--moves cannot be used with -; write the moves after each position in the input")
			}
			return e.listMoves(cmd.Context(), v)
		},
	}
	cmd.Flags().StringVarP(&moves, "moves", "m", "", "play `MOVES` first, separated by spaces or commas")
	return cmd
}

// movesJSON lists the legal moves of a position.
type movesJSON struct {
	Number   int    `json:"number,omitempty"` // number of the input line, from 1, with -
	Input    string `json:"input,omitempty"`  // the input line, with -
	Position string `json:"position,omitempty"`
	// Movers lists the roles that choose a move. It is empty for a terminal position.
	Movers   []string `json:"movers"`
	Terminal bool     `json:"terminal"` // the game is over
	// Payoffs holds the payoff of each role in a terminal position.
	Payoffs []float64   `json:"payoffs,omitempty"`
	Moves   []legalMove `json:"moves"`
	Error   string      `json:"error,omitempty"`
}

// legalMove holds a move and the position that it leads to. If several roles move,
// their moves are joined by plus signs, as in a+b.
type legalMove struct {
	Move     string `json:"move"`
	Position string `json:"position"`
}

func (e *Env) showMoves(v games.Variant, input string) error {
	list, err := lister(v)(input)
	if err = errors.Join(games.Failure(v), err); err != nil {
		return err
	}
	return e.Out.Show(list, func() { list.print(e.Out, v.Info()) })
}

func (e *Env) listMoves(ctx context.Context, v games.Variant) error {
	list := lister(v)
	return lines.AnswerJSON(ctx, e.In, e.Out, func(r *solved.Row) (any, error) {
		j, err := list(r.Input)
		if failed := games.Failure(v); failed != nil {
			return nil, failed
		}
		if r.Err = cmp.Or(r.Err, err); r.Err != nil {
			j = movesJSON{Movers: []string{}, Moves: []legalMove{}, Error: r.Err.Error()}
		}
		j.Number, j.Input = r.Number, r.Input
		return j, nil
	})
}

// lister returns a function that lists the legal moves of a position. The input is
// parsed by solved.ReadLine; the empty string denotes the start position.
func lister(v games.Variant) func(input string) (movesJSON, error) {
	return games.ByState(v, listerOf[uint64], listerOf[[2]uint64], listerOf[[4]uint64])
}

func listerOf[S games.State](g games.Game[S]) func(input string) (movesJSON, error) {
	notation, info := games.NotationOf(g), g.Info()
	return func(input string) (movesJSON, error) {
		s := g.Start()
		if input != "" {
			var err error
			if s, err = solved.ReadLine(g, input); err != nil {
				return movesJSON{}, err
			}
		}
		children, _ := g.Expand(nil, nil, []S{s})
		j := movesJSON{Position: notation.FormatState(s), Movers: []string{}, Moves: []legalMove{}, Terminal: len(children) == 0}
		if j.Terminal {
			if games.Failure(g) != nil {
				return j, nil
			}
			payoff := g.Payoffs(nil, []S{s})[0]
			for role := range info.Roles {
				j.Payoffs = append(j.Payoffs, info.Points(int(payoff[role])))
			}
			return j, nil
		}
		names := notation.Moves(s)
		for _, role := range games.RolesWithMoves(names) {
			j.Movers = append(j.Movers, info.Roles[role])
		}
		for i, name := range games.JointNames(names) {
			j.Moves = append(j.Moves, legalMove{name, notation.FormatState(children[i])})
		}
		return j, nil
	}
}

func (j *movesJSON) print(out *terminal.Output, info *games.Info) {
	out.Printf("Position %s\n", j.Position)
	if j.Terminal {
		out.Printf("The game is over.\n\n")
		rows := [][]string{{"ROLE", "PAYOFF"}}
		for role, payoff := range j.Payoffs {
			rows = append(rows, []string{info.Roles[role], strconv.FormatFloat(payoff, 'g', -1, 64)})
		}
		out.PrintColumns("lr", rows)
		return
	}
	out.Printf("%s to move, %s\n\n", strings.Join(j.Movers, " and "), words.Plural(int64(len(j.Moves)), "move"))
	rows := [][]string{{"MOVE", "POSITION"}}
	for _, m := range j.Moves {
		rows = append(rows, []string{m.Move, m.Position})
	}
	out.PrintColumns("ll", rows)
}
