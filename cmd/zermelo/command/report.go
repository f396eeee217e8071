package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/render"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

type reportOptions struct {
	output
	picture   string
	folder    string
	explorer  string
	search    solved.Limit
	measures  bool
	counts    bool
	reachable bool // count only positions that are reachable from the start
}

func (p *program) newReport() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report GAME",
		Short: "Report on a solved game",
		Long: `Report on a solved game: rules, value, best moves, a line of perfect play, and
statistics by layer.

The format is text, md (Markdown), html (one page with boards, charts and the
opening tree), svg or png (one --picture), json (all facts, with stable field
names) or csv (a row per layer). The pictures are board, longest-win, critical,
values, tiers, states, remoteness, branching and only-moves. A file is written
completely or not at all. See docs/reports.md.`,
		Example: `  zermelo report tron --format html -o tron.html
  zermelo report tron --format svg --picture values -o values.svg
  zermelo report tictactoe --counts --format csv`,
		Args: usage.Args(1, 1, "one game", "zermelo report tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.counts = o.counts || o.reachable
			if err := o.check(cmd, p.out.JSON); err != nil {
				return err
			}
			return p.runReport(cmd.Context(), args[0], o)
		},
	}
	o.output.add(cmd, reportFormats()...)
	flags := cmd.Flags()
	flags.StringVar(&o.picture, "picture", "board", "draw the picture `NAME`, for --format svg and png")
	flags.StringVar(&o.folder, "pictures", "", "write the pictures of --format md into `DIR`")
	flags.StringVar(&o.explorer, "explorer", "", "link boards to the explorer at `URL`")
	flags.BoolVar(&o.measures, "measures", false, "add measures for game designers, with explanations")
	flags.BoolVar(&o.counts, "counts", false, "add the number of all positions, for --format json and csv")
	flags.BoolVar(&o.reachable, "count-reachable", false, "add the number of reachable positions, for --format json and csv")
	addSearch(flags, &o.search)
	usage.AddMoved(flags, "use --measures", "explain")
	usage.AddMoved(flags, fmt.Sprintf("the opening tree always has %d plies", model.DefaultDepth), "depth")
	return cmd
}

// reportFormats returns the formats of reports, starting with the default.
func reportFormats() []string { return []string{"text", "md", "html", "svg", "png", "json", "csv"} }

func (o *reportOptions) check(cmd *cobra.Command, json bool) error {
	err := o.output.check(cmd, json)
	switch {
	case err != nil:
		return err
	case cmd.Flags().Changed("picture") && o.format != "svg" && o.format != "png":
		return games.BadInput("--picture requires --format svg or --format png")
	case o.counts && o.format != "json" && o.format != "csv":
		flag := "--counts"
		if o.reachable {
			flag = "--count-reachable"
		}
		return games.BadInput("%s requires --format json or --format csv", flag)
	case o.folder != "" && o.format != "md":
		return games.BadInput("--pictures requires --format md")
	case o.explorer != "" && o.format != "html" && o.folder == "":
		return games.BadInput("--explorer requires --format html, or --format md with --pictures DIR")
	}
	return nil
}

func (p *program) runReport(ctx context.Context, spec string, o reportOptions) error {
	if o.format == "png" && o.file == "" && p.out.Terminal {
		return games.BadInput("--format png: cannot be printed on a terminal; write to a file with -o board.png, or redirect the output and add -o -")
	}
	limit := &o.search
	if o.format == "csv" { // a row per layer; a proof has no layers
		limit = nil
	}
	missing := p.withSolved(ctx, spec, limit, nil, func(b solved.Game) error {
		if o.counts && o.format == "csv" {
			counts, err := b.Counts(ctx, o.reachable)
			if err != nil {
				return err
			}
			return p.deliver(o.output, func(w io.Writer) error { return render.CountsCSV(w, b.Info().Name, counts) })
		}
		r, err := model.New(b)
		if err != nil {
			return err
		}
		if o.measures || slices.Contains([]string{"html", "md", "text"}, o.format) && r.Few() {
			if err := r.Measure(ctx, b, o.measures && o.format != "json"); err != nil {
				return err
			}
		}
		list, err := store.List(p.db)
		if err != nil {
			return err
		}
		for _, s := range list {
			r.AddVariant(model.NewListing(s))
		}
		if o.counts {
			if err := r.Count(ctx, b, o.reachable); err != nil {
				return err
			}
		}
		return p.deliver(o.output, func(w io.Writer) error {
			if o.folder != "" {
				return writeIllustrated(w, b, r, o)
			}
			return render.Report(w, b, r, render.Options{Format: o.format, Picture: o.picture, Depth: model.DefaultDepth, Explorer: o.explorer})
		})
	})
	if o.counts && !o.reachable && errors.Is(missing, store.ErrNoTable) {
		return p.reportUnfinished(ctx, spec, o, missing)
	}
	return missing
}

// reportUnfinished writes the counts of the solved tiers of an unfinished table. It
// returns the error missing if no tier has been solved.
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
			return render.CountsCSV(w, v.Info().Name, counts)
		}
		return render.UnfinishedJSON(w, v.Info().Name, counts)
	})
}

// writeIllustrated writes a Markdown report and its pictures. The links to the
// pictures are relative to the report.
func writeIllustrated(w io.Writer, b solved.Game, r *model.Report, o reportOptions) error {
	pictures, err := model.NewPictureSet(b, r, 0)
	if err != nil {
		return err
	}
	link := o.folder
	if !o.standard() {
		if link, err = filepath.Rel(filepath.Dir(o.file), o.folder); err != nil {
			link = o.folder
		}
	}
	files, err := render.MarkdownWithPictures(w, r, pictures, filepath.ToSlash(link), o.explorer)
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
