// Package atlas has the command that solves all rule sheets of a folder, each in a process
// of its own within the same time and memory, and lists what came of it.
package atlas

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/reports/words"
	"zermelo/reports/write"
)

// Env is what the command needs of the program.
type Env struct {
	Out  *terminal.Output
	JSON *bool // results are printed as JSON
	// Tables is the folder of the tables.
	Tables func() (string, error)
	// Limits are those of compiling a sheet.
	Limits func() (work.Limits, error)
	// Tool is the version of the program.
	Tool string
	// Say prints a line of progress, unless quiet.
	Say func(quiet bool, line string)
}

// options are the flags.
type options struct {
	time         time.Duration
	memory       usage.Size
	jobs         int
	format, file string
	force, quiet bool
	here         bool // the argument is a sheet, to be solved in this process
}

// The limits for each sheet where no flag sets them.
const (
	defaultTime   = time.Minute
	defaultMemory = 4 << 30
)

// New makes the command.
func New(e Env) *cobra.Command {
	o := options{memory: defaultMemory}
	cmd := &cobra.Command{
		Use:   "atlas FOLDER",
		Short: "Solve all rule sheets of a folder, and list what came of it",
		Long: `Solve all rule sheets of a folder and of those below it, and list for each its
roles, kind, states, value, plies, method and time, or the reason why there is no
value.

Each sheet is solved in a process of its own, which ends after --time and when it
has more than --memory, by the system's figures. Solved sheets get a table or a
proof, as from solve. What came of each sheet is kept beside the tables: an
interrupted run resumes, and sheets that were tried with the same limits by the
same version are not tried again but with --force.`,
		Example: `  zermelo gdl atlas sheets
  zermelo gdl atlas sheets --time 10s --memory 1GiB --jobs 2 --format md -o atlas.md`,
		Args: usage.Args(1, 1, "one folder", "zermelo gdl atlas sheets"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.DurationVar(&o.time, "time", defaultTime, "solve each sheet within `TIME`")
	flags.Var(&o.memory, "memory", "and within `SIZE` of memory")
	flags.IntVarP(&o.jobs, "jobs", "j", 1, "solve `N` sheets at once")
	flags.StringVarP(&o.format, "format", "f", "text", "write `FORMAT`: "+strings.Join(write.ListingFormats(), ", ")+", json")
	flags.StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of printing")
	flags.BoolVar(&o.force, "force", false, "try sheets again that were tried before")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	flags.BoolVar(&o.here, "here", false, "solve one sheet in this process")
	if err := flags.MarkHidden("here"); err != nil {
		panic(err) // there is such a flag
	}
	return cmd
}

// check finds flags out of range.
func (o *options) check() error {
	switch {
	case o.time <= 0:
		return games.BadInput("--time %s: want a time above 0, as in 30s", o.time)
	case o.jobs < 1 || o.jobs > runtime.NumCPU():
		return games.BadInput("--jobs %d: want 1 to %d", o.jobs, runtime.NumCPU())
	case o.format != "json" && !slices.Contains(write.ListingFormats(), o.format):
		return games.BadInput("unknown format %q: the formats are %s and json", o.format, strings.Join(write.ListingFormats(), ", "))
	}
	return usage.CheckMemory(o.memory)
}

func (e Env) run(ctx context.Context, folder string, o options) error {
	db, err := e.Tables()
	if err = cmp.Or(err, o.check()); err != nil {
		return err
	}
	if o.here {
		return e.solveHere(ctx, db, folder, o)
	}
	if *e.JSON {
		o.format = "json"
	}
	files, err := sheetsIn(folder)
	if err != nil {
		return err
	}
	kept, err := openKept(db, o)
	if err != nil {
		return err
	}
	rows := make([]Row, len(files))
	var mutex sync.Mutex
	done := 0
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(o.jobs)
	for i, file := range files {
		group.Go(func() error {
			row, err := e.find(inner, db, folder, file, o, kept)
			if err != nil {
				return fmt.Errorf("atlas: %s: %w", file, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			rows[i] = row
			done++
			e.Say(o.quiet, fmt.Sprintf("%d of %d, %s: %s", done, len(files), file, cmp.Or(row.Value, row.Reason)))
			return nil
		})
	}
	err = errors.Join(group.Wait(), kept.Close())
	if ctx.Err() != nil {
		return errors.New("atlas: interrupted; what is done is kept, run the same command again to resume")
	}
	if err != nil {
		return err
	}
	return e.deliver(folder, rows, o)
}

// find is the row of a sheet: what was kept of it, or what comes of solving it now.
func (e Env) find(ctx context.Context, db, folder, file string, o options, kept *kept) (Row, error) {
	path := filepath.Join(folder, file)
	key, err := keyOf(path, o, e.Tool)
	if err != nil {
		return Row{}, err
	}
	if row, ok := kept.get(key); ok && !o.force {
		row.Sheet = file
		return row, nil
	}
	row, err := e.solveApart(ctx, db, path, o)
	if err != nil {
		return Row{}, err
	}
	row.Sheet, row.Key = file, key
	return row, kept.put(row)
}

// deliver prints the rows, or writes them to a file.
func (e Env) deliver(folder string, rows []Row, o options) error {
	if o.format == "json" && o.file == "" {
		return e.Out.PrintJSON(rows)
	}
	var out bytes.Buffer
	if o.format == "json" {
		if err := terminal.NewOutput(&out).PrintJSON(rows); err != nil {
			return err
		}
	} else if err := listing(folder, rows, o).Write(&out, o.format); err != nil {
		return err
	}
	if o.file == "" || o.file == "-" {
		_, err := e.Out.Write(out.Bytes())
		return err
	}
	return terminal.WriteWhole(o.file, out.Bytes())
}

// listing lays the rows out as a table.
func listing(folder string, rows []Row, o options) *write.Listing {
	solved, verified := 0, 0
	l := &write.Listing{Columns: []string{"sheet", ">roles", "kind", ">states", "value", ">plies", "method", ">time"}}
	for _, r := range rows {
		states, plies := "-", "-"
		if r.States > 0 {
			states = words.Thousands(r.States)
		}
		if r.Plies >= 0 && r.Value != "" {
			plies = fmt.Sprint(r.Plies)
		}
		if r.Value != "" {
			solved++
		}
		if r.Verified {
			verified++
		}
		why, _, _ := strings.Cut(r.Reason, "; ") // --json has all of it
		l.Rows = append(l.Rows, []string{r.Sheet, fmt.Sprint(len(r.Roles)), cmp.Or(r.Kind, "-"), states, cmp.Or(r.Value, "not solved: "+why),
			plies, cmp.Or(r.Method, "-"), words.Seconds(time.Duration(r.Seconds * float64(time.Second)))})
	}
	l.Title = "Rule sheets of " + filepath.Base(folder)
	l.Note = fmt.Sprintf("%d of %s solved, %d of them verified, within %s and %s each, on %s with %s of %s.", solved,
		words.Plural(int64(len(rows)), "sheet"), verified, o.time, words.Bytes(int64(o.memory)), words.Plural(int64(workers(o)), "core"), runtime.GOOS, runtime.GOARCH)
	return l
}

// workers is how many cores each sheet may use.
func workers(o options) int { return max(1, runtime.NumCPU()/o.jobs) }
