package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/write"
	"zermelo/tablebase/store"
)

// reportOptions are the flags of report.
type reportOptions struct {
	output
	depth    int
	picture  string
	folder   string
	explorer string
	search   solved.Limit
	measures bool
	explain  bool
	counts   bool
	// reachable leaves positions out that the start does not lead to.
	reachable bool
}

func (p *program) newReport() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report GAME",
		Short: "Report on a solved game",
		Long: `Report on a solved game: rules and options, value, best first moves and a line
of perfect play; states, terminals, values and lengths of play by layer; the
number of moves, how often only one keeps the value, how often the player to
move wins; the longest forced win, a critical position, and how the game was
solved.

Formats:
  text  for a terminal of 100 columns
  md    Markdown with tables; with --pictures DIR it links boards and charts,
        written into DIR as SVG files
  html  one page with boards, charts and the opening tree to --depth plies;
        needs no network and no script; has the measures of games with up to
        300,000 states
  svg   one picture, chosen by --picture: board (the start), longest-win or
        critical, or a chart: values, tiers, states, remoteness, branching or
        only-moves
  png   the same picture in pixels, on a light background
  json  everything, with stable field names and exact numbers
  csv   a row for each layer, for a spreadsheet: the counts of states, then a
        column value_V for each value V of the first player; for games solved
        tier by tier a row for each tier

--measures adds measures for game designers: how often each side wins at
random, how early the game is decided, how often players err, how long play
lasts, how many best lines there are, and how often a lost player comes back.
They are exact, computed from all positions. --explain adds what each of them
means. A measure without a meaning in the game, such as an advantage where
payoffs are no contest, is listed with the reason.

--counts adds to json counts of all positions, symmetric ones each: by the plies
after which they can be met, by remoteness, and how many are won, drawn and
lost, for comparison with published tables. In csv they are the rows. All plies
are followed once more, and terminal positions count, stored or not. In a game
that is solved tier by tier all positions of the numbering count, by tier and by
remoteness; so do the solved tiers of one whose table is not finished.
--count-reachable counts those alone that the start leads to, by ply and by
remoteness, of such games too.

With -o FILE the report is written whole or not at all: after a failure FILE is
as it was.`,
		Example: `  zermelo report tron
  zermelo report snake2p --format md -o snake2p.md
  zermelo report tron --format html -o tron.html
  zermelo report tron --format svg --picture values -o values.svg
  zermelo report tron --format png -o board.png
  zermelo report tron --explain
  zermelo report breakthrough:size=3x4 --format csv -o layers.csv
  zermelo report tictactoe --counts --format csv`,
		Args:              usage.Args(1, 1, "one game", "zermelo report tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.counts = o.counts || o.reachable
			if err := o.check(cmd, p.json); err != nil {
				return err
			}
			return p.runReport(cmd.Context(), args[0], o)
		},
	}
	o.output.add(cmd, "text", "md", "html", "svg", "png", "json", "csv")
	flags := cmd.Flags()
	flags.IntVar(&o.depth, "depth", model.DefaultDepth, fmt.Sprintf("plies of the opening tree in html, 0 to %d", model.MaxDepth))
	flags.StringVar(&o.picture, "picture", "board", "`NAME` of the picture for --format svg or png")
	flags.StringVar(&o.folder, "pictures", "", "write the pictures that --format md links into `DIR`")
	flags.StringVar(&o.explorer, "explorer", "", "let boards of --format html, and those of md that --pictures writes, lead to the explorer at `URL`, as in http://127.0.0.1:8080/")
	flags.BoolVar(&o.measures, "measures", false, "add measures for game designers")
	flags.BoolVar(&o.explain, "explain", false, "add the measures, with explanations")
	flags.BoolVar(&o.counts, "counts", false, "with --format json or csv, count all positions, symmetric ones each")
	flags.BoolVar(&o.reachable, "count-reachable", false, "like --counts, but of a game solved tier by tier only the positions reachable from the start")
	addSearch(flags, &o.search)
	return cmd
}

// check finds mistakes in the flags.
func (o *reportOptions) check(cmd *cobra.Command, json bool) error {
	err := o.output.check(cmd, json)
	switch {
	case err != nil:
		return err
	case cmd.Flags().Changed("picture") && o.format != "svg" && o.format != "png":
		return games.BadInput("--picture is for --format svg or png: leave it out, or add one of them")
	case o.depth < 0 || o.depth > model.MaxDepth:
		return games.BadInput("--depth %d: the opening tree can have 0 to %d plies", o.depth, model.MaxDepth)
	case o.counts && o.format != "json" && o.format != "csv":
		flag := "--counts"
		if o.reachable {
			flag = "--count-reachable"
		}
		return games.BadInput("%s is for --format json or csv: add one of them", flag)
	case o.folder != "" && o.format != "md":
		return games.BadInput("--pictures is for --format md: leave it out, or add --format md")
	case o.explorer != "" && o.format != "html" && o.folder == "":
		return games.BadInput("--explorer is for pages with pictures: leave it out, or add --format html, or --format md with --pictures DIR")
	}
	return nil
}

func (p *program) runReport(ctx context.Context, spec string, o reportOptions) error {
	if o.format == "png" && o.file == "" && p.out.Terminal {
		return games.BadInput("--format png is not for a terminal: name a file, as in -o board.png, or send it somewhere with -o -")
	}
	limit := &o.search
	if o.format == "csv" { // rows of layers, which a proof does not have
		limit = nil
	}
	missing := p.withBook(ctx, spec, limit, false, func(b solved.Game) error {
		if o.counts && o.format == "csv" {
			counts, err := b.Counts(ctx, o.reachable)
			if err != nil {
				return err
			}
			return p.deliver(o.output, func(w io.Writer) error { return write.CountsCSV(w, b.Info().Name, counts) })
		}
		r, err := model.New(b)
		if err != nil {
			return err
		}
		if o.measures || o.explain || o.format == "html" && r.States <= model.FewStates {
			if err := r.Measure(ctx, b, o.explain); err != nil {
				return err
			}
		}
		if o.counts {
			if err := r.Count(ctx, b, o.reachable); err != nil {
				return err
			}
		}
		return p.deliver(o.output, func(w io.Writer) error { return writeReport(w, b, r, o) })
	})
	if o.counts && !o.reachable && errors.Is(missing, store.ErrNoTable) {
		return p.reportUnfinished(ctx, spec, o, missing)
	}
	return missing
}

// reportUnfinished counts the solved tiers of a game whose table is not finished. Without
// any the error is missing.
func (p *program) reportUnfinished(ctx context.Context, spec string, o reportOptions, missing error) error {
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	counts, err := solved.CountUnfinished(ctx, db, v)
	if err != nil {
		return err
	}
	if counts == nil {
		return missing
	}
	return p.deliver(o.output, func(w io.Writer) error {
		if o.format == "csv" {
			return write.CountsCSV(w, v.Info().Name, counts)
		}
		return write.UnfinishedJSON(w, v.Info().Name, counts)
	})
}

// writeReport writes a report in its format.
func writeReport(w io.Writer, b solved.Game, r *model.Report, o reportOptions) error {
	if o.folder != "" {
		return writeIllustrated(w, b, r, o)
	}
	return write.Report(w, b, r, write.Options{Format: o.format, Picture: o.picture, Depth: o.depth, Explorer: o.explorer})
}

// writeIllustrated writes a Markdown report and its pictures, which it links relative to the
// file of the report.
func writeIllustrated(w io.Writer, b solved.Game, r *model.Report, o reportOptions) error {
	pictures, err := model.NewPictureSet(b, r, 0)
	if err != nil {
		return err
	}
	link := o.folder
	if o.file != "" && o.file != "-" {
		if link, err = filepath.Rel(filepath.Dir(o.file), o.folder); err != nil {
			link = o.folder
		}
	}
	files, err := write.MarkdownWithPictures(w, r, pictures, filepath.ToSlash(link), o.explorer)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return fmt.Errorf("write pictures: %w", err)
	}
	for _, f := range files {
		if err := terminal.WriteWhole(filepath.Join(o.folder, f.Name), []byte(f.SVG)); err != nil {
			return err
		}
	}
	return nil
}
