package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/reports/compare"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/write"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

// compareOptions are the flags of compare, which sweep has too.
type compareOptions struct {
	output
	measures bool
}

func (o *compareOptions) add(cmd *cobra.Command) {
	o.output.add(cmd, "text", "md", "html", "json", "csv")
	cmd.Flags().BoolVar(&o.measures, "measures", false, "add measures for game designers; \"zermelo report --explain\" explains them")
}

func (p *program) newCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare GAME GAME...",
		Short: "Compare solved games",
		Long: `Compare solved games: their values, length of play, size, and how often a
single move keeps the value. All games must be solved; "zermelo sweep" solves
those that are not.

Formats:
  text  for a terminal of 100 columns
  md    Markdown with tables
  html  one page with one table of all facts, which can be sorted, boards and
        charts; needs no network
  json  everything, with stable field names
  csv   a row for each game, for a spreadsheet`,
		Example: `  zermelo compare tron snake2p
  zermelo compare breakthrough:size=3x4 breakthrough:size=3x5 --format md -o sizes.md
  zermelo compare breakthrough:size=4x4 breakthrough:size=4x4,captures=diagonal --json
  zermelo compare tron tron:turns=simultaneous --format html -o tron.html`,
		Args:              usage.Args(2, maxCompared, "two games or more", "zermelo compare tron snake2p"),
		ValidArgsFunction: p.completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, p.json); err != nil {
				return err
			}
			return p.runCompare(cmd.Context(), args, o)
		},
	}
	o.add(cmd)
	return cmd
}

// maxCompared is how many games are compared at most.
const maxCompared = 10_000

// writeComparison prints a comparison or writes it to a file.
func (p *program) writeComparison(c *compare.Comparison, o compareOptions) error {
	writers := map[string]func(io.Writer, *compare.Comparison) error{
		"text": write.CompareText, "md": write.CompareMarkdown, "html": write.CompareHTML, "json": write.CompareJSON, "csv": write.CompareCSV,
	}
	return p.deliver(o.output, func(w io.Writer) error { return writers[o.format](w, c) })
}

func (p *program) runCompare(ctx context.Context, specs []string, o compareOptions) error {
	c := &compare.Comparison{Games: []compare.Compared{}}
	var missing []string
	for _, spec := range specs {
		err := p.addTo(ctx, c, spec, o.measures)
		var none *store.NoTableError
		if errors.As(err, &none) {
			missing = append(missing, strconv.Quote(p.specOf(none.Name)))
		} else if err != nil {
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
	return p.withBook(ctx, spec, &solved.Limit{Nodes: solved.ProofNodes}, false, func(b solved.Game) error {
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
