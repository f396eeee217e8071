package command

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/lines"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/render"
	"zermelo/reports/solved"
)

type queryOptions struct {
	moves  string
	brief  bool
	search solved.Limit
	format string // only with -
	best   bool   // only with -
	all    bool   // only with -
}

func (p *program) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:        "query GAME [POSITION | -]",
		SuggestFor: []string{"show", "eval"},
		Short:      "Show the values and best moves of positions",
		Long: `Show the board and value of a position, and the value after each move, best first.

The default is the start position. In an endless draw, query also shows the
number of replies to each move that keep the draw. If only a proof is stored,
query searches for the values that it does not contain, within --nodes and --time;
"not proven" marks values that were not found.

With -, query reads one position per line from standard input: a position, moves
from the start, or a position followed by moves. It prints one line for each, in
the same order: player to move, value, payoffs and remoteness, or an error. The
exit code is 1 if any line has an error.`,
		Example: `  zermelo query tron --moves "moveRight moveLeft" --brief
  zermelo query tron:size=3x5,turns=simultaneous --moves "moveUp+moveDown"
  zermelo query connect4:size=4x4 - --best < positions.txt`,
		Args: usage.Args(1, 2, "a game and an optional position", "zermelo query tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isInput(position(args)) {
				o.search.Stored = !cmd.Flags().Changed("nodes") && !cmd.Flags().Changed("time")
				return p.queryLines(cmd.Context(), args[0], o)
			}
			if cmd.Flags().Changed("format") || o.best || o.all {
				return games.BadInput("--format, --best and --all require positions on standard input; run: zermelo query %q -", args[0])
			}
			return p.runQuery(cmd.Context(), args[0], position(args), o)
		},
	}
	addMoves(cmd.Flags(), &o.moves)
	cmd.Flags().BoolVarP(&o.brief, "brief", "b", false, "print the value and the moves without the board")
	formats := render.RowFormats()
	cmd.Flags().StringVarP(&o.format, "format", "f", formats[0], "with -, write `FORMAT`: "+strings.Join(formats, ", "))
	cmd.Flags().BoolVar(&o.best, "best", false, "with -, print the best moves")
	cmd.Flags().BoolVar(&o.all, "all", false, "with -, add every move with its value to each line of JSON")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

func (p *program) runQuery(ctx context.Context, spec, from string, o queryOptions) error {
	return p.withSolved(ctx, spec, &o.search, nil, func(b solved.Game) error {
		line, err := b.Follow(from, games.SplitMoves(o.moves))
		if err != nil {
			return asMoves(b, spec, from, err)
		}
		last := line[len(line)-1]
		if p.out.JSON {
			return p.out.PrintJSON(solved.NewAnswer(b, last))
		}
		show := render.Show
		if o.brief {
			show = render.ShowMoves
		}
		var text strings.Builder
		if err := show(&text, b.Info(), last); err != nil {
			return err
		}
		_, err = p.out.WriteString(p.out.PaintMoves(text.String(), last))
		return err
	})
}

// asMoves returns err, an error about the position from, or a more specific error if
// from is a list of moves from the start or a file.
func asMoves(b solved.Game, spec, from string, err error) error {
	if _, illegal := b.Follow("", games.SplitMoves(from)); from != "" && illegal == nil {
		return games.BadInput("%q lists moves, not a position; did you mean --moves %[1]q?", from)
	}
	if info, missing := os.Stat(from); missing == nil && info.Mode().IsRegular() {
		return games.BadInput("%v; to read positions from a file, run: zermelo query %q - < %s", err, spec, from)
	}
	return err
}

func (p *program) queryLines(ctx context.Context, spec string, o queryOptions) error {
	switch formats := render.RowFormats(); {
	case o.moves != "" || o.brief:
		return games.BadInput("--moves and --brief cannot be used with -; write the moves after each position in the input")
	case !slices.Contains(formats, o.format):
		return games.BadInput("--format %s: unknown format; use json, table or csv", games.Echo(o.format))
	case o.all && o.format != "json":
		return games.BadInput("--all cannot be used with --format %s", o.format)
	case p.out.JSON && o.format != "json":
		return games.BadInput("--json cannot be used with --format %s", o.format)
	}
	return p.withSolved(ctx, spec, &o.search, nil, func(b solved.Game) error {
		answer := make([]lines.Answerer, runtime.GOMAXPROCS(0))
		for i := range answer {
			rows := render.NewRows(b.Info(), o.format, o.best)
			if i == 0 {
				_, _ = p.out.WriteString(rows.Head()) // Flush returns the error
			}
			answer[i] = func(list []solved.Row, out []byte) ([]byte, error) {
				err := b.Answer(list, o.best, o.all)
				for i := range list {
					if err != nil {
						break
					}
					out = rows.Append(out, &list[i])
				}
				return out, err
			}
		}
		return lines.Answer(ctx, p.in, p.out, lines.MaxBatchRows, answer)
	})
}
