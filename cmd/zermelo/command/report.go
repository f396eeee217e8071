package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/model"
	"zermelo/reports/write"
	"zermelo/solver/durable"
)

const reportLong = `Report on a solved game: rules and options, value, best first moves and a line
of perfect play; states, terminals, values and lengths of play by layer; the
number of moves, how often only one keeps the value, how often the player to
move wins; the longest forced win, a critical position, and how the game was
solved.

Formats:
  text  for a terminal of 100 columns
  md    Markdown with tables; with --pictures DIR it links boards and charts,
        written into DIR as SVG files
  html  one page with boards, charts and the opening tree to --depth plies;
        needs no network and no script
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

With -o FILE the report is written whole or not at all: after a failure FILE is
as it was.`

const reportExample = `  zermelo report tron
  zermelo report snake2p --format md -o snake2p.md
  zermelo report tron --format html -o tron.html
  zermelo report tron --format svg --picture values -o values.svg
  zermelo report tron --format png -o board.png
  zermelo report tron --explain
  zermelo report breakthrough:size=3x4 --format csv -o layers.csv`

// reportOptions are the flags of report.
type reportOptions struct {
	format  string
	file    string
	depth   int
	picture string
	folder  string
	search  book.Limit

	measures bool
	explain  bool
}

func (p *program) newReport() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:               "report GAME",
		Short:             "Report on a solved game",
		Long:              reportLong,
		Example:           reportExample,
		Args:              usage.Args(1, 1, "one game", "zermelo report tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.json && !cmd.Flags().Changed("format") {
				o.format = "json"
			}
			if cmd.Flags().Changed("picture") && o.format != "svg" && o.format != "png" {
				return games.BadInput("--picture is for --format svg or png: leave it out, or add one of them")
			}
			return p.runReport(cmd.Context(), args[0], o)
		},
	}
	cmd.Flags().StringVarP(&o.format, "format", "f", "text", "write `FORMAT`: text, md, html, svg, png, json or csv")
	cmd.Flags().IntVar(&o.depth, "depth", model.DefaultDepth, fmt.Sprintf("plies of the opening tree in html, 0 to %d", model.MaxDepth))
	cmd.Flags().StringVar(&o.picture, "picture", "board", "`NAME` of the picture for --format svg or png")
	cmd.Flags().StringVar(&o.folder, "pictures", "", "write the pictures that --format md links into `DIR`")
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of printing")
	cmd.Flags().BoolVar(&o.measures, "measures", false, "add measures for game designers")
	cmd.Flags().BoolVar(&o.explain, "explain", false, "add the measures, with explanations")
	addSearch(cmd.Flags(), &o.search)
	formats := cobra.FixedCompletions([]string{"text", "md", "html", "svg", "png", "json", "csv"}, cobra.ShellCompDirectiveNoFileComp)
	files := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	if err := errors.Join(cmd.RegisterFlagCompletionFunc("format", formats), cmd.RegisterFlagCompletionFunc("output", files)); err != nil {
		panic("command: " + err.Error())
	}
	return cmd
}

func (p *program) runReport(ctx context.Context, spec string, o reportOptions) error {
	writer := reportWriter(o)
	if writer == nil {
		return games.BadInput("unknown format %q: the formats are text, md, html, svg, png, json and csv", o.format)
	}
	if o.depth < 0 || o.depth > model.MaxDepth {
		return games.BadInput("--depth %d: the opening tree can have 0 to %d plies", o.depth, model.MaxDepth)
	}
	if p.json && o.format != "json" {
		return games.BadInput("--json and --format %s contradict each other: leave one out", games.Echo(o.format))
	}
	if o.folder != "" && o.format != "md" {
		return games.BadInput("--pictures is for --format md: leave it out, or add --format md")
	}
	if o.format == "png" && o.file == "" && p.out.Terminal {
		return games.BadInput("--format png is not for a terminal: name a file, as in -o board.png, or send it somewhere with -o -")
	}
	open := func(use func(book.Book) error) error { return p.withProof(ctx, spec, o.search, use) }
	if o.format == "csv" { // rows of layers, which a proof does not have
		open = func(use func(book.Book) error) error { return p.withBook(ctx, spec, use) }
	}
	return open(func(b book.Book) error {
		r, err := model.New(b)
		if err != nil {
			return err
		}
		if o.measures || o.explain {
			if err := r.Measure(ctx, b, o.explain); err != nil {
				return err
			}
		}
		var out bytes.Buffer
		if err := writer(&out, b, r); err != nil {
			return fmt.Errorf("report %s: %w", b.Info().Label(), err)
		}
		if o.file == "" || o.file == "-" {
			_, err := p.out.Write(out.Bytes())
			return err
		}
		return writeWhole(o.file, out.Bytes())
	})
}

// reportWriter is the writer of a format, nil if there is none.
func reportWriter(o reportOptions) func(io.Writer, book.Book, *model.Report) error {
	plain := func(write func(io.Writer, *model.Report) error) func(io.Writer, book.Book, *model.Report) error {
		return func(w io.Writer, _ book.Book, r *model.Report) error { return write(w, r) }
	}
	switch o.format {
	case "text":
		return plain(write.Text)
	case "md":
		if o.folder != "" {
			return func(w io.Writer, b book.Book, r *model.Report) error { return illustrated(w, b, r, o) }
		}
		return plain(write.Markdown)
	case "json":
		return plain(write.JSON)
	case "csv":
		return plain(write.CSV)
	case "svg":
		return plain(func(w io.Writer, r *model.Report) error { return write.SVG(w, r, o.picture) })
	case "png":
		return plain(func(w io.Writer, r *model.Report) error { return write.PNG(w, r, o.picture) })
	case "html":
		return func(w io.Writer, b book.Book, r *model.Report) error {
			pictures, err := model.NewPictureSet(b, r, o.depth)
			if err != nil {
				return err
			}
			return write.HTML(w, r, pictures)
		}
	}
	return nil
}

// illustrated writes a Markdown report and its pictures, which it links relative to the
// file of the report.
func illustrated(w io.Writer, b book.Book, r *model.Report, o reportOptions) error {
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
	files, err := write.MarkdownWithPictures(w, r, pictures, filepath.ToSlash(link))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return fmt.Errorf("write pictures: %w", err)
	}
	for _, f := range files {
		if err := writeWhole(filepath.Join(o.folder, f.Name), []byte(f.SVG)); err != nil {
			return err
		}
	}
	return nil
}

// writeWhole writes a file whole or not at all: it writes a temporary file in the same
// folder and renames it.
func writeWhole(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return games.BadInput("cannot write to %s: it is no regular file", games.Echo(path))
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("write output: %w", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return games.BadInput("cannot write to %s: there is no folder %s", games.Echo(path), games.Echo(filepath.Dir(path)))
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = durable.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write output: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}
