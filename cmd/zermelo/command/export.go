package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/export"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

type exportOptions struct {
	output
	usage.Effort
	columns    []string
	split      string
	sample     int64
	raw, proof bool
	policy     bool
	force      bool
	rows       export.Options
}

func exportFormats() []string { return []string{"parquet", "csv", "npy"} }

func (p *program) newExport() *cobra.Command {
	o := exportOptions{output: output{formats: exportFormats()}}
	cmd := &cobra.Command{
		Use:   "export GAME -o FILE",
		Short: "Write the positions of a table for other programs",
		Long: `Write a row for each stored position of a solved game, for data frames, databases
and machine learning.

The format is parquet (DuckDB, pandas, Polars, Spark), csv or npy (a structured
NumPy array of numbers). Rows are in the order of the table and the same for any
number of workers; symmetric positions share a row unless --raw is given. --sample
and --split select by a hash of the position. A file is written completely or not
at all. --policy adds the value and probability of every move, samples all layers
equally, and writes a data card to FILE.md. --proof writes a proof as text.
docs/export.md lists the columns.`,
		Example: `  zermelo export tictactoe -o tictactoe.parquet
  zermelo export tron -o tron.npy --sample 100000 --split 80/10/10
  zermelo export connect4:size=5x4 --policy --sample 100000 -o connect4.parquet
  zermelo export breakthrough:size=3x5 --proof -o proof.txt`,
		Args:              usage.Args(1, 1, "one game", "zermelo export tron -o tron.parquet"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, p.out.JSON); err != nil {
				return err
			}
			return p.runExport(cmd.Context(), args[0], &o)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.file, "output", "o", "", "write to `FILE`, or to standard output if FILE is -")
	flags.StringVarP(&o.format, "format", "f", "", "write `FORMAT`: "+strings.Join(o.formats, ", ")+" (default from the extension of FILE)")
	flags.StringSliceVar(&o.columns, "columns", nil, "write only the columns `NAME,...`")
	flags.Int64Var(&o.sample, "sample", 0, "write a sample of `N` rows")
	flags.StringVar(&o.split, "split", "", "add a column with train, validation or test, in proportions `A/B/C`")
	flags.BoolVar(&o.raw, "raw", false, "write every reachable position, without symmetry")
	flags.BoolVar(&o.policy, "policy", false, "add every move with its value and probability, and write a data card")
	flags.BoolVar(&o.proof, "proof", false, "write a proof as text")
	flags.BoolVar(&o.force, "force", false, "replace FILE if it exists")
	o.Effort.Add(flags)
	flags.Lookup("memory").Usage = "use up to `SIZE` of memory (default 256MiB)"
	usage.AddMoved(flags, "query the rows in DuckDB; see docs/export.md", "where")
	return cmd
}

func (o *exportOptions) check(cmd *cobra.Command, json bool) error {
	changed := cmd.Flags().Changed
	standard := o.standard()
	if o.format == "" && !o.proof {
		o.format = strings.TrimPrefix(filepath.Ext(o.file), ".")
		if !slices.Contains(o.formats, o.format) {
			return games.BadInput("unknown format; use a file name that ends in .parquet, .csv or .npy, such as -o rows.parquet, or add --format")
		}
	}
	switch {
	case o.proof && (o.format != "" || changed("columns") || changed("sample") || o.split != "" || o.raw || o.policy):
		return games.BadInput("--proof cannot be used with --format, --columns, --sample, --split, --raw or --policy")
	case !o.proof && !slices.Contains(o.formats, o.format):
		return games.BadInput("--format %s: unknown format; use parquet, csv or npy", games.Echo(o.format))
	case standard && o.format == "npy":
		return games.BadInput("--format npy cannot be written to standard output; use -o rows.npy")
	case o.policy && (o.format == "npy" || changed("columns")):
		return games.BadInput("--policy cannot be used with --columns or --format npy; use -o rows.parquet")
	case standard && json:
		return games.BadInput("--json prints a summary to standard output; write the rows to a file with -o rows." + cmp.Or(o.format, "txt"))
	case changed("sample") && o.sample < 1:
		return games.BadInput("--sample %d: must be at least 1", o.sample)
	}
	if !standard && !o.force {
		files := []string{o.file}
		if o.policy {
			files = append(files, o.file+cardEnding)
		}
		for _, file := range files {
			if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
				return games.BadInput("%s: already exists; add --force to replace it, or choose another file", games.Echo(file))
			}
		}
	}
	o.rows = export.Options{Sample: o.sample, Policy: o.policy, Raw: o.raw, Workers: o.Workers, Memory: int64(o.Memory)}
	if changed("columns") {
		o.rows.Columns = append([]string{}, o.columns...)
	}
	return cmp.Or(o.Effort.Check(), o.readSplit())
}

func (o *exportOptions) readSplit() error {
	if o.split == "" {
		return nil
	}
	parts := strings.Split(o.split, "/")
	sum := 0
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1_000_000 || len(parts) != len(o.rows.Split) {
			sum = 0
			break
		}
		o.rows.Split[i] = n
		sum += n
	}
	if sum == 0 {
		return games.BadInput("--split %s: must give the proportions of the training, validation and test sets, such as 80/10/10", games.Echo(o.split))
	}
	return nil
}

type exportJSON struct {
	export.Summary
	File    string  `json:"file"`           // name of the file
	Format  string  `json:"format"`         // parquet, csv, npy or proof
	Bytes   int64   `json:"bytes"`          // size of the file in bytes
	Card    string  `json:"card,omitempty"` // name of the file with the data card
	Seconds float64 `json:"seconds"`
}

func (p *program) runExport(ctx context.Context, spec string, o *exportOptions) error {
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if o.format == "parquet" && p.out.Terminal && o.standard() {
		return games.BadInput("--format parquet: cannot be printed on a terminal; write to a file with -o rows.parquet, or redirect the output and add -o -")
	}
	defer usage.LimitMemory(cmp.Or(o.Memory, export.DefaultMemory))()
	began := time.Now()
	var stop func()
	o.rows.Progress, stop = p.progress.Positions("exporting", "states")
	r := exportJSON{File: o.file, Format: cmp.Or(o.format, "proof")}
	if o.standard() {
		r.Summary, err = writeRows(ctx, db, v, o, p.out)
	} else {
		err = terminal.WriteFile(o.file, func(f *os.File) error {
			if r.Summary, err = writeRows(ctx, db, v, o, f); err != nil {
				return err
			}
			info, err := f.Stat()
			if err == nil {
				r.Bytes = info.Size()
			}
			return err
		})
	}
	stop()
	if err != nil || o.standard() {
		return exportError(db, v, o, err)
	}
	if o.policy {
		r.Card = o.file + cardEnding
		if err := terminal.WriteWhole(r.Card, []byte(dataCard(v.Info(), &r, o))); err != nil {
			return err
		}
	}
	r.Seconds = time.Since(began).Seconds()
	return p.out.Show(r, func() {
		noun := "row"
		if o.proof {
			noun = "move"
		}
		p.out.Printf("%s: %s in %s, %s, in %s\n", v.Info().Label(), words.Plural(r.Rows, noun), o.file, words.Bytes(r.Bytes), secondsText(r.Seconds))
		for _, part := range export.Parts() {
			if n, ok := r.Parts[part]; ok {
				p.out.Printf("  %-10s  %s\n", part, words.Plural(n, "row"))
			}
		}
	})
}

// writeRows writes rows or a proof to w. For the npy format, w must be a file.
func writeRows(ctx context.Context, db string, v games.Variant, o *exportOptions, w io.Writer) (export.Summary, error) {
	switch {
	case o.proof:
		return export.Proof(ctx, db, v, w, o.rows)
	case o.format == "npy":
		return export.Rows(ctx, db, v, export.NumPy(w.(io.WriteSeeker)), o.rows)
	case o.format == "csv":
		return export.Rows(ctx, db, v, export.CSV(w), o.rows)
	}
	return export.Rows(ctx, db, v, export.Parquet(w), o.rows)
}

func exportError(db string, v games.Variant, o *exportOptions, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("export %s: interrupted; nothing was written", v.Info().Label())
	case !errors.Is(err, store.ErrNoTable):
		return err
	}
	if _, none := proof.Summarize(db, v); none == nil && !o.proof {
		return fmt.Errorf("%w (only a proof of its value is stored; add --proof to export it)", err)
	}
	return otherRules(db, v, err)
}
