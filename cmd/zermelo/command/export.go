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
		Args: usage.Args(1, 1, "one game", "zermelo export tron -o tron.parquet"),
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

// cardEnding is appended to the name of a file to get the name of its data card.
const cardEnding = ".md"

// columnTexts describes the columns of an export by their names without numbers of roles.
var columnTexts = map[string]string{
	"position":        "the position, in the notation of `zermelo query`",
	"cells":           "the board from the top, row by row; 0 is an empty cell, negative codes are the second role's pieces",
	"mover":           "the role to move; -1 if both move simultaneously, -2 if the next move is random",
	"payoff":          "the role's payoff under perfect play",
	"exact":           "the same as an exact fraction, or as a decimal number if error is not 0",
	"error":           "the maximum difference of a payoff from the exact payoff",
	"expected_plies":  "the mean number of plies to the end under perfect play; NaN if not known",
	"remoteness":      "plies to the end under perfect play; -1 with mixed strategies, random moves or endless play",
	"moves":           "the number of moves; 0 if the game is over",
	"keeping":         "the number of moves that keep the value; 0 if the next move is random",
	"keeps":           "the optimal moves, which keep the value; none if the next move is random",
	"move_names":      "all legal moves, in the order of the rules",
	"move_values":     "the role's payoff under perfect play after each move",
	"move_remoteness": "plies to the end after each move; -1 if random, endless or not known",
	"move_policy":     "the probability of each random move, or of each move under perfect play; uniform over the optimal moves unless both roles move simultaneously",
	"layer":           "the layer, from 0 at the start",
	"tier":            "the tier of the position",
	"weight":          "the number of positions that the row represents, up to symmetry",
	"split":           "train, validation or test; symmetric positions are in the same part",
}

// dataCard returns the Markdown text that describes the file of an export.
func dataCard(info *games.Info, r *exportJSON, o *exportOptions) string {
	var b strings.Builder
	file, flags := filepath.Base(r.File), ""
	if o.sample > 0 {
		flags += fmt.Sprintf(" --sample %d", o.sample)
	}
	if o.split != "" {
		flags += " --split " + o.split
	}
	if o.raw {
		flags += " --raw"
	}
	exact := "exact "
	if info.Stochastic { // see column error
		exact = ""
	}
	fmt.Fprintf(&b, "# %s\n\nPositions of %s (`%s`) with the %svalue of every move.\n\n%s\n\n| fact | value |\n| --- | --- |\n", file, info.Title, info.Name, exact, strings.Join(info.Rules, "\n\n"))
	for role, name := range info.Roles {
		fmt.Fprintf(&b, "| role %d | %s |\n", role, name)
	}
	fmt.Fprintf(&b, "| payoffs | in %s |\n| rows | %s |\n| positions read | %s |\n| digest of the table | `%s` |\n", words.Units(info), words.Thousands(r.Rows), words.Thousands(r.Positions), r.Digest)
	fmt.Fprintf(&b, "| made by | `zermelo export %q --policy%s -o %s` |\n", info.Spec(), flags, file)
	for _, part := range export.Parts() {
		if n, ok := r.Parts[part]; ok {
			fmt.Fprintf(&b, "| %s | %s |\n", part, words.Plural(n, "row"))
		}
	}
	rows := "Each row is a position"
	if !o.raw {
		rows += ", which represents all positions that are equal up to symmetry"
	}
	if o.sample > 0 {
		rows += ". The sample has the same number of rows in each layer or tier, except that small ones are complete; " +
			"multiply the weights by positions / rows of the layer to estimate sums over all positions"
	}
	fmt.Fprintf(&b, "\n## Rows\n\n%s.\n\n| layer | positions | rows |\n| --- | --- | --- |\n", rows)
	for _, l := range r.Layers {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Name, words.Thousands(l.Positions), words.Thousands(l.Rows))
	}
	b.WriteString("\n## Columns\n\n| column | content |\n| --- | --- |\n")
	for _, name := range r.Columns {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, columnTexts[strings.TrimRight(name, "_01234567")])
	}
	b.WriteString("\nThe lists `move_...` of a row have one element for each legal move, in the same order.\n")
	if r.Format == "parquet" {
		load := loadText
		if !slices.Contains(r.Columns, "cells") { // a game without a board
			load, _, _ = strings.Cut(load, "\n```python\n# PyTorch")
		}
		b.WriteString(strings.ReplaceAll(load, "FILE", file))
	}
	return b.String()
}

const loadText = `
## Load

` + "```python" + `
import pandas as pd
rows = pd.read_parquet("FILE")
moves = rows.explode(["move_names", "move_policy", "move_values_0"])    # a row per move
` + "```" + `

` + "```sql" + `
-- DuckDB: the positions with a choice and a single optimal move, and the move
SELECT position, keeps[1] FROM 'FILE' WHERE keeping = 1 AND moves > 1;
` + "```" + `

` + "```python" + `
# PyTorch: the board as input, the policy over all names of moves and the value as targets
import pyarrow.parquet as pq, torch
rows = pq.read_table("FILE", filters=[("moves", ">", 0)]).to_pylist()
names = {n: i for i, n in enumerate(sorted({n for r in rows for n in r["move_names"]}))}
boards = torch.tensor([r["cells"] for r in rows], dtype=torch.float32)
values = torch.tensor([r["payoff_0"] for r in rows], dtype=torch.float32)
policy = torch.zeros(len(rows), len(names))
for i, r in enumerate(rows):
    policy[i, [names[n] for n in r["move_names"]]] = torch.tensor(r["move_policy"], dtype=torch.float32)
` + "```" + `
`
