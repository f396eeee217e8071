package command

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/lines"
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
	format string // of many positions
	best   bool   // with their best moves
}

func (p *program) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:   "query GAME [POSITION | -]",
		Short: "Show the value and the best moves of a position, or of many",
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
their characters, such as #.

In place of POSITION, - reads standard input: a line is a position, moves from
the start, or a position and moves from there. Empty lines and lines that begin
with "# " are skipped. For each other line one of JSON is printed, in the same
order: value, payoffs, remoteness (plies to the end, -1 if that depends on
chance or is not known), with --best the best moves, or an error; --format
prints a table or CSV. A line without an answer does not stop the others, and
makes the exit code 1. Values that a proof does not have are "not known",
unless --nodes or --time allow a search for each.`,
		Example: `  zermelo query tron
  zermelo query tron --moves "moveRight moveLeft" --brief
  zermelo query tron:size=3x5,turns=simultaneous --moves "moveUp+moveDown"
  zermelo query coordination --json
  zermelo query connect4:size=4x4 - --best < positions.txt`,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo query tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if isInput(position(args)) {
				o.search.Stored = !cmd.Flags().Changed("nodes") && !cmd.Flags().Changed("time")
				return p.queryLines(cmd.Context(), args[0], o)
			}
			if cmd.Flags().Changed("format") || o.best {
				return games.BadInput("--format and --best are for many positions, as in: zermelo query %q -", args[0])
			}
			return p.runQuery(cmd.Context(), args[0], position(args), o)
		},
	}
	addMoves(cmd.Flags(), &o.moves)
	cmd.Flags().BoolVarP(&o.brief, "brief", "b", false, "print the value and the moves without the board")
	formats := write.RowFormats()
	cmd.Flags().StringVarP(&o.format, "format", "f", formats[0], "with -, write `FORMAT`: "+strings.Join(formats, ", "))
	completeFlag(cmd, "format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&o.best, "best", false, "with -, add the best moves")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runQuery(ctx context.Context, spec, from string, o queryOptions) error {
	return p.withBook(ctx, spec, &o.search, false, func(b solved.Game) error {
		line, err := b.Follow(from, games.SplitMoves(o.moves))
		if err != nil {
			return err
		}
		last := line[len(line)-1]
		if p.json {
			return p.out.PrintJSON(solved.NewAnswer(b, last))
		}
		show := write.Show
		if o.brief {
			show = write.ShowMoves
		}
		var text strings.Builder
		if err := show(&text, b.Info(), last); err != nil {
			return err
		}
		_, err = p.out.WriteString(p.out.PaintMoves(text.String(), last))
		return err
	})
}

// queryLines answers the positions of standard input.
func (p *program) queryLines(ctx context.Context, spec string, o queryOptions) error {
	switch formats := write.RowFormats(); {
	case o.moves != "" || o.brief:
		return games.BadInput("--moves and --brief are for one position: write moves after each position of the input")
	case !slices.Contains(formats, o.format):
		return games.BadInput("unknown format %q: the formats are %s", o.format, strings.Join(formats, ", "))
	case p.json && o.format != "json":
		return games.BadInput("--json and --format %s contradict each other: leave one out", o.format)
	}
	return p.withBook(ctx, spec, &o.search, false, func(b solved.Game) error {
		answer := make([]lines.Answerer, runtime.GOMAXPROCS(0))
		for i := range answer {
			rows := write.NewRows(b.Info(), o.format, o.best)
			if i == 0 {
				_, _ = p.out.WriteString(rows.Head()) // Flush returns the error
			}
			answer[i] = func(list []solved.Row, out []byte) ([]byte, error) {
				err := b.Answer(list, o.best)
				for i := range list {
					if err != nil {
						break
					}
					out = rows.Append(out, &list[i])
				}
				return out, err
			}
		}
		return lines.Answer(ctx, p.in, p.out, lines.RowsAtOnce, answer)
	})
}
