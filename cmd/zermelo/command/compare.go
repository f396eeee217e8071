package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/compare"
	"zermelo/reports/model"
	"zermelo/reports/write"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

const compareLong = `Compare solved games: their values, length of play, size, and how often a
single move keeps the value. All games must be solved; "zermelo sweep" solves
those that are not.

Formats:
  text  for a terminal of 100 columns
  md    Markdown with tables
  html  one page with boards and charts; needs no network and no script
  json  everything, with stable field names
  csv   a row for each game, for a spreadsheet`

const compareExample = `  zermelo compare tron snake2p
  zermelo compare breakthrough:size=3x4 breakthrough:size=3x5 --format md -o sizes.md
  zermelo compare breakthrough:size=4x4 breakthrough:size=4x4,captures=diagonal --json
  zermelo compare tron tron:turns=simultaneous --format html -o tron.html`

// compareOptions are the flags of compare, which sweep has too.
type compareOptions struct {
	format   string
	file     string
	measures bool
}

func (p *program) newCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:     "compare GAME GAME...",
		Short:   "Compare solved games",
		Long:    compareLong,
		Example: compareExample,
		Args:    usage.Args(2, maxCompared, "two games or more", "zermelo compare tron snake2p"),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return p.completeGame(cmd, nil, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.checkFormat(cmd, &o); err != nil {
				return err
			}
			return p.runCompare(cmd.Context(), args, o)
		},
	}
	addCompare(cmd, &o)
	return cmd
}

// maxCompared is how many games are compared at most.
const maxCompared = 10_000

// addCompare adds the flags for how a comparison is written.
func addCompare(cmd *cobra.Command, o *compareOptions) {
	cmd.Flags().StringVarP(&o.format, "format", "f", "text", "write `FORMAT`: text, md, html, json or csv")
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of printing")
	cmd.Flags().BoolVar(&o.measures, "measures", false, "add measures for game designers; \"zermelo report --explain\" explains them")
	formats := cobra.FixedCompletions([]string{"text", "md", "html", "json", "csv"}, cobra.ShellCompDirectiveNoFileComp)
	files := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	if err := errors.Join(cmd.RegisterFlagCompletionFunc("format", formats), cmd.RegisterFlagCompletionFunc("output", files)); err != nil {
		panic("command: " + err.Error())
	}
}

// checkFormat finds mistakes in the flags before any work is done.
func (p *program) checkFormat(cmd *cobra.Command, o *compareOptions) error {
	if p.json && !cmd.Flags().Changed("format") {
		o.format = "json"
	}
	switch {
	case compareWriter(o.format) == nil:
		return games.BadInput("unknown format %q: the formats are text, md, html, json and csv", o.format)
	case p.json && o.format != "json":
		return games.BadInput("--json and --format %s contradict each other: leave one out", games.Echo(o.format))
	}
	return nil
}

// compareWriter is the writer of a format, nil if there is none.
func compareWriter(format string) func(io.Writer, *compare.Comparison) error {
	switch format {
	case "text":
		return write.CompareText
	case "md":
		return write.CompareMarkdown
	case "html":
		return write.CompareHTML
	case "json":
		return write.CompareJSON
	case "csv":
		return write.CompareCSV
	}
	return nil
}

func (p *program) runCompare(ctx context.Context, specs []string, o compareOptions) error {
	c := &compare.Comparison{Games: []compare.Compared{}}
	var missing []string
	for _, spec := range specs {
		err := p.addTo(ctx, c, spec, o.measures)
		if errors.Is(err, store.ErrNoTable) {
			v, openErr := p.open(ctx, spec)
			if openErr != nil {
				return openErr
			}
			missing = append(missing, strconv.Quote(v.Info().Spec()))
			continue
		}
		if err != nil {
			return err
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		return fmt.Errorf("compare: %w of %s yet; solve it with: zermelo solve %[2]s", store.ErrNoTable, missing[0])
	default:
		return fmt.Errorf("compare: %w of %s of the games yet; solve them with: zermelo sweep %s", store.ErrNoTable, job.Count(int64(len(missing))), strings.Join(missing, " "))
	}
	return p.writeComparison(c, o)
}

// addTo adds a solved game to a comparison, with its measures if they are asked
// for.
func (p *program) addTo(ctx context.Context, c *compare.Comparison, spec string, measures bool) error {
	return p.withProof(ctx, spec, book.Limit{Nodes: book.ProofNodes}, func(b book.Book) error {
		r, err := model.New(b)
		if err == nil && measures {
			err = r.Measure(ctx, b, false)
		}
		if err == nil {
			c.Add(r)
		}
		return err
	})
}

// writeComparison prints a comparison or writes it to a file.
func (p *program) writeComparison(c *compare.Comparison, o compareOptions) error {
	var out bytes.Buffer
	if err := compareWriter(o.format)(&out, c); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	if o.file == "" || o.file == "-" {
		_, err := p.out.Write(out.Bytes())
		return err
	}
	return writeWhole(o.file, out.Bytes())
}
