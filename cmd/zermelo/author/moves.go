package author

import (
	"cmp"
	"context"
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
if the position is terminal. Outcomes of a random move are listed with their
probabilities. The default is the start position. No table is needed.

With -, read positions from standard input, one per line, and print one line of
JSON for each. A line may also be a list of moves from the start position, or a
position followed by moves.`,
		Example: `  zermelo moves tron
  zermelo moves connect4 --moves "4 4" --json
  zermelo moves hex:8x8 - < positions.txt`,
		Args: usage.Args(1, 2, "a game and an optional position", "zermelo moves tron"),
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
	Number int    `json:"number,omitempty"` // number of the input line, from 1, with -
	Input  string `json:"input,omitempty"`  // the input line, with -
	solved.Legal
	Error string `json:"error,omitempty"`
}

func (e *Env) showMoves(v games.Variant, input string) error {
	list, err := solved.LegalMoves(v)(input)
	if err != nil {
		return err
	}
	return e.Out.Show(movesJSON{Legal: *list}, func() { printMoves(e.Out, v.Info(), list) })
}

func (e *Env) listMoves(ctx context.Context, v games.Variant) error {
	list := solved.LegalMoves(v)
	return lines.AnswerJSON(ctx, e.In, e.Out, func(r *solved.Row) (any, error) {
		found, err := list(r.Input)
		if failed := games.Failure(v); failed != nil {
			return nil, failed
		}
		if r.Err = cmp.Or(r.Err, err); r.Err != nil {
			return movesJSON{Number: r.Number, Input: r.Input, Legal: solved.Legal{Movers: []string{}, Moves: []solved.LegalMove{}}, Error: r.Err.Error()}, nil
		}
		return movesJSON{Number: r.Number, Input: r.Input, Legal: *found}, nil
	})
}

func printMoves(out *terminal.Output, info *games.Info, j *solved.Legal) {
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
	if j.Chance {
		out.Printf("Random move, %s\n\n", words.Plural(int64(len(j.Moves)), "outcome"))
		rows := [][]string{{"OUTCOME", "PROBABILITY", "POSITION"}}
		for _, m := range j.Moves {
			rows = append(rows, []string{m.Move, words.Probability(m.Probability), m.Position})
		}
		out.PrintColumns("lll", rows)
		return
	}
	out.Printf("%s to move, %s\n\n", strings.Join(j.Movers, " and "), words.Plural(int64(len(j.Moves)), "move"))
	rows := [][]string{{"MOVE", "POSITION"}}
	for _, m := range j.Moves {
		rows = append(rows, []string{m.Move, m.Position})
	}
	out.PrintColumns("ll", rows)
}
