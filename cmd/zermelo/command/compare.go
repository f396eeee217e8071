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
	"zermelo/reports/render"
	"zermelo/reports/solved"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

type compareOptions struct {
	output
	measures bool
}

func (o *compareOptions) add(cmd *cobra.Command) {
	o.output.add(cmd, compareFormats()...)
	cmd.Flags().BoolVar(&o.measures, "measures", false, "add measures for game designers (see report)")
}

// compareFormats returns the formats of comparisons, starting with the default.
func compareFormats() []string { return []string{"text", "md", "html", "json", "csv"} }

func (p *program) newCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare GAME GAME...",
		Short: "Compare solved games",
		Long: `Compare solved games: value, length of play, size, and the share of positions in
which a single move keeps the value.

"zermelo sweep" solves games before it compares them. The format is text, md
(Markdown), html (one page with a sortable table, boards and charts), json (with
stable field names) or csv (a row per game).`,
		Example: `  zermelo compare tron snake2p
  zermelo compare breakthrough:size=3x4 breakthrough:size=3x5 -f md -o sizes.md
  zermelo compare tron tron:turns=simultaneous --format html -o tron.html`,
		Args: usage.Args(2, maxCompared, "two or more games", "zermelo compare tron snake2p"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, p.out.JSON); err != nil {
				return err
			}
			return p.runCompare(cmd.Context(), args, o)
		},
	}
	o.add(cmd)
	return cmd
}

const maxCompared = 10_000

func (p *program) writeComparison(c *compare.Comparison, o compareOptions) error {
	writers := map[string]func(io.Writer, *compare.Comparison) error{
		"text": render.CompareText, "md": render.CompareMarkdown, "html": render.CompareHTML, "json": render.CompareJSON, "csv": render.CompareCSV,
	}
	return p.deliver(o.output, func(w io.Writer) error { return writers[o.format](w, c) })
}

func (p *program) runCompare(ctx context.Context, specs []string, o compareOptions) error {
	c := &compare.Comparison{Games: []compare.Compared{}}
	var missing []string
	for _, spec := range specs {
		err := p.addTo(ctx, c, spec, o.measures)
		if none, ok := errors.AsType[*store.NoTableError](err); ok {
			missing = append(missing, strconv.Quote(p.specOf(none.Name)))
		} else if err != nil {
			return err
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		return fmt.Errorf("compare: %w for %s; solve it with: zermelo solve %[2]s", store.ErrNoTable, missing[0])
	default:
		return fmt.Errorf("compare: %w for %s of the games; solve them with: zermelo sweep %s", store.ErrNoTable, job.Count(int64(len(missing))), strings.Join(missing, " "))
	}
	return p.writeComparison(c, o)
}

func (p *program) addTo(ctx context.Context, c *compare.Comparison, spec string, measures bool) error {
	return p.withSolved(ctx, spec, &solved.Limit{Nodes: solved.ProofNodes}, nil, func(b solved.Game) error {
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
